/** The parameters of a list, as the description names them: each filter with the type of its field. [RE2] */
import * as z from 'zod'
import { fieldNamed, type Kind } from '../../shared/metadata.ts'
import { type Json, parameter } from './described.ts'
import { exampleId } from './examples.ts'
import { ownFacts, valueSchema } from './form.ts'
import { type ends, ownColumns, querySchema, textOfPlace } from './list-query.ts'

const meanings: Record<keyof typeof ends, string> = {
  '': 'Is that',
  '.from': 'Is that, or comes after it',
  '.to': 'Is that, or comes before it',
}

/** `made`: the record that the example of each filter finds. */
export function listParameters(kind: Kind, made: Json): Json[] {
  const examples: Json = {
    ...{ limit: 10, sort: '-changed_at', fields: `uid,version,${kind.title}`, format: 'csv' },
    after: textOfPlace(exampleId, exampleId),
  }
  return Object.entries(querySchema(kind).shape).map(([name, schema]) => {
    const filter = filterNamed(kind, name)
    if (!filter) return parameter(name, schema as z.ZodType, examples[name])
    return parameter(name, filter.schema, made[filter.column])
  })
}

function filterNamed(kind: Kind, name: string): { column: string; schema: z.ZodType } | undefined {
  for (const [end, meaning] of Object.entries(meanings)) {
    const column = end !== '' && name.endsWith(end) ? name.slice(0, -end.length) : name
    if (end === '' && name.includes('.')) continue
    const own = ownColumns.find(each => each === column)
    const field = fieldNamed(kind, column)
    const schema = own ? ownFacts[own] : field && valueSchema(field)
    if (!schema || (end !== '' && column === name)) continue
    const value = schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema
    return { column, schema: value.meta({ ...value.meta(), description: meaning }) }
  }
  return undefined
}
