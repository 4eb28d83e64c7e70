// What stories about sessions observe and arrange in a browser context.
import type { BrowserContext } from '@playwright/test'

export const refreshPath = '/api/token/refresh/'

/** Records every answered API call of these tabs from now on. */
export function recordCalls(context: BrowserContext) {
  const calls: { path: string; status: number }[] = []
  context.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (path.startsWith('/api/')) calls.push({ path, status: response.status() })
  })
  return {
    calls,
    refreshes: () => calls.filter(({ path }) => path === refreshPath),
    others: () => calls.filter(({ path }) => path !== refreshPath),
  }
}

/** Leaves only the refresh token. To the server this equals an expired access token. */
export const dropAccessToken = (context: BrowserContext) => context.clearCookies({ name: /atrium_access$/ })

export const sessionCookie = async (context: BrowserContext, name: 'access' | 'refresh') =>
  (await context.cookies()).find((cookie) => cookie.name.endsWith(`atrium_${name}`))?.value

/** Holds back the tabs' reads until `count` of them wait, so that all are in flight with the same cookies. */
export async function releaseTogether(context: BrowserContext, count: number) {
  const waiting: (() => void)[] = []
  await context.route('**/api/**', async (route) => {
    if (waiting.length < count && route.request().method() === 'GET') {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === count) for (const release of waiting) release()
      })
    }
    await route.continue()
  })
}
