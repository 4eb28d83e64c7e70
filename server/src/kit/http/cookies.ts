/** The cookies of a request. One that occurs twice is ignored, because another site may have planted it. */
export function readCookies(header: string | undefined) {
  const cookies = new Map<string, string>()
  const duplicates = new Set<string>()
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at < 0) continue
    const name = pair.slice(0, at).trim()
    if (cookies.has(name)) duplicates.add(name)
    cookies.set(name, pair.slice(at + 1).trim())
  }
  for (const name of duplicates) cookies.delete(name)
  return cookies
}

/** With `__Host-`, browsers accept the cookie from this host only. The prefix needs https. */
export const cookieName = (name: string, secure: boolean) => (secure ? `__Host-atrium_${name}` : `atrium_${name}`)

/** A `set-cookie` header for a host-only cookie that scripts can't read. A null value removes the cookie. */
export function writeCookie(name: string, value: string | null, { seconds, secure }: { seconds: number; secure: boolean }) {
  const parts = [
    `${cookieName(name, secure)}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${value === null ? 0 : seconds}`,
  ]
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}
