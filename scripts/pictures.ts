// Retakes the pictures of the landing page, of its link preview and of the README from the screens of the demonstration:
//   node scripts/node.js scripts/pictures.ts
// Needs what `npm test` needs, including Chromium, which also encodes them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { startAtrium } from '../e2e/atrium.ts'
import { ensureBuilt, ensureChromium, root, say } from './setup.js'

/** `who`: the role as which it is seen. `from`: the selector of the element at the picture's top, on a screen and on a phone; by default the page's top. */
type View = { name: string; who: string; path: string; from?: { screen: string; phone: string } }
/** `window`: the height of a partial picture. `files`: the suffixes and widths in pixels that `Picture.tsx` uses. */
type Shape = { width: number; height: number; window?: number; files: Record<string, number> }

const screen: Shape = { width: 1280, height: 800, files: { 1120: 1120, 2240: 2240 } }
const part: Shape = { width: 960, height: 640, files: { 640: 640, 1280: 1280 } }
const phone: Shape = { width: 390, height: 520, window: 844, files: { phone: 780 } }
const looks = ['light', 'dark'] as const

const folder = join(root, 'web/src/landing/pictures')
const quality = 0.82

ensureBuilt()
mkdirSync(folder, { recursive: true })
const atrium = await startAtrium({ DEMO: '1' }, { database: 'its own' })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const project = `/project_manager/projects/${await idOf(browser, 'Website relaunch')}`
  const encoder = await browser.newPage()
  const views: View[] = [
    {
      name: 'board',
      who: 'project_manager',
      path: `${project}?view=subtasks`,
      from: { screen: 'role=heading[level=1]', phone: 'text=/assignment rate/' },
    },
    { name: 'project', who: 'project_manager', path: project },
    { name: 'people', who: 'tenant_admin', path: '/tenant_admin/employees' },
    { name: 'day', who: 'developer', path: '/developer' },
  ]
  for (const view of views)
    for (const look of looks)
      for (const shape of [view.name === 'board' ? screen : part, phone]) {
        const png = await take(browser, view, { look, shape, scale: Math.max(...Object.values(shape.files)) / shape.width })
        for (const [size, pixels] of Object.entries(shape.files)) {
          const webp = await encoded(encoder, png, pixels)
          const file = `${view.name}-${look}-${size}.webp`
          writeFileSync(join(folder, file), webp)
          say(`${file.padEnd(28)} ${(webp.length / 1000).toFixed(0).padStart(4)} kB`)
        }
      }

  const [board] = views
  if (board) writeFileSync(join(root, 'docs/board.png'), await take(browser, board, { look: 'light', shape: screen, scale: 1.5 }))
  await takeLink(browser)
} finally {
  await browser.close()
  await atrium.stop()
}

type How = { look: (typeof looks)[number]; shape: Shape; scale: number }

/** Opens a page in which a person of this role looks around in the demonstration. */
async function enter(context: BrowserContext, role: string) {
  const page = await context.newPage()
  await page.goto('/robots.txt')
  await page.evaluate(
    `fetch('/api/demo/', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"role":"${role}"}' })`,
  )
  return page
}

async function idOf(browser: Browser, project: string) {
  const context = await browser.newContext({ baseURL: atrium.originOf('demo') })
  const page = await enter(context, 'tenant_admin')
  const id = await page.evaluate<number>(
    `fetch('/api/projects/').then((answer) => answer.json()).then(({ results }) => results.find(({ name }) => name === '${project}').id)`,
  )
  await context.close()
  return id
}

/** Opens the view as its person sees it, logged in and fully loaded. */
async function take(browser: Browser, { who, path, from }: View, { look, shape, scale }: How) {
  const { width, height } = shape
  const context = await browser.newContext({
    baseURL: atrium.originOf('demo'),
    viewport: { width, height: shape.window ?? height },
    deviceScaleFactor: scale,
    colorScheme: look,
    reducedMotion: 'reduce',
  })
  const page = await enter(context, who)
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  const y = !from ? 0 : await (shape === phone ? bringUp(page, from.phone, 16) : bringUp(page, from.screen, 84))
  const png = await page.screenshot({ animations: 'disabled', clip: { x: 0, y, width, height } })
  await context.close()
  return png
}

/** Scrolls to some pixels above an element. Returns how far below the top it still is, because a page can't scroll beyond its end. */
async function bringUp(page: Page, selector: string, above: number) {
  const distance = async () => ((await page.locator(selector).boundingBox())?.y ?? 0) - above
  // Elements that scroll into view may still change their height.
  for (let times = 0; times < 3; times++) {
    await page.evaluate(`scrollBy(0, ${await distance()})`)
    await page.waitForTimeout(200)
  }
  return Math.max(0, Math.round(await distance()))
}

/** Encodes a picture as WebP of this width. Chromium can do that, unlike Node. */
async function encoded(blank: Page, png: Buffer, width: number) {
  const text = await blank.evaluate<string>(`(async () => {
    const png = await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob()
    const picture = await createImageBitmap(png, { resizeWidth: ${width}, resizeQuality: 'high' })
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d').drawImage(picture, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${quality} })
    return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
  })()`)
  return Buffer.from(text, 'base64')
}

/** Takes the link preview of the landing page: its top, with the new pictures. */
async function takeLink(browser: Browser) {
  ensureBuilt()
  await atrium.restart()
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' })
  await page.goto(atrium.mainOrigin, { waitUntil: 'networkidle' })
  await page.screenshot({ path: join(root, 'web/public/social.jpg'), type: 'jpeg', quality: 82 })
  await page.close()
}
