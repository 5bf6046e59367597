/** Storage that fails at each of its calls in turn: a save ends on disk or in a plain message, never in silence. */
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { Desk } from './desk.ts'
import { channelName, type Fault, FaultyOrigin, type Plan } from './faulty-storage.ts'
import { lookInto } from './ledger.ts'
import type { Report, Scenario } from './scenario.ts'
import { HarmServer } from './server.ts'

/** A blocked database is given five seconds three times, so there are fewer of them. */
const faults: readonly Fault[] = ['quota', 'abort', 'lost', 'quota', 'abort', 'lost', 'blocked']
const outcomeMs = 60_000
const reloadEvery = 40

export const storageFaults: Scenario = {
  name: 'storage-faults',
  about:
    'quota, abort, lost connection, blocked opening at each call of IndexedDB in turn; count = injections',
  count: 1000,
  async run({ count }, report) {
    const server = await HarmServer.start()
    const faulty = await FaultyOrigin.start(server.port)
    try {
      await server.editor()
      const desk = await Desk.offline(faulty.origin)
      try {
        report.expect(faulty.patched > 0, 'the faults never got into the worker')
        const names = await injectOften(desk, count, report)
        await desk.goOnline()
        await desk.waitForStatus(/^All sent/)
        const { records } = await lookInto(sqliteDriver(server.path))
        const arrived = new Set([...records.values()].map(({ fields }) => fields['name']))
        for (const name of names) report.expect(arrived.has(name), `lost: ${name}`)
        report.measure('saved, and arrived on the server', arrived.size)
        report.expect(records.size === names.length, `${records.size} records of ${names.length}`)
      } finally {
        await desk.leave()
      }
    } finally {
      faulty.close()
      await server.remove()
    }
  },
}

async function injectOften(desk: Desk, count: number, report: Report): Promise<string[]> {
  const names: string[] = []
  await tell(desk, { fault: 'quota', at: 1e9, isLasting: false })
  await saveWell(desk, 'Pintu 0')
  names.push('Pintu 0')
  const { calls } = await tell(desk, null)
  report.measure('calls of IndexedDB in one save', calls)
  for (let i = 0; i < count; i++) {
    const name = `Pintu ${i + 1} é🚪`
    const fault = faults[i % faults.length] ?? 'quota'
    const at = Math.floor(i / faults.length) % Math.max(1, calls)
    const isLasting = Math.floor(i / (faults.length * Math.max(1, calls))) % 2 === 0
    await injectOne(desk, { plan: { fault, at, isLasting }, name, report })
    names.push(name)
    if (i % reloadEvery !== reloadEvery - 1 && i !== count - 1) continue
    await desk.page.reload()
    report.expect(await desk.expectUnsent(names.length), `after ${name} not ${names.length} edits wait`)
    report.tell(`${i + 1} injections`)
  }
  return names
}

async function saveWell(desk: Desk, name: string): Promise<void> {
  await desk.typeDevice(name)
  await desk.button('Save').click()
  await desk.button('Save').waitFor({ state: 'hidden' })
}

async function injectOne(
  desk: Desk,
  { plan, name, report }: { plan: Plan; name: string; report: Report },
): Promise<void> {
  const story = `${plan.fault} at call ${plan.at}${plan.isLasting ? ' and after' : ''}`
  await desk.typeDevice(name)
  await tell(desk, plan)
  const startedAt = performance.now()
  await desk.button('Save').click()
  const alert = desk.page.getByRole('alert').filter({ visible: true })
  const outcome = await Promise.race([
    desk
      .button('Save')
      .waitFor({ state: 'hidden', timeout: outcomeMs })
      .then(
        () => 'saved',
        () => 'nothing',
      ),
    alert
      .first()
      .waitFor({ timeout: outcomeMs })
      .then(
        () => 'told',
        () => 'nothing',
      ),
  ])
  report.tell(`${story}: ${outcome} after ${Math.round(performance.now() - startedAt)} ms`)
  const { hits } = await tell(desk, null)
  report.add('injections')
  report.add(`${plan.fault}: ${outcome}`)
  if (hits === 0) report.add('injections that met no call')
  if (outcome === 'nothing') report.violation(`${story}: neither saved nor told`)
  if (outcome === 'saved') return
  const typed = await desk.page.getByLabel('Name', { exact: true }).inputValue()
  report.expect(typed === name, `${story}: the form holds ${JSON.stringify(typed)}`)
  await desk.button('Save').click()
  const isHealed = await desk
    .button('Save')
    .waitFor({ state: 'hidden', timeout: outcomeMs })
    .then(
      () => true,
      () => false,
    )
  report.expect(isHealed, `${story}: the fault has ended, and saving still fails`)
  report.add('saved after the fault had ended', isHealed ? 1 : 0)
}

/** Gives the worker its next fault, or none; answers what has happened since the last one. */
async function tell(desk: Desk, plan: Plan | null): Promise<{ calls: number; hits: number }> {
  return desk.page.evaluate(
    ({ name, next }) =>
      new Promise<{ calls: number; hits: number }>(resolve => {
        const channel = new BroadcastChannel(name)
        channel.addEventListener('message', ({ data }: MessageEvent<{ calls: number; hits: number }>) => {
          channel.close()
          resolve(data)
        })
        channel.postMessage({ plan: next })
      }),
    { name: channelName, next: plan },
  )
}
