/** The browser that a request comes from: known by a cookie of its own, which outlives every session. */

/** The longest that browsers keep a cookie. */
const maxAgeS = 400 * 24 * 60 * 60

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export interface BrowserHere {
  /** undefined: it has never been here, or its cookies were deleted. */
  readonly id: string | undefined
  readonly userAgent: string
  /** Its id; it is given one when it has none, and keeps the one it has for longer. */
  keep(): string
  /** [AC20] The one that a session was made in, whatever its cookie says; it is given that back. */
  madeIn(browserId: string): BrowserHere
}

interface Cookies {
  isSecure: boolean
  newToken(): string
  setCookie(cookie: string): void
}

export function browserHere(headers: Headers, { isSecure, newToken, setCookie }: Cookies): BrowserHere {
  const name = isSecure ? '__Host-records-browser' : 'records-browser'
  const found = idIn(headers.get('cookie') ?? '', name)
  const userAgent = (headers.get('user-agent') ?? '').slice(0, 300)
  const give = (id: string): void => {
    const secure = isSecure ? '; Secure' : ''
    setCookie(`${name}=${id}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`)
  }
  const known = (first: string | undefined): BrowserHere => {
    let id = first
    let isKept = false
    const here: BrowserHere = {
      get id() {
        return id
      },
      userAgent,
      keep() {
        id ??= newToken()
        if (!isKept) give(id)
        isKept = true
        return id
      },
      madeIn(browserId) {
        if (browserId === id) return here
        give(browserId)
        return known(browserId)
      },
    }
    return here
  }
  return known(found)
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
