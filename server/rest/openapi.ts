/** What /api/v1 is, as OpenAPI 3.1: made of the metadata and of the schemas that requests are read by. [RE5] */
import type { Kinds } from '../../shared/metadata.ts'
import { deliveries } from './delivery-described.ts'
import { failureResponses, type Json, problemSchema, schemaOf } from './described.ts'
import { examplesOf } from './examples.ts'
import { recordSchema } from './form.ts'
import { changes, pathsOf } from './operations.ts'

const version = '1'

export function openApi(kinds: Kinds): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Records',
      version,
      description:
        'Records for other programs, over the rules of the app. Examples are for a shell in which `RECORDS` is the address of /api/v1, and `TOKEN` a token.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    tags: [
      ...kinds.map(({ name, plural }) => ({ name, description: plural.en })),
      { name: 'changes', description: 'A copy that is kept' },
    ],
    paths: {
      ...Object.assign({}, ...kinds.map(kind => pathsOf(kind, examplesOf(kinds, kind)))),
      '/changes': { get: changes(kinds) },
    },
    webhooks: deliveries(kinds),
    components: {
      securitySchemes: {
        token: {
          ...{ type: 'http', scheme: 'bearer', bearerFormat: 'rec_…' },
          description:
            'Made in the app (Settings, Other programs), or with `npm run token`, and shown once. The program acts for the account of the token: it sees what that sees, and may do what both its own role and the account’s may.',
        },
      },
      schemas: {
        ...Object.fromEntries(kinds.map(kind => [kind.name, schemaOf(recordSchema(kind))])),
        Problem: problemSchema,
      },
      responses: failureResponses(),
    },
  }
}
