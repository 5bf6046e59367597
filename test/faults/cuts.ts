/** The wire cut after each byte of twenty answers; each time the next sync brings everything in order. */
import { createTransport } from '../../client/engine/sync/transport.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import type { Fields } from '../../shared/record.ts'
import { Profile, type Tab } from '../support/profile.ts'
import { everything } from '../support/tables.ts'
import { ByteProxy } from './byte-proxy.ts'
import { type Act, acts, type Stage } from './cut-acts.ts'
import { lookInto } from './ledger.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'

export const cuts: Scenario = {
  name: 'cuts',
  about: 'pushes and pulls cut after every byte of 20 answers; count = cuts of one answer at most',
  count: 1_000_000,
  async run({ count }, report) {
    const server = await ServerProcess.start()
    const proxy = await ByteProxy.start(server.port)
    try {
      const cookie = await server.editor()
      const stage = { ani: await sitDown(proxy.origin, cookie), budi: await sitDown(server.origin, cookie) }
      for (const act of acts) {
        await cutOften(stage, { proxy, act, report }, count)
        await compare(stage, server, { act, report })
      }
      report.measure('answers', acts.length)
    } finally {
      proxy.close()
      await server.remove()
    }
  },
}

async function cutOften(stage: Stage, cut: Omit<Once, 'afterBytes'>, count: number): Promise<void> {
  // Longer than any answer: it passes whole, and tells how long it is.
  await cutOnce(stage, { ...cut, afterBytes: 1e9 })
  const length = cut.proxy.answerBytes
  const step = Math.max(1, Math.ceil(length / count))
  for (let afterBytes = 0; afterBytes < length; afterBytes += step)
    await cutOnce(stage, { ...cut, afterBytes })
  cut.report.tell(`${cut.act.name}: ${length} bytes`)
  cut.report.add('bytes in these answers', length)
}

async function sitDown(origin: string, cookie: string): Promise<Tab> {
  const profile = new Profile()
  const session = await fetch(`${origin}/api/auth/get-session`, { headers: { cookie } })
  const { user } = (await session.json()) as { user: { id: string } }
  profile.transport = createTransport((input, init) =>
    fetch(`${origin}${String(input)}`, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), cookie },
    }),
  )
  const tab = await profile.tab(user.id)
  await tab.sync()
  return tab
}

interface Once {
  proxy: ByteProxy
  act: Act
  afterBytes: number
  report: Report
}

async function cutOnce(stage: Stage, { proxy, act, afterBytes, report }: Once): Promise<void> {
  await act.prepare(stage)
  proxy.cutNext({ path: act.path, afterBytes, how: afterBytes % 2 === 0 ? 'end' : 'reset' })
  const during = await stage.ani.sync()
  if (proxy.isCut) report.add('cuts')
  if (proxy.isCut && during.error === null) report.add('answers that had all that mattered before the cut')
  const where = `${act.name}, cut after ${afterBytes} bytes`
  const after = await stage.ani.sync()
  report.expect(after.error === null, `${where}: the next sync ends in ${after.error}`)
  report.expect(after.unsent === 0, `${where}: ${after.unsent} stay unsent`)
  const expected = act.name.startsWith('push: a conflict') || act.name.startsWith('push: an edit of') ? 1 : 0
  report.expect(after.attention === expected, `${where}: ${after.attention} need attention`)
  for (const item of await stage.ani.engine.attention())
    await stage.ani.engine.resolve(item, { kind: 'discard' })
  for (const bug of stage.ani.bugs.splice(0)) report.violation(`${where}: ${String(bug)}`)
}

/** What both see is what the server has, value by value. */
async function compare(
  { ani, budi }: Stage,
  server: ServerProcess,
  { act, report }: { act: Act; report: Report },
): Promise<void> {
  await budi.sync()
  const { records, torn } = await lookInto(sqliteDriver(server.path))
  for (const each of torn) report.violation(`${act.name}: ${each}`)
  for (const tab of [ani, budi]) {
    let count = 0
    for (const kind of ['device', 'record_a', 'record_b'])
      for (const { uid, fields } of (await tab.engine.query(kind, everything, 0, 1_000_000)).rows) {
        count++
        const there = records.get(uid)?.fields
        report.expect(
          equal(fields, there),
          `${act.name}: ${kind} ${uid} differs: ${JSON.stringify({ fields, there })}`,
        )
      }
    report.expect(count === records.size, `${act.name}: ${count} records here, ${records.size} on the server`)
    report.add('records compared', count)
  }
}

function equal(fields: Fields, there: Fields | undefined): boolean {
  return there !== undefined && Object.entries(there).every(([name, value]) => fields[name] === value)
}
