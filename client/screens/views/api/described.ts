/** As much of an OpenAPI document as the page reads. [RE6] */

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  const?: string
  enum?: string[]
  maxLength?: number
  default?: string | number
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export interface Content {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export interface Answer {
  $ref?: string
  description: string
  headers?: Record<string, { description: string }>
  content?: Record<string, Content>
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, Answer>
  'x-codeSamples': { label: string; source: string }[]
}

type Methods = Partial<Record<'get' | 'post' | 'patch' | 'delete', Operation>>

export interface Described {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Methods & { parameters?: Parameter[] }>
  components: {
    securitySchemes: Record<string, { description: string; bearerFormat: string }>
    schemas: Record<string, Schema>
    responses: Record<string, Answer>
  }
}
