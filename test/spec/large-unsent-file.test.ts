/** A file of as much unsent work as a list that was read in comes to. */
import { expect, test } from 'vitest'
import { readFile } from '../../client/engine/ask/unsent-file.ts'
import { mostRows } from '../../client/engine/import/limits.ts'
import { kinds } from '../../shared/kinds.ts'
import { recordB, uid } from '../support/tables.ts'

test('[OB21, IM7] a file of as many records as a list may bring is read', () => {
  const acts = [{ seq: 1, since: 0, at: 1, deed: { do: 'make', fields: recordB({ nama: 'Gudang' }) } }]
  const records = Array.from({ length: mostRows }, (_, number) => ({
    ...{ kind: 'record_b', uid: uid(number + 1_000), acts, flights: [] },
  }))
  const file = { format: 'records-unsent', version: 2, savedAt: '2026-01-05', records }
  const read = readFile(JSON.stringify(file, null, 2), { kinds, userId: 'user-1' })
  expect(read.outcome === 'read' && read.records.length).toBe(mostRows)
})
