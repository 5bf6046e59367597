/** Storage that fails at each of its calls in turn: a save ends on disk or in a plain message, never in silence. */
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { Desk } from './desk.ts'
import { channelName, type Fault, FaultyOrigin, type Plan } from './faulty-storage.ts'
import { lookInto } from './ledger.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'

/** A blocked database is given five seconds, so there are fewer of them. */
const faults: readonly Fault[] = ['quota', 'full', 'abort', 'lost', 'blocked', 'full', 'abort', 'lost']
/** A person who has tapped Save has heard by then: two openings, and a slow machine. */
const outcomeMs = 20_000
const reloadEvery = 40

export const storageFaults: Scenario = {
  name: 'storage-faults',
  about:
    'quota (thrown, or the transaction aborted), abort, lost connection, blocked opening at each call of IndexedDB in turn; count = injections',
  count: 1000,
  async run({ count }, report) {
    const server = await ServerProcess.start()
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

interface Injected {
  outcome: 'saved' | 'told' | 'nothing'
  /** Calls of IndexedDB that failed before the outcome stood on the screen. */
  hits: number
}

async function injectOften(desk: Desk, count: number, report: Report): Promise<string[]> {
  const names: string[] = []
  async function inject(plan: Plan): Promise<Injected> {
    const name = `Pintu ${names.length} é🚪`
    const injected = await injectOne(desk, { plan, name, report })
    names.push(name)
    report.add(injected.hits > 0 ? 'injections' : 'tries that met no call')
    if (names.length % reloadEvery === 0) await reload(desk, names, report)
    return injected
  }
  // One call after the other refuses, until a save no longer needs it.
  let calls = 0
  while ((await inject({ fault: 'quota', at: calls, isLasting: true })).outcome === 'told') calls++
  report.measure('calls of IndexedDB that a save waits for', calls)
  for (let i = 0; Number(report.measured['injections'] ?? 0) < count; i++) {
    const fault = faults[i % faults.length] ?? 'quota'
    const round = Math.floor(i / faults.length)
    // And the one after the save's last: what follows it in the background.
    await inject({ fault, at: round % (calls + 1), isLasting: Math.floor(round / (calls + 1)) % 2 === 0 })
  }
  await reload(desk, names, report)
  return names
}

async function reload(desk: Desk, names: readonly string[], report: Report): Promise<void> {
  await desk.page.reload()
  report.expect(await desk.expectUnsent(names.length), `not ${names.length} edits wait after a reload`)
  report.tell(`${names.length} tries, ${report.measured['injections']} injections`)
}

async function injectOne(
  desk: Desk,
  { plan, name, report }: { plan: Plan; name: string; report: Report },
): Promise<Injected> {
  const story = `${plan.fault} at call ${plan.at}${plan.isLasting ? ' and after' : ''}`
  await desk.typeDevice(name)
  await tell(desk, plan)
  const startedAt = performance.now()
  await desk.button('Save').click()
  const alert = desk.page.getByRole('alert').filter({ visible: true })
  const nothing = () => 'nothing' as const
  const outcome = await Promise.race([
    desk
      .button('Save')
      .waitFor({ state: 'hidden', timeout: outcomeMs })
      .then(() => 'saved' as const, nothing),
    alert
      .first()
      .waitFor({ timeout: outcomeMs })
      .then(() => 'told' as const, nothing),
  ])
  const tookMs = Math.round(performance.now() - startedAt)
  if (tookMs > Number(report.measured['longest wait for an outcome, ms'] ?? 0))
    report.measure('longest wait for an outcome, ms', tookMs)
  const { hits } = await tell(desk, null)
  report.add(`${plan.fault}: ${outcome}`)
  if (outcome === 'nothing') report.violation(`${story}: neither saved nor told`)
  if (outcome === 'saved') return { outcome, hits }
  const typed = await desk.playwright.page.getByLabel('Name', { exact: true }).inputValue()
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
  return { outcome, hits }
}

/** Gives the worker its next fault, or none; answers what has happened since the last one. */
async function tell(desk: Desk, plan: Plan | null): Promise<{ calls: number; hits: number }> {
  return desk.playwright.page.evaluate(
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
