/** A session in the browser here, for whoever has shown what lets them in. */
import type { Call } from '../route.ts'
import { noteSignIn } from '../browsers/contact.ts'

export async function beginSession(
  { services, here, setCookie }: Pick<Call, 'services' | 'here' | 'setCookie'>,
  { id: userId, username }: { id: string; username: string },
): Promise<void> {
  const { response, headers } = await services.auth.api.signInHere({ body: { userId }, returnHeaders: true })
  for (const cookie of headers.getSetCookie()) setCookie(cookie)
  await noteSignIn(services, here, { id: response.sessionId, userId, username })
}
