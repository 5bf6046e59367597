/** The least screen that a list with a search can have; the peers are asked through it as the app is through its own. */
import { wrap } from 'comlink'
import { Recorder } from '../page/recorder.ts'
import type { PeerRecord } from './peer.ts'
import type { Runner } from './worker.ts'

/** As many as the app asks for, and as many as it has in sight. */
const askedRows = 50
const drawnRows = 20

const recorder = new Recorder()
const runner = wrap<Runner>(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }))
const rows = document.querySelector('tbody')!
const box = document.querySelector('input')!

/** What is listed: whoever edits a record has it by then, as a form of the app has. */
let listed: PeerRecord[] = []

function draw(records: PeerRecord[]): void {
  listed = records
  rows.replaceChildren(
    ...records.slice(0, drawnRows).map(record => {
      const row = document.createElement('tr')
      for (const value of Object.values(record).slice(0, 14)) row.insertCell().textContent = String(value)
      return row
    }),
  )
}

/** As in the app: one question at a time, and of those that come meanwhile only the latest. */
let isAsking = false
let next: (() => Promise<PeerRecord[]>) | undefined

async function show(question: () => Promise<PeerRecord[]>): Promise<void> {
  next = question
  if (isAsking) return
  isAsking = true
  while (next) {
    const now = next
    next = undefined
    const answered = recorder.ask('query')
    const records = await now()
    draw(records)
    const text = records.map(record => Object.values(record).join('\t')).join('\n')
    answered({ total: records.length, text })
  }
  isAsking = false
}

const first = () => runner.ask('first', askedRows)

box.addEventListener('input', () => {
  const parts = box.value.toLowerCase().split(' ').filter(Boolean)
  void show(parts.length === 0 ? first : () => runner.ask('search', parts, askedRows))
})

const acts: Record<string, () => Promise<PeerRecord[]>> = {
  name: () => runner.ask('sorted', 'name', askedRows),
  pin: () => runner.ask('sorted', 'pin', askedRows),
  device_id: () => runner.ask('sorted', 'device_id', askedRows),
  device: () => runner.ask('ofDevice', '1', askedRows),
  dates: () => runner.ask('startedIn', '2020-03-01', '2021-08-31T23:59:59', askedRows),
  first,
}
for (const [name, act] of Object.entries(acts))
  document.querySelector(`[name=${name}]`)!.addEventListener('click', () => void show(act))

let saves = 0
document.querySelector('[name=save]')!.addEventListener('click', async () => {
  const mark = `g${saves++}`
  const record = { ...listed[saves]!, grp: mark }
  const answered = recorder.ask('save')
  await runner.ask('save', record)
  answered({ total: -1, text: '' })
  await show(first)
})

void navigator.serviceWorker.register('/service-worker.js')

/** Says which peer, and whether it has the records. */
const [name = '', has] = location.hash.slice(1).split('/')
const started = runner.start(name)

export const peer = {
  recorder,
  started,
  /** A device that has the records shows them at once, as the app does. */
  shown: has === 'full' ? started.then(() => runner.open()).then(() => show(first)) : undefined,
  async sync(batches: number) {
    await runner.open()
    await runner.sync(batches)
  },
  index: () => runner.index(),
  webAssemblyBytes: () => runner.webAssemblyBytes(),
  search: (text: string) => runner.ask('search', [text], askedRows),
  /** What others changed, and then the list. */
  async receive() {
    await runner.receive()
    await show(first)
  },
}

Object.assign(window, { peer })
