/** What a webhook delivers, as the description has it: the other side of docs/webhooks.md. [RE5] [WH2] [WH3] */
import type { Kind } from '../../shared/metadata.ts'
import { header, type Json, listOf, objectOf, ref } from './described.ts'

const text = (description: string): Json => ({ type: 'string', description })
const signed = (name: string, description: string, example: string): Json =>
  header(name, { required: true, description, schema: { type: 'string' }, example })

export function deliveries(kinds: readonly Kind[]): Json {
  const schema = objectOf({
    type: { const: 'records.changed' },
    timestamp: { type: 'string', format: 'date-time' },
    data: { oneOf: kinds.map(({ name }) => dataOf(name)) },
  })
  return {
    'records.changed': {
      post: {
        ...{ operationId: 'records_changed', tags: ['changes'], summary: 'Changes, as they happen' },
        description:
          'Sent to the address of a webhook, signed as the Standard Webhooks say, and again until it is answered with 2xx.',
        // Whoever sends has no token: the signature says who it is.
        security: [],
        parameters: [
          signed('webhook-id', 'The same when the same is sent again', 'msg_Vd0X0Yl3bqE3c5mO8hTn2w'),
          signed('webhook-timestamp', 'Seconds since 1970', '1795681800'),
          signed('webhook-signature', '`v1,` and the HMAC of id, timestamp and body', 'v1,3q2+7w=='),
        ],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'It was taken' }, '410': { description: 'Send nothing more' } },
      },
    },
  }
}

const dataOf = (kind: string): Json =>
  objectOf({
    webhook: text('Which one it is'),
    sequence: {
      type: 'integer',
      description: 'Higher each time: what is not higher is late, and nothing to do for',
    },
    anew: { type: 'boolean', description: 'The copy is to be emptied first' },
    kind: { const: kind },
    records: listOf(ref(kind)),
    gone: listOf({ type: 'string', format: 'uuid' }),
    cursor: text('Where `changes` goes on, once `more` is false'),
    more: { type: 'boolean' },
  })
