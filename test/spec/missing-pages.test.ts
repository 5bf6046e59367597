/** What is asked while pages are read: those in front of a page may come after it. */
import { expect, test } from 'vitest'
import { pagesAfter } from '../../client/engine/table/apply.ts'
import { arrivalOf, Bench, uid } from '../support/tables.ts'

const device = { uid: uid(99), id: '1', version: 1, fields: { name: 'Gerbang' } }

test('[PG5] finds and refers to what is here, whichever pages are not yet', () => {
  const bench = new Bench()
  const devices = bench.table('device')
  for (const page of pagesAfter(devices, arrivalOf([device]), { isResync: false }))
    devices.install({ ...page, page: 2 })
  bench.confirmNames('Añi')
  expect(bench.find('device', '').rows).toMatchObject([{ uid: device.uid }])
  expect(bench.find('device', { search: 'gerbang', sort: [{ field: 'name', descending: true }] }).total).toBe(
    1,
  )
  expect(bench.find('record_a', 'gerbang').total).toBe(1)
})
