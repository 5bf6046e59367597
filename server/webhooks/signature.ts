/** The signature of a delivery, as the Standard Webhooks have it. [WH2] */
import { createHash, createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** Of the server's own secret and the webhook's id: it stands nowhere, and in no backup. */
export function secretOf(serverSecret: string, id: string): string {
  return `${prefix}${createHmac('sha256', serverSecret).update(`webhook ${id}`).digest('base64')}`
}

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export interface Signed {
  /** Of the message: that of another with the same content is the same. */
  id: string
  /** In seconds since 1970. */
  timestamp: number
  body: string
}

export function headersOf({ id, timestamp, body }: Signed, secret: string): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Records',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${mac}`,
  }
}
