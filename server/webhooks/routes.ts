/** /api/webhooks: for admins. [WH1] */
import type { AuditAction } from '../../shared/audit.ts'
import { WebhookMessage, WebhookNamed } from '../../shared/webhook-messages.ts'
import { audit, type Call, readMessage, type Route } from '../route.ts'
import type { Services } from '../services.ts'
import { endWebhook, makeWebhook, startAgain, webhooksTold } from './webhooks.ts'

export const webhookRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/webhooks', access: 'manage', handle: handleWebhooks },
  { method: 'POST', path: '/api/webhooks', access: 'manage', handle: handleNew },
  {
    ...{ method: 'POST', path: '/api/webhooks/end', access: 'manage' },
    handle: call => actOn(call, 'webhook_ended', endWebhook),
  },
  {
    ...{ method: 'POST', path: '/api/webhooks/start', access: 'manage' },
    handle: call => actOn(call, 'webhook_started', startAgain),
  },
]

async function handleWebhooks({ services }: Call): Promise<Response> {
  return Response.json(await webhooksTold(services))
}

async function handleNew(call: Call): Promise<Response> {
  const body = await readMessage(call, WebhookMessage)
  const details = () => ({ kinds: body.kinds.length })
  const spec = { action: 'webhook_made', whom: () => body.userId, details } as const
  const made = await audit(call, spec, { body, work: () => makeWebhook(call.services, body) })
  return Response.json(made, { status: 201 })
}

async function actOn(
  call: Call,
  action: AuditAction,
  act: (services: Services, id: string) => Promise<string>,
): Promise<Response> {
  const { id } = await readMessage(call, WebhookNamed)
  const body: { owner?: string } = {}
  const work = async () => void (body.owner = await act(call.services, id))
  await audit(call, { action, whom: () => body.owner }, { body, work })
  return Response.json({})
}
