/** What is kept of a SQLite database when a new version changes its tables. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { ownFolder } from '../../server/db/own-files.ts'
import { sqliteInPlace } from '../../server/db/sqlite.ts'
import { forgetLast, lastMigration } from './older-database.ts'

const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }

describe('Before an upgrade', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'records-before-'))
    ownFolder(folder)
    file = join(folder, 'records.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const open = () => openDatabase(sqliteInPlace(file), stamps)
  const copies = () => readdirSync(folder).filter(name => name.includes('-before-'))
  /** Takes it back to the version before the last migration. */
  async function older(secret: string): Promise<void> {
    const { db, close } = await open()
    await forgetLast(db as never)
    await sql`delete from settings where name = 'auth_secret'`.execute(db)
    await sql`insert into settings (name, value) values ('auth_secret', ${secret})`.execute(db)
    await close()
  }

  test('[RS10] the database is copied whole, for its account alone, and once', async () => {
    await older('first')
    expect(copies()).toEqual([])
    await (await open()).close()
    await (await open()).close()
    expect(copies()).toEqual([`records-before-${lastMigration}.db`])
    const copy = join(folder, `records-before-${lastMigration}.db`)
    expect(statSync(copy).mode & 0o077).toBe(0)
    const kept = new Sqlite(copy, { readonly: true })
    expect(kept.prepare(`select value from settings where name = 'auth_secret'`).pluck().get()).toBe('first')
    const index = kept.prepare(`select sql from sqlite_master where name = 'ledger_record'`).pluck().get()
    expect(index).toContain('(kind, uid')
    kept.close()
  })

  test('[RS10] one that is put back and upgraded again takes the place of the copy of before', async () => {
    for (const secret of ['first', 'second']) {
      await older(secret)
      await (await open()).close()
    }
    const kept = new Sqlite(join(folder, `records-before-${lastMigration}.db`), { readonly: true })
    expect(kept.prepare(`select value from settings where name = 'auth_secret'`).pluck().get()).toBe('second')
    kept.close()
    expect(copies()).toHaveLength(1)
  })

  test('[RS10] where it cannot be copied, nothing is changed', async () => {
    await older('first')
    const before = new Sqlite(file, { readonly: true })
    const names = before.prepare('select name from kysely_migration order by name').pluck().all()
    before.close()
    const driver = sqliteInPlace(file)
    const failing = {
      ...driver,
      keepBefore: () => {
        throw new Error('no room')
      },
    }
    await expect(openDatabase(failing, stamps)).rejects.toThrow('no room')
    const after = new Sqlite(file, { readonly: true })
    expect(after.prepare('select name from kysely_migration order by name').pluck().all()).toEqual(names)
    after.close()
  })

  test('[RS10] of a new database nothing is kept', async () => {
    await (await open()).close()
    expect(copies()).toEqual([])
  })
})
