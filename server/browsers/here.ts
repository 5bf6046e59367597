/** The browser that a request comes from: known by a cookie of its own, which outlives every session. */

/** The longest that browsers keep a cookie. */
const maxAgeS = 400 * 24 * 60 * 60

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export interface BrowserHere {
  /** undefined: it has never been here, or its cookies were deleted. */
  id: string | undefined
  userAgent: string
  /** Its id; it is given one when it has none, and keeps the one it has for longer. */
  keep(): string
}

interface Cookies {
  isSecure: boolean
  newToken(): string
  setCookie(cookie: string): void
}

export function browserHere(headers: Headers, { isSecure, newToken, setCookie }: Cookies): BrowserHere {
  const name = isSecure ? '__Host-records-browser' : 'records-browser'
  return {
    id: idIn(headers.get('cookie') ?? '', name),
    userAgent: (headers.get('user-agent') ?? '').slice(0, 300),
    keep() {
      // From here on it is known by it: the audit says so too, and a second call gives it no other.
      this.id ??= newToken()
      const secure = isSecure ? '; Secure' : ''
      setCookie(`${name}=${this.id}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`)
      return this.id
    },
  }
}

function idIn(cookies: string, name: string): string | undefined {
  const start = `${name}=`
  const found = cookies
    .split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(start))
    ?.slice(start.length)
  return found !== undefined && idPattern.test(found) ? found : undefined
}
