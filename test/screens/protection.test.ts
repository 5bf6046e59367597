/** When the browser is asked to keep what is on this device. */
import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, test } from 'vitest'
import { ref } from 'vue'
import { protectWhenSaved } from '../../client/screens/stores/protection.ts'

describe('Protection', () => {
  beforeEach(() => localStorage.clear())

  function storage(isPersisted: boolean) {
    const asked: string[] = []
    return {
      asked,
      persisted: () => Promise.resolve(isPersisted),
      persist: () => Promise.resolve(asked.push('persist') > 0),
    }
  }

  test('[UI10] the browser is asked after the first save, once, also after a reload', async () => {
    const browser = storage(false)
    const unsent = ref(0)
    protectWhenSaved(browser, () => unsent.value > 0)
    await flushPromises()
    expect(browser.asked).toEqual([])
    for (const count of [1, 0, 2]) {
      unsent.value = count
      await flushPromises()
    }
    expect(browser.asked).toEqual(['persist'])
    const again = ref(0)
    protectWhenSaved(browser, () => again.value > 0)
    again.value = 1
    await flushPromises()
    expect(browser.asked).toEqual(['persist'])
  })

  test('[UI10] a browser that keeps everything already is not asked, and one that cannot is left alone', async () => {
    const browser = storage(true)
    const unsent = ref(0)
    protectWhenSaved(browser, () => unsent.value > 0)
    protectWhenSaved(undefined, () => unsent.value > 0)
    unsent.value = 1
    await flushPromises()
    expect(browser.asked).toEqual([])
  })
})
