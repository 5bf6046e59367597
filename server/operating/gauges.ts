/** What is so at the moment, as Prometheus reads it: looked at when it is asked for. [OP3] */
import { Gauge, Registry } from 'prom-client'
import type { Stored } from '../db/measured.ts'

export interface Moment {
  protocol: string
  database: string
  streams: number
  isReady: boolean
  /** undefined: the database does not answer. */
  stored: Stored | undefined
}

/** A value that is not known is not there. */
export function gaugesText({ protocol, database, streams, isReady, stored }: Moment): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `records_${name}`, help, labelNames, registers: [registry] })
  function single(name: string, help: string, value: number | undefined): void {
    if (value !== undefined) gauge(name, help).set(value)
  }
  const about = ['protocol', 'database']
  gauge('info', 'Always 1: which protocol, on which database', about).set({ protocol, database }, 1)
  single('event_streams', 'Open streams of events', streams)
  single('ready', '1 while /api/readyz says so', isReady ? 1 : 0)
  single('database_up', '1 while the database answers', stored ? 1 : 0)
  if (!stored) return registry.metrics()
  single('clock', 'The counter of writing transactions', stored.clock)
  single('database_bytes', 'Size of the database', stored.sizes.database)
  single('database_wal_bytes', 'Size of the write-ahead log of a SQLite database', stored.sizes.wal)
  single('wal_written_bytes', 'Write-ahead log that PostgreSQL has written so far', stored.sizes.walWritten)
  single('disk_free_bytes', 'Free space beside a SQLite database', stored.sizes.diskFree)
  single('backup_age_seconds', 'Since the last npm run backup of the past 30 days', stored.backupSeconds)
  single(
    'unsent_age_seconds',
    'Since the last contact of any browser that had unsent edits then',
    stored.unsentSeconds,
  )
  const label = ['last_contact']
  const browsers = gauge('browsers', 'Browsers that people use, by their last contact', label)
  const withUnsent = gauge('browsers_unsent', 'Those of them that had unsent edits then', label)
  const unsent = gauge('edits_unsent', 'The edits that were unsent then', label)
  for (const { lastContact, ...counted } of stored.browsers) {
    const labels = { last_contact: lastContact }
    browsers.set(labels, counted.browsers)
    withUnsent.set(labels, counted.withUnsent)
    unsent.set(labels, counted.unsent)
  }
  return registry.metrics()
}
