/** Cookies of a request. One that comes twice is none: somebody planted the other. */
export function readCookies(header: string | undefined) {
  const found = new Map<string, string>()
  const twice = new Set<string>()
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at < 0) continue
    const name = pair.slice(0, at).trim()
    if (found.has(name)) twice.add(name)
    found.set(name, pair.slice(at + 1).trim())
  }
  for (const name of twice) found.delete(name)
  return found
}

/** `__Host-` makes a browser refuse the cookie from anyone but this very host; it needs https. */
export const cookieName = (name: string, secure: boolean) => (secure ? `__Host-atrium_${name}` : `atrium_${name}`)

/** A host-only cookie that scripts can't read. A null value removes it. */
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
