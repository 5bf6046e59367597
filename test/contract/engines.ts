/** The databases the contract holds for, each able to open a fresh one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { inject } from 'vitest'
import type { Driver } from '../../server/db/driver.ts'
import { postgresAt, postgresDriver, timestampType } from '../../server/db/postgres.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { ask, unchecked } from './postgres.ts'

export interface Store {
  /** Each call connects anew to the same database. */
  driver(): Driver
  /** The one file it is in, where it is one. */
  path?: string
  remove(): Promise<void>
}

export interface Engine {
  name: string
  create(): Promise<Store>
}

const sqlite: Engine = {
  name: 'SQLite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'records-sqlite-'))
    const path = join(folder, 'records.db')
    return {
      path,
      driver: () => sqliteDriver(path),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}

/** Stands for PostgreSQL where there is none: slower to open, and with one connection, where nothing overlaps. */
export const pglite: Engine = {
  name: 'PGlite',
  async create() {
    const asText = (text: string): string => text
    const instance = await PGlite.create({ parsers: { [timestampType]: asText, 20: asText } })
    // Closing one connection must not end the database.
    const connection = new Proxy(instance, {
      get: (target, key) => {
        if (key === 'close') return async () => {}
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    return {
      driver: () => unchecked(postgresDriver(new PGliteDialect({ pglite: connection }))),
      remove: () => instance.close(),
    }
  },
}

function postgres(url: string): Engine {
  return {
    name: 'PostgreSQL',
    async create() {
      const name = `records_${crypto.randomUUID().replaceAll('-', '')}`
      await ask(url, `create database ${name}`)
      const own = new URL(url)
      own.pathname = `/${name}`
      return {
        driver: () => unchecked(postgresAt(own.href, () => {})),
        remove: async () => void (await ask(url, `drop database ${name} with (force)`)),
      }
    },
  }
}

const url = inject('postgresUrl')

export const engines: Engine[] = [sqlite, url === null ? pglite : postgres(url)]
