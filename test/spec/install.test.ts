/** The browser's offer to install the app: kept from the first script on, taken up once. */
import { describe, expect, test } from 'vitest'
import { installOf } from '../../client/screens/install.ts'

const browser = { userAgent: 'Chrome/137', platform: 'Linux', maxTouchPoints: 0, isInstalled: false }

function open(isInstalled = false) {
  const page = new EventTarget() as unknown as Window
  const install = installOf(page, { ...browser, isInstalled })
  const asked: string[] = []
  const offer = () =>
    page.dispatchEvent(
      Object.assign(new Event('beforeinstallprompt'), {
        prompt: () => Promise.resolve(asked.push('prompt')),
      }),
    )
  return { page, install, asked, offer }
}

describe('Installing', () => {
  test('[UI103] what the browser offers is there until it is taken up, once', async () => {
    const { install, asked, offer } = open()
    const told: boolean[] = []
    install.onChange(() => told.push(install.offer() !== null))
    expect(install.offer()).toBeNull()
    offer()
    await install.offer()?.()
    expect([asked, install.offer(), told]).toEqual([['prompt'], null, [true, false]])
    offer()
    expect(install.offer()).not.toBeNull()
  })

  test('[UI103] installed on the way, it is known at once', () => {
    const { page, install, offer } = open()
    offer()
    page.dispatchEvent(new Event('appinstalled'))
    expect([install.isInstalled(), install.offer()]).toEqual([true, null])
  })

  test('[UI103] nobody hears of it who does not want to any more', () => {
    const { install, offer } = open(true)
    let told = 0
    install.onChange(() => told++)()
    offer()
    expect([told, install.isInstalled()]).toEqual([0, true])
  })
})
