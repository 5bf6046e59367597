/**
 * Databases that an earlier version of the app has left on a device, under test/spec/recorded, each with what a person
 * saw in that app. They were made once, and stay as they are: nothing can make them again.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Engine } from '../../client/contract.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { AppError } from '../../shared/errors.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { Profile, type Tab } from './profile.ts'
import { type PutBack, putBack } from './put-back.ts'
import { startServer, type TestServer } from './server.ts'
import { everything } from './tables.ts'

export interface StoredBefore extends PutBack {
  made: string
  /** When the app was closed; ms since 1970. */
  closedAt: number
  addresses: { kind: string; uid: string }[]
  seen: Awaited<ReturnType<typeof seenIn>>
  settled: Awaited<ReturnType<typeof settledWith>>
}

const folder = join(import.meta.dirname, '../spec/recorded')

export function storedBefore(name: string): StoredBefore {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as StoredBefore
}

/** A device with that database; nothing is sent from it, and nothing counts as tried, until `isCutOff` is false. */
export class ProfileBefore extends Profile {
  isCutOff = true

  static async with(before: StoredBefore, kinds?: Kinds): Promise<ProfileBefore> {
    return ProfileBefore.putBack(new ProfileBefore(kinds), before)
  }

  static async putBack<P extends ProfileBefore>(profile: P, before: StoredBefore): Promise<P> {
    profile.now = before.closedAt
    await putBack(before, profile.indexedDB)
    return profile
  }

  override world(bugs: unknown[]): ReturnType<Profile['world']> {
    const world = super.world(bugs)
    const syncing = async () => {
      if (this.isCutOff) throw new AppError('unreachable')
      return world.syncing()
    }
    return { ...world, syncing }
  }
}

/** Everything that a person can see of these records, and of what they did. */
export async function seenIn({ engine }: Pick<Tab, 'engine'>, addresses: StoredBefore['addresses']) {
  return asInFile({
    records: await Promise.all(addresses.map(({ kind, uid }) => engine.record(kind, uid))),
    lists: await Promise.all(kindsOf(addresses).map(kind => listOf(engine, kind))),
    outbox: await engine.outbox(),
    attention: await engine.attention(),
    sent: await engine.sent(),
    drafts: await engine.drafts(),
    unreadable: await engine.unreadable(),
    status: await engine.status(),
  })
}

const kindsOf = (addresses: StoredBefore['addresses']) => [...new Set(addresses.map(({ kind }) => kind))]

async function listOf(engine: Engine, kind: string) {
  const { total, all, rows } = await engine.query(kind, everything, 0, 1_000)
  return { kind, total, all, uids: rows.map(({ uid }) => uid) }
}

/** The server as it was then; two people have accounts there, and the device is Budi's. */
export function serverBefore(name: string, kinds?: Kinds): Promise<TestServer> {
  const bytes = gunzipSync(readFileSync(join(folder, `${name}.sqlite.gz`)))
  return startServer(kinds, sqliteDriver(bytes))
}

/** What comes of it when the device meets its server again: what that holds, and what its person is asked. */
export async function settledWith(server: TestServer, profile: ProfileBefore, before: StoredBefore) {
  const { network } = await server.signIn('budi')
  profile.transport = network.transport
  profile.isCutOff = false
  const { engine, sync } = await profile.tab(before.userId)
  for (let run = 0; run < 4; run++) await sync()
  const { unsent, attention, unreadable, error } = await engine.status()
  const asked = (await engine.attention()).map(({ asked: _, since: __, at: ___, ...item }) => item)
  const device = await fieldsIn(engine, kindsOf(before.addresses))
  await engine.close()
  const held = await heldBy(server, profile.kinds, kindsOf(before.addresses))
  return asInFile({ status: { unsent, attention, unreadable, error }, asked, device, server: held })
}

/** Seen by somebody who had nothing of it before. */
async function heldBy(server: TestServer, kinds: Kinds, names: string[]) {
  const profile = new Profile(kinds)
  const { network, userId } = await server.signIn('ani')
  profile.transport = network.transport
  const { engine, sync } = await profile.tab(userId)
  await sync()
  const held = await fieldsIn(engine, names)
  await engine.close()
  return held
}

async function fieldsIn(engine: Engine, names: string[]) {
  const lists = names.map(async kind => {
    const { rows } = await engine.query(kind, everything, 0, 1_000)
    return rows.map(({ uid, fields }) => ({ kind, uid, fields }))
  })
  return (await Promise.all(lists)).flat().sort((a, b) => a.uid.localeCompare(b.uid))
}

/** As it is read from a file. */
function asInFile<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
