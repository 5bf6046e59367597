/** What it costs that somebody sees a part: for them, for the server, and for whoever grants. */
import { sql } from 'kysely'
import type { Grant, GrantsMessage } from '../../../shared/grants-message.ts'
import type { Sample } from '../results.ts'
import { cursorOf, type Door, pull, push, pushBodies } from '../server/requests.ts'
import { firstSyncOf } from './tablet.ts'
import { devices, openPlace, type ScopedPlace, sites } from './place.ts'

const ofCitra = 20
/** A thousand, each on a Device of its own; ten of these are Citra's. */
const isChanged = sql`(id <= 10 or id between 1001 and 1990)`
const ofCrowd = 100
const sitesOfCrew = 100

export async function measureScopes(
  name: 'sqlite' | 'postgres',
  records: number,
  sample: Sample,
): Promise<void> {
  const place = await openPlace(records, name)
  try {
    await granting(place, sample)
    await pulling(place, sample)
    await moving(place, sample)
    const expected = (records / devices) * ofCitra
    if (name === 'sqlite') Object.assign(sample, await firstSyncOf(place, { expected }))
  } finally {
    await place.stop()
  }
}

const grantsOf = (kind: string, first: number, count: number): Grant[] =>
  Array.from({ length: count }, (_, index) => ({ kind, id: String(first + index) }))

async function ask({ origin, cookie }: Door, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin, cookie }
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? undefined : answer.json()
}

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const at = performance.now()
  return [await run(), performance.now() - at]
}

async function granting({ admin, citra, crowd }: ScopedPlace, sample: Sample): Promise<void> {
  const message = (userIds: readonly string[], give: Grant[]): GrantsMessage => ({
    ...{ userIds: [...userIds], everything: false, give, take: [] },
  })
  await ask(admin, '/api/grants', message([citra.userId], grantsOf('device', 1, ofCitra)))
  const many = message(crowd, grantsOf('device', 500, ofCrowd))
  const [, grant] = await timed(() => ask(admin, '/api/grants', many))
  sample['grant-many'] = grant
  const site = message(crowd.slice(0, 1), grantsOf('site', 50, 1))
  const [, preview] = await timed(() => ask(admin, '/api/grants/preview', site))
  sample['grant-preview'] = preview
}

async function pulling(place: ScopedPlace, sample: Sample): Promise<void> {
  const { budi, citra, database } = place
  const [part, first] = await timed(() => pull(citra))
  sample['scoped-first'] = first
  const [all, whole] = await timed(() => pull(budi))
  sample['whole-first'] = whole
  const { rows } = await sql<{ clock: number | string }>`select clock from clock`.execute(database.db)
  const version = Number(rows[0]?.clock) + 1
  await database.write(async tx => {
    await sql`
      update record_a set version = ${sql.lit(version)}, pri = '1'
      where ${isChanged}`.execute(tx)
    await sql`update clock set clock = ${sql.lit(version)}`.execute(tx)
    await sql`
      insert into commits (clock, token, at)
      values (${sql.lit(version)}, ${crypto.randomUUID()}, ${new Date().toISOString()})`.execute(tx)
    return { commit: true, answer: undefined }
  })
  // Before the clock: to unpack a million records takes longer than to be sent what is new.
  const [known, allKnown] = [cursorOf(part), cursorOf(all)]
  const [news, brought] = await timed(() => pull(citra, { cursor: known }))
  sample['scoped-news'] = brought
  const [allNews, broughtAll] = await timed(() => pull(budi, { cursor: allKnown }))
  sample['whole-news'] = broughtAll
  for (const each of [news, allNews]) cursorOf(each)
}

/** To another site, where a crew of a hundred was granted the one that it leaves. */
async function moving({ admin, crowd, database }: ScopedPlace, sample: Sample): Promise<void> {
  const userIds = crowd.slice(0, sitesOfCrew)
  await ask(admin, '/api/grants', { userIds, give: grantsOf('site', 1, 5), take: [] })
  const device = devices - sites + 1
  const { rows } = await sql<{ uid: string; site_id: number | string }>`
    select uid, site_id from device where id = ${sql.lit(device)}`.execute(database.db)
  const [found] = rows
  if (!found) throw new Error('There is no such Device')
  const changes = { site_id: [String(found.site_id), '90'] as [string, string] }
  const mutation = { id: crypto.randomUUID(), kind: 'device', uid: found.uid, op: 'update' as const, changes }
  const [body = ''] = pushBodies([mutation], 1)
  const [answer, took] = await timed(() => push(admin, body))
  if (!answer.includes('"outcome":"applied"')) throw new Error(answer.slice(0, 300))
  sample['move-device'] = took
}
