/** A database that fails for a while: nobody's edit is taken for the cause, and afterwards all goes on. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { postgresAt } from '../../server/db/postgres.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a } from './edits.ts'
import { engines } from './engines.ts'
import { unchecked } from './postgres.ts'
import { openWorld, type Person } from './world.ts'

const [sqlite] = engines

const statusOfPush = async (person: Person) => {
  const body = { client: person.client, protocol: PROTOCOL_VERSION, mutations: [a.recordB()] }
  return (await person.post('/api/sync/push', body)).status
}

describe('A database that fails', () => {
  test('[SV3] [OB10] a full disk, at which SQLite ends the transaction itself, is `unavailable`', async () => {
    const world = await openWorld(sqlite!)
    const full = world.database.write(async tx => {
      await sql`rollback`.execute(tx)
      throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL')
    })
    await expect(full).rejects.toMatchObject({ code: 'unavailable' })
    expect(await statusOfPush(await world.person('editor'))).toBe(200)
    await world.close()
  })

  test('[SV3] a name that cannot be looked up for a moment is `unavailable`', () => {
    const { translate } = postgresAt('postgres://db/records', () => {})
    const error = Object.assign(new Error('getaddrinfo EAI_AGAIN db'), { code: 'EAI_AGAIN' })
    expect(translate(error)).toMatchObject({ code: 'unavailable' })
  })

  test.each([
    'SQLITE_CORRUPT',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CANTOPEN',
    'SQLITE_IOERR_READ',
    'SQLITE_NOMEM',
  ])('[SV3] [OB10] so is what a disk that breaks says: %s', code => {
    const { translate } = sqliteDriver(':memory:')
    expect(translate(new Sqlite.SqliteError('no', code))).toMatchObject({ code: 'unavailable' })
  })

  test.each(['42P01', '42703', '42501', 'XX001'])(
    '[SV3] [OB10] and what PostgreSQL says while a copy is put back, or its disk breaks: %s',
    code => {
      const { translate } = postgresAt('postgres://db/records', () => {})
      expect(translate(Object.assign(new Error('no'), { code }))).toMatchObject({ code: 'unavailable' })
    },
  )

  const url = inject('postgresUrl')

  test.runIf(url !== null)(
    '[SV3] a PostgreSQL that does not take every name says so at the start',
    async () => {
      const admin = new pg.Client({ connectionString: url! })
      await admin.connect()
      const name = `records_${crypto.randomUUID().replaceAll('-', '')}`
      await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
      const { href } = Object.assign(new URL(url!), { pathname: `/${name}` })
      const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }
      const opened = openDatabase(
        postgresAt(href, () => {}),
        stamps,
      )
      await expect(opened).rejects.toThrow('LATIN1, not in UTF8')
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  )

  /** A server whose PostgreSQL is at the other end of a cable. */
  async function atTheEndOfACable() {
    const name = `records_${crypto.randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: url! })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const cable = await cableTo(Number(new URL(url!).port))
    const through = Object.assign(new URL(url!), { pathname: `/${name}`, port: String(cable.port) })
    const driver = () => unchecked(postgresAt(through.href, () => {}))
    const world = await openWorld(sqlite!, { store: { driver, remove: async () => {} } })
    const eva = await world.person('editor')
    async function close(): Promise<void> {
      await world.close()
      cable.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
    return { cable, eva, close }
  }

  test.runIf(url !== null)('[SV3] connections that are lost while they are made are let go of', async () => {
    const { cable, eva, close } = await atTheEndOfACable()
    // More than the pool has places.
    cable.hangUp(12)
    for (let pushes = 0; cable.left() > 0 && pushes < 30; pushes++) expect(await statusOfPush(eva)).toBe(503)
    expect([cable.left(), await statusOfPush(eva)]).toEqual([0, 200])
    await close()
  })

  test.runIf(url !== null)(
    '[SV3] connections on which PostgreSQL has fallen silent are given up',
    async () => {
      const { cable, eva, close } = await atTheEndOfACable()
      await Promise.all(Array.from({ length: 40 }, () => statusOfPush(eva)))
      cable.cut()
      const early = Array.from({ length: 15 }, () => statusOfPush(eva))
      expect(new Set(await Promise.all(early))).toEqual(new Set([503]))
      expect([await statusOfPush(eva), await statusOfPush(eva)]).toEqual([200, 200])
      await close()
    },
  )
})

/** A way to PostgreSQL on which what has been connected can fall silent, without a word of goodbye. */
async function cableTo(port: number) {
  const ends: Socket[] = []
  let left = 0
  const cable = createServer(client => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) socket.on('error', () => {})
    client.pipe(server).pipe(client)
    client.on('data', (bytes: Buffer) => {
      if (left === 0 || !bytes.includes('datestyle')) return
      left--
      for (const socket of [client, server]) socket.destroy()
    })
    ends.push(client, server)
  })
  await new Promise<void>(resolve => cable.listen(0, '127.0.0.1', resolve))
  return {
    port: (cable.address() as AddressInfo).port,
    /** What is connected, and the next so many before they can be used. */
    hangUp(times: number) {
      left = times
      for (const socket of ends.splice(0)) socket.destroy()
    },
    left: () => left,
    cut() {
      for (const socket of ends.splice(0)) socket.unpipe().resume()
    },
    end() {
      for (const socket of ends) socket.destroy()
      cable.close()
    },
  }
}
