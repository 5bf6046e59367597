/** A description of operations as its page shows it: by group, each with all that it refers to. [RE6] */
import type { Answer, Described, Operation, Parameter, Schema } from './described.ts'

/** One operation, with all that the page says of it. */
export interface Shown {
  id: string
  method: string
  path: string
  summary: string
  description: string
  parameters: ShownField[]
  /** [RE2] Of a list: each also with `.from` and `.to`. */
  filters: ShownField[]
  body: ShownField[]
  /** With the status that each comes with. */
  answers: ShownAnswer[]
  failures: ShownFailure[]
  sample: string
}

export interface ShownField {
  name: string
  place: Parameter['in'] | ''
  type: string
  isRequired: boolean
  description: string
  max?: number
  usual?: string | number
}

export interface ShownAnswer {
  status: string
  description: string
  headers: string[]
  /** undefined: it has no body of JSON, or none that is shown. */
  example: string | undefined
}

export interface ShownFailure {
  status: string
  description: string
  codes: string[]
}

export interface Group {
  name: string
  title: string
  /** Of a record, where it is about records. */
  fields: ShownField[]
  operations: Shown[]
}

export function groupsOf(document: Described): Group[] {
  const all = Object.entries(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      tags: operation.tags,
      shown: shownOf(document, { path, method, operation, shared: parameters }),
    })),
  )
  return document.tags.map(({ name, description }) => ({
    name,
    title: description,
    fields: fieldsOf(document.components.schemas[name]),
    operations: all.filter(({ tags }) => tags.includes(name)).map(({ shown }) => shown),
  }))
}

interface Found {
  path: string
  method: string
  operation: Operation
  shared: Parameter[]
}

function shownOf(document: Described, { path, method, operation, shared }: Found): Shown {
  const { operationId: id, summary, description = '', parameters = [], requestBody, responses } = operation
  const known = Object.entries(responses).map(
    ([status, answer]) => [status, resolved(document, answer)] as const,
  )
  return {
    ...{ id, method: method.toUpperCase(), path, summary, description },
    ...parted([...shared, ...parameters]),
    body: fieldsOf(requestBody?.content['application/json']?.schema),
    answers: known
      .filter(([status]) => status.startsWith('2'))
      .map(([status, answer]) => ({
        status,
        description: answer.description,
        headers: Object.keys(answer.headers ?? {}),
        example: textOf(answer.content?.['application/json']?.example),
      })),
    failures: known
      .filter(([status]) => /^[45]/.test(status))
      .map(([status, answer]) => ({
        status,
        description: answer.description,
        codes: codesOf(answer),
      })),
    sample: operation['x-codeSamples'][0]?.source ?? '',
  }
}

const resolved = ({ components }: Described, answer: Answer): Answer =>
  components.responses[answer.$ref?.split('/').at(-1) ?? ''] ?? answer

function codesOf({ content }: Answer): string[] {
  const { examples, example } = content?.['application/problem+json'] ?? {}
  return examples ? Object.keys(examples) : [(example as { code?: string } | undefined)?.code ?? '']
}

const textOf = (example: unknown): string | undefined =>
  example === undefined ? undefined : JSON.stringify(example, null, 2)

function parted(all: readonly Parameter[]): Pick<Shown, 'parameters' | 'filters'> {
  const names = new Set(all.map(({ name }) => name))
  const isEnd = ({ name }: Parameter) => /\.(from|to)$/.test(name)
  const hasEnds = ({ name }: Parameter) => names.has(`${name}.from`)
  const single = all.filter(each => !isEnd(each))
  return {
    parameters: single.filter(each => !hasEnds(each)).map(parameterOf),
    filters: single.filter(hasEnds).map(each => ({ ...parameterOf(each), description: '' })),
  }
}

const parameterOf = ({ name, in: place, required, description = '', schema }: Parameter): ShownField => ({
  ...fieldOf(name, schema, required),
  ...{ place, description },
})

function fieldsOf({ properties = {}, required = [] }: Schema = {}): ShownField[] {
  return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)))
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): ShownField {
  const known = notNull(schema)
  const { maxLength: max, default: usual } = known
  return {
    ...{ name, place: '', type: typeOf(schema), isRequired },
    description: schema.description ?? known.description ?? '',
    ...(max !== undefined && { max }),
    ...(usual !== undefined && { usual }),
  }
}

const kindsOf = ({ type }: Schema): string[] => (Array.isArray(type) ? type : type ? [type] : [])

/** `uuid or null`; of a choice, what there is. */
function typeOf(schema: Schema): string {
  const { format, enum: choices } = notNull(schema)
  const names = choices ?? (format === undefined ? kindsOf(notNull(schema)) : [format])
  const mayBeNull = schema.anyOf?.some(({ type }) => type === 'null') === true
  return [...names, ...(mayBeNull ? ['null'] : [])].join(' | ')
}

const notNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
