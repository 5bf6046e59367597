/** The token that a request shows, as `Authorization: Bearer …`; undefined when it shows none. */
export function bearerIn(headers: Headers): string | undefined {
  const [, token] = /^Bearer (\S{1,200})$/i.exec(headers.get('authorization') ?? '') ?? []
  return token
}
