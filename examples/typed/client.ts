/** Lists, pages, makes, reads, changes and deletes Devices, and follows what changes, by types that were generated. */
import createClient from 'openapi-fetch'
import type { components, paths } from './records.d.ts'

type Device = components['schemas']['device']

const records = createClient<paths>({
  baseUrl: process.env['RECORDS'] ?? 'http://localhost:8080/api/v1',
  headers: { authorization: `Bearer ${process.env['TOKEN']}` },
})

/** What was answered; a problem ends the program with its code. */
function told<T>({ data, error }: { data?: T; error?: components['schemas']['Problem'] }): T {
  if (data === undefined) throw new Error(error?.code ?? 'No answer')
  return data
}

async function pageOf(name: string, after: string | null) {
  const query = { 'name.from': name, sort: 'name', limit: 2, ...(after !== null && { after }) }
  const page = told(await records.GET('/device', { params: { query } }))
  if (typeof page === 'string') throw new Error('As CSV, which nobody asked for')
  return page
}

async function all(name: string): Promise<Device[]> {
  const found: Device[] = []
  for (let after: string | null = null; ;) {
    const page = await pageOf(name, after)
    found.push(...page.records)
    if (page.next === null) return found
    after = page.next
  }
}

const seen = (device: Device, key = crypto.randomUUID()) => ({
  path: { uid: device.uid },
  header: { 'If-Match': `"${device.version}"`, 'Idempotency-Key': key },
})

const before = await all('Device 3')
console.log('from Device 3 on:', before.map(({ name }) => name).join(', '))

const made = told(await records.POST('/device', { body: { name: 'Gate 3', site_id: '1' } }))
const path = { uid: made.uid }
console.log('made:', told(await records.GET('/device/{uid}', { params: { path } })).name)

const changed = told(await records.PATCH('/device/{uid}', { params: seen(made), body: { name: 'Gate 4' } }))
console.log('changed:', changed.name)

const late = await records.PATCH('/device/{uid}', { params: seen(made), body: { name: 'Gate 5' } })
if (late.response.status === 412 && late.error && 'details' in late.error) {
  const { fields, theirs } = late.error.details as { fields: string[]; theirs: Device }
  console.log('changed meanwhile:', fields.join(', '), 'to', theirs.name)
}

const { response } = await records.DELETE('/device/{uid}', { params: seen(changed) })
console.log('deleted:', response.status)

const { entries } = told(await records.GET('/device/{uid}/history', { params: { path } }))
console.log('history:', entries.map(({ before, after }) => `${before?.name} → ${after?.name}`).join(', '))

let copied = 0
for (let after: string | undefined; ;) {
  const page = told(
    await records.GET('/changes', { params: { query: after === undefined ? {} : { after } } }),
  )
  if (page.kind === 'device') copied += page.records.filter(({ site_id }) => site_id === '1').length
  if (!page.more) break
  after = page.next
}
console.log('copied:', copied)
