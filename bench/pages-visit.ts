import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { sleep, stopped } from './stopping.ts'

/** A page and the first thing in it that a person came for. */
export type Target = {
  path: string
  shows: string
  /** An element to click as soon as it is shown, the key to hold down with it, and what the click does. */
  click?: string
  with?: 'ctrlKey'
  does?: string
}

/** The measurements of one opened page, in milliseconds, requests and bytes. */
export type Opened = {
  interactive: number
  requests_before: number
  requests: number
  scripts_before: number
  script_files_before: number
  scripts: number
  blocked: number
  shift: number
}

/** Milliseconds after a page is interactive, in which it loads what it needs later. */
const rest = 4000
const patience = 30_000

export async function startBrowser(cleaning: AsyncDisposableStack, executablePath: string) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  cleaning.defer(() => browser.close())
  return browser
}

/** Runs in each page: waits for the target, clicks it, and notes when it has reacted. */
const probe = `
  if (window === window.top) {
    const probe = (window.probe = { interactive: 0, blocked: 0, shift: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) probe.blocked += duration - 50
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) probe.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
    const isShown = (selector) => {
      const found = document.querySelector(selector)
      return found && !found.closest('.delayed') && found.checkVisibility({ visibilityProperty: true }) && found
    }
    probe.await = ({ path, shows, click, with: held, does }) =>
      new Promise((resolve) => {
        let clicked = -Infinity
        const look = () => {
          if (path && !location.pathname.startsWith(path)) return requestAnimationFrame(look)
          if (!isShown(shows)) return requestAnimationFrame(look)
          if (click && !isShown(does)) {
            // A second click would undo the first, unless that was lost.
            if (isShown(click) && performance.now() - clicked > 1000) {
              clicked = performance.now()
              isShown(click).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [held]: true }))
            }
            return requestAnimationFrame(look)
          }
          // The frame that shows it has been drawn when the next task runs.
          setTimeout(() => resolve(performance.now()))
        }
        look()
      })
  }
`
type Probe = { blocked: number; shift: number }

type Sent = { at: number; type: string; bytes: number; isCached: boolean }

/** Counts what crosses the network, and what the disk cache answers. */
async function watchRequests(session: CDPSession) {
  const sent = new Map<string, Sent>()
  session.on('Network.requestWillBeSent', ({ requestId, wallTime, type = 'Other' }) =>
    sent.set(requestId, { at: wallTime * 1000, type, bytes: 0, isCached: false }),
  )
  // The memory cache answers with what the page has fetched before, for example a preloaded file.
  session.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const request = sent.get(requestId)
    if (request) Object.assign(request, { type, isCached: response.fromDiskCache === true })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = sent.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  return sent
}

export type Visit = { page: Page; context: BrowserContext; open: (target: Target, options?: Options) => Promise<Opened> }
type Options = { slowdown?: number; isWhole?: boolean }

/** A tab whose openings are measured. `isWhole` also waits for what the page loads later. */
export async function startVisit(context: BrowserContext, origin: string): Promise<Visit> {
  await context.addInitScript(probe)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const sent = await watchRequests(session)
  return {
    page,
    context,
    async open(target, { slowdown = 1, isWhole = false } = {}) {
      stopped.throwIfAborted()
      sent.clear()
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.goto(origin + target.path, { waitUntil: 'commit' })
      const interactive = await until(page, target)
      await sleep(isWhole ? rest : 300)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      const origin_time = await page.evaluate<number>('performance.timeOrigin')
      const { blocked, shift } = await page.evaluate<Probe>('window.probe')
      const all = [...sent.values()]
      const before = all.filter(({ at }) => at <= origin_time + interactive)
      return {
        interactive,
        requests_before: before.length,
        requests: all.length,
        scripts_before: bytesOf(before),
        script_files_before: before.filter(isScript).length,
        scripts: bytesOf(all),
        blocked,
        shift,
      }
    },
  }
}

const isScript = ({ type }: Sent) => type === 'Script'
const bytesOf = (sent: Sent[]) => sent.filter(isScript).reduce((sum, { bytes }) => sum + bytes, 0)

/** Milliseconds since the navigation until the target has reacted. */
async function until(page: Page, target: Target) {
  const timeout = setTimeout(() => void page.close(), patience)
  try {
    return await page.evaluate<number>(`probe.await(${JSON.stringify({ ...target, path: undefined })})`)
  } finally {
    clearTimeout(timeout)
  }
}

/** Milliseconds from a click on a link to the page that it leads to. */
export const follow = (page: Page, link: string, target: Target) =>
  page.evaluate<number>(`(async () => {
    await probe.await({ shows: ${JSON.stringify(link)} })
    const start = performance.now()
    document.querySelector(${JSON.stringify(link)}).click()
    return (await probe.await(${JSON.stringify(target)})) - start
  })()`)

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
