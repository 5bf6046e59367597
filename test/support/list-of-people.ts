/** A list as an office would bring it, for the records that `npm run demo` invents: some as they are, some changed, some new. */
import { demoMutations, demoSeed, sitesFor } from '../../server/demo/generate.ts'
import { isUidReference } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { fillable, kindNamed } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'

/** Of four rows one is known, one has another name, and two are of people whom nobody knows. */
const known = 0
const renamed = 1
const turn = 4

/** CSV with semicolons, as a spreadsheet in Indonesia writes it. `devices`: as many as the demo made. */
export function* listOfPeople(rows: number, devices = 50): Generator<string> {
  const kind = kindNamed(kinds, 'record_a')
  const fields = kind ? fillable(kind) : []
  const names = new Map<string, string>()
  yield `${fields.map(({ label }) => label.id).join(';')}\r\n`
  let row = 0
  const sites = sitesFor(devices)
  const seed = demoSeed('1', { sites, devices })
  for (const mutation of demoMutations(kinds, {
    seed,
    counts: { site: sites, device: devices, record_a: rows },
  })) {
    if (mutation.op !== 'create') continue
    if (mutation.kind === 'device') names.set(mutation.uid, String(mutation.fields['name']))
    if (mutation.kind !== 'record_a') continue
    yield `${fields.map(({ name }) => cellOf(inTurn(mutation.fields, row)[name], names)).join(';')}\r\n`
    row++
  }
}

function inTurn(fields: Fields, row: number): Fields {
  if (row % turn === known) return fields
  if (row % turn === renamed) return { ...fields, name: `${String(fields['name'])}, S.T.` }
  return { ...fields, pin: `B${String(fields['pin'])}` }
}

function cellOf(value: Fields[string] | undefined, names: ReadonlyMap<string, string>): string {
  if (isUidReference(value)) return names.get(value.uid) ?? ''
  if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
  return `"${(value ?? '').replaceAll('"', '""')}"`
}
