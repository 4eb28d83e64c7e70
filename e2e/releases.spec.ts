// A new release: it takes over at the next page, and files of two releases never mix.
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { atrium, keepFiles, newestWorker, openPage, submitLogIn, test } from './visit.ts'

test.use({ serviceWorkers: 'allow' })

async function openProject(page: Page, name: RegExp) {
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/**
 * A proxy before the server that serves the app as a later release would, once `replace` is called: its entry and its service worker have
 * changed. Once the browser has them, files of the earlier release are gone.
 */
async function startReleases() {
  let entry: string | undefined
  let isGone = (_file: string) => false
  const renamed = (text: string) => text.replaceAll(`${entry}.js`, `${entry}2.js`).replace(/("release\\*":\\*")/, '$1later')
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const [file = ''] = url.split('?')
    if (isGone(file)) return void outgoing.writeHead(404).end()
    const path = url.replace(`${entry}2.js`, `${entry}.js`)
    const { port } = new URL(atrium.mainOrigin)
    const { 'if-none-match': _, 'if-modified-since': __, ...sent } = headers
    const forwarded = request(
      { host: '127.0.0.1', port, method, path, headers: { ...sent, 'accept-encoding': 'identity' } },
      async (answer) => {
        const isChanged = entry !== undefined && (file === '/sw.js' || /html/.test(String(answer.headers['content-type'])))
        const { 'content-length': ___, etag: ____, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, isChanged ? rest : answer.headers)
        if (isChanged) outgoing.end(renamed(await text(answer)))
        else answer.pipe(outgoing)
      },
    )
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://demo.localhost:${typeof address === 'object' ? address?.port : 0}`,
    async replace(page: Page) {
      entry = (await entryOf(page)).replace(/\.js$/, '')
    },
    removeDialogs() {
      isGone = (file) => /Dialog-/.test(file)
    },
    close: () => server.closeAllConnections(),
  }
}

const entryOf = (page: Page) => page.evaluate<string>(`new URL(document.querySelector('script[type="module"]').src).pathname`)

test('a new release takes over at the next page, and open pages keep the files of their own', async ({ browser }) => {
  const releases = await startReleases()
  const page = await openPage(browser, `${releases.origin}/login`)
  await submitLogIn(page, 'pam@demo.test')
  await openProject(page, /Website relaunch/)
  await keepFiles(page)
  const before = await entryOf(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await releases.replace(page)
  await page.evaluate(`navigator.serviceWorker.getRegistration().then((it) => it.update())`)
  // Nothing is clicked before: a pointer over a link wakes the old worker, and the new one then waits half a minute until that is idle.
  await expect.poll(() => newestWorker(page), { timeout: 60_000 }).toBe('activated')
  expect(await page.evaluate(`caches.keys().then((keys) => keys.at(-1))`)).toContain('later')
  expect(await entryOf(page)).toBe(before)
  await expect(async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await openProject(page, /Website relaunch/)
    expect(await entryOf(page)).not.toBe(before)
  }).toPass({ timeout: 60_000 })
  const after = await entryOf(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await entryOf(page)).toBe(after)
  await page.context().setOffline(false)

  // This tab still runs the earlier release, and loads a file of it that the server no longer has.
  releases.removeDialogs()
  await other.getByRole('button', { name: '+ New Task' }).click()
  await expect(other.getByRole('dialog', { name: 'Create New Task' })).toBeVisible()
  expect(await entryOf(other)).toBe(before)
  releases.close()
})
