/** Records that the rules accept, as strange as the rules allow. */
import fc from 'fast-check'
import { faultOf, type FieldTypeName, typeNameOf, type Value } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { type Field, fillable, type Kind, kindNamed } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'

/** Any code point but NUL, in texts from one character to the longest allowed. */
function text(field: Field): fc.Arbitrary<string> {
  const maxLength = field.validation.max ?? 255
  const strange = fc.constantFrom(
    '\u202e',
    '\ufeff',
    '\u0301',
    '👩',
    '\u2028',
    '\r',
    '\ue000',
    '𐀀',
    '"',
    '\\',
    '\u0001',
  )
  return fc
    .oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength, size: 'max' }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.ceil(maxLength / 8) }),
      fc.array(strange, { minLength: 1, maxLength }).map(characters => characters.join('')),
      fc.constantFrom('0042', '0', 'null', 'true', '1e3', "'", '%', 'infinity', ' x ', '\t=1+1'),
    )
    .map(value => value.replaceAll('\0', '0'))
}

const extremes = ['0001-01-01T00:00:00', '9999-12-31T23:59:59', '2024-02-29T00:00:00', '1582-10-10T12:00:00']

const two = (number: number) => String(number).padStart(2, '0')

const datetime = fc.oneof(
  fc.constantFrom(...extremes),
  fc
    .tuple(fc.nat(9998), fc.nat(11), fc.nat(27), fc.nat(23), fc.nat(59), fc.nat(59))
    .map(([year, month, day, hour, minute, second]) => {
      const date = `${String(year + 1).padStart(4, '0')}-${two(month + 1)}-${two(day + 1)}`
      return `${date}T${two(hour)}:${two(minute)}:${two(second)}`
    }),
)

/** `references`: ids of records that exist. */
function valuesOf(field: Field, references: readonly string[]): fc.Arbitrary<Value> {
  const byType: Record<FieldTypeName, () => fc.Arbitrary<Value>> = {
    text: () => text(field),
    boolean: () => fc.boolean(),
    datetime: () => datetime,
    instant: () => datetime.map(value => `${value}Z`),
    integer: () => fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
    reference: () => fc.constantFrom(...references),
  }
  return byType[typeNameOf(field)]().filter(value => faultOf(value, field) === undefined)
}

function kind(name: string): Kind {
  const known = kindNamed(kinds, name)
  if (!known) throw new Error(`There is no kind ${name}`)
  return known
}

export function legalRecords(
  name: string,
  references: readonly string[],
  { count, seed }: { count: number; seed: number },
): Fields[] {
  const fields = fillable(kind(name)).map(field => [field.name, valuesOf(field, references)] as const)
  return fc.sample(fc.record(Object.fromEntries(fields)), { numRuns: count, seed })
}
