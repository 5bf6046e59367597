/** A code read by the camera: the camera and what reads codes in its picture are the browser’s, and played here. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Engine } from '../../client/contract.ts'
import App from '../../client/screens/App.vue'
import '../../client/screens/scan/CameraDialog.vue'
import '../../client/screens/views/KindView.vue'
import '../../client/screens/views/DetailView.vue'
import '../../client/screens/views/FormView.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { noForm } from '../support/drafts.ts'
import { recordA } from '../support/tables.ts'
import { inputOf } from './forms.ts'
import { settle, type Stage, stage } from './stage.ts'

const dewi = '00000000-0000-7000-8000-000000000002'
const card = '0012000001'

/** What is held before the camera; '' for nothing. */
let seen = ''
/** Why there is no picture; '' for none. */
let refusal = ''
let running = 0
let opening: PromiseWithResolvers<void> | null = null

class PlayedDetector {
  async detect(): Promise<{ rawValue: string }[]> {
    return seen ? [{ rawValue: seen }] : []
  }
}

const camera = {
  async getUserMedia() {
    await opening?.promise
    if (refusal) throw new DOMException('no', refusal)
    running++
    return { getTracks: () => [{ stop: () => running-- }] }
  },
}

function play(name: string, owner: object, value: unknown): void {
  Object.defineProperty(owner, name, { value, configurable: true, writable: true })
}

beforeEach(() => {
  ;[seen, refusal, running, opening] = ['', '', 0, null]
  play('BarcodeDetector', window, PlayedDetector)
  play('mediaDevices', navigator, camera)
  play('srcObject', HTMLMediaElement.prototype, null)
  play('play', HTMLMediaElement.prototype, () => Promise.resolve())
})
afterEach(() => {
  Reflect.deleteProperty(window, 'BarcodeDetector')
})

async function opened(path: string): Promise<Stage> {
  const prepare = (engine: Engine) =>
    engine.save({ ...noForm, kind: 'record_a', uid: dewi, fields: recordA({ name: 'Dewi', card }) })
  const on = await stage(App, { path, prepare: async engine => void (await prepare(engine)) })
  await useSession().open()
  await settle()
  return on
}
const button = ({ screen }: Stage, what: string) =>
  screen.find<HTMLButtonElement>(`[aria-label="Scan ${what} with the camera"]`)
async function start(on: Stage, what: string): Promise<void> {
  await button(on, what).trigger('click')
  await settle()
}
const dialog = ({ screen }: Stage) => screen.find('dialog')
async function press(on: Stage, name: string): Promise<void> {
  await on.screen
    .findAll('dialog button')
    .find(each => each.text() === name)!
    .trigger('click')
  await settle()
}

describe('The camera', () => {
  test('[UI96] in the search opens the record of the card, and is given back', async () => {
    const on = await opened('/record_a?f=name:contains:joko')
    await start(on, 'Record A')
    expect([dialog(on).exists(), running]).toEqual([true, 1])
    seen = ` ${card}\n`
    await expect.poll(() => on.router.currentRoute.value.path).toBe(`/record_a/${dewi}`)
    expect([dialog(on).exists(), running]).toEqual([false, 0])
  })

  test('[UI96] in a form fills in the field that is scanned, and no other has it', async () => {
    const on = await opened('/record_a/new')
    seen = '4455667788'
    await start(on, 'Vice card')
    await expect.poll(() => inputOf(on, 'Vice card').element.value).toBe('4455667788')
    expect([inputOf(on, 'Card').element.value, dialog(on).exists(), running]).toEqual(['', false, 0])
    const offered = on.screen.findAll('form [aria-label^=Scan]').map(each => each.attributes('aria-label'))
    expect(offered).toEqual(['Scan Card with the camera', 'Scan Vice card with the camera'])
  })

  test('[UI96] is given back when nothing was read', async () => {
    const on = await opened('/record_a')
    await start(on, 'Record A')
    await press(on, 'Close')
    expect([dialog(on).exists(), running]).toEqual([false, 0])
  })

  test('[UI96] is given back when it comes after it was closed', async () => {
    const on = await opened('/record_a')
    opening = Promise.withResolvers()
    await start(on, 'Record A')
    await press(on, 'Close')
    opening.resolve()
    await settle()
    expect(running).toBe(0)
  })

  const troubles: [name: string, said: RegExp][] = [
    ['NotAllowedError', /Allow it for this page/],
    ['NotFoundError', /No camera was found/],
    ['NotReadableError', /another app may be using it/],
  ]
  test.each(troubles)(
    '[UI96] %s is said, with what to do, and tried again when asked',
    async (name, said) => {
      const on = await opened('/record_a')
      refusal = name
      await start(on, 'Record A')
      expect(on.screen.get('dialog [role=alert]').text()).toMatch(said)
      refusal = ''
      await press(on, 'Try again')
      expect([on.screen.find('dialog [role=alert]').exists(), running]).toEqual([false, 1])
    },
  )

  test('[UI96] [BR1] a browser that reads no codes has no button for it', async () => {
    Reflect.deleteProperty(window, 'BarcodeDetector')
    const on = await opened('/record_a')
    expect(button(on, 'Record A').exists()).toBe(false)
  })

  test('[UI96] a list of what has no card has no button for it', async () => {
    const on = await opened('/device')
    expect(button(on, 'Device').exists()).toBe(false)
  })
})
