// What stories about sessions observe and arrange in a browser context.
import type { BrowserContext } from '@playwright/test'
import { intercept } from './visit.ts'

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
  const all = Promise.withResolvers<void>()
  let waiting = 0
  for (const page of context.pages())
    await intercept(page, '**/api/**', async (route, request) => {
      if (request.method() === 'GET') {
        if (++waiting === count) all.resolve()
        await all.promise
      }
      await route.fallback()
    })
}
