// Measures what a person waits for in the browser: opening pages, moving between them, and moving a card.
import type { Browser } from '@playwright/test'
import { ensureChromium } from '../scripts/setup.js'
import { freePort } from '../server/src/testing/free-port.ts'
import { withCountedIds } from './ids.ts'
import { type Columns, short, table, whole } from './live-report.ts'
import type { Stage } from './live-stage.ts'
import { measureMoves, movesColumns } from './pages-moves.ts'
import { makePages, type PagesScene, sizes } from './pages-scene.ts'
import { median, type Opened, startBrowser, startVisit, type Target } from './pages-visit.ts'
import { vacuum } from './scene.ts'
import { startServer } from './stage.ts'

export const pagesParts = ['pages-board', 'pages-screens', 'pages-moves'] as const
type Part = (typeof pagesParts)[number]

export type Place = { browser: Browser; scene: PagesScene; origin: string; runs: number }
type Options = { parts: readonly Part[]; runs: number; say: (text: string) => void }

type Role = Parameters<PagesScene['cookieOf']>[0]
type Row = Opened & { what: string }

const kilobytes = (bytes: number) => whole(bytes / 1000)
const boardColumns: Columns<Row & { again: number; slow: number; slowAgain: number }> = {
  board: ({ what }) => what,
  'until it reacts, ms | cold': ({ interactive }) => whole(interactive),
  'until it reacts, ms | again': ({ again }) => whole(again),
  'with 4 times slower scripts, ms | cold': ({ slow }) => whole(slow),
  'with 4 times slower scripts, ms | again': ({ slowAgain }) => whole(slowAgain),
}
const screenColumns: Columns<Row> = {
  screen: ({ what }) => what,
  'until it reacts | ms': ({ interactive }) => whole(interactive),
  'until it reacts | requests': ({ requests_before }) => whole(requests_before),
  'until it reacts | scripts': ({ script_files_before }) => whole(script_files_before),
  'until it reacts | kB of them': ({ scripts_before }) => kilobytes(scripts_before),
  'in all | requests': ({ requests }) => whole(requests),
  'in all | kB of scripts': ({ scripts }) => kilobytes(scripts),
  'in all | blocked ms': ({ blocked }) => whole(blocked),
  'in all | layout shift': ({ shift }) => short(shift),
}

/** Measures these parts with a headless Chromium, prints each as a table, and returns all figures. */
export async function measurePages(stage: Stage, { parts, runs, say }: Options) {
  const port = await freePort()
  const scene = await withCountedIds(stage, () => makePages(stage))
  await vacuum(stage)
  // Without https, which browsers require for the cookies of a server in production.
  const environment = { NODE_ENV: 'development', PUBLIC_URL: `http://localhost:${port}` }
  const server = await startServer({ ...stage, port, nodeOptions: [], environment })
  const browser = await startBrowser(stage.cleaning, ensureChromium())
  const place = { browser, scene, origin: `http://pages.localhost:${port}`, runs }
  const figures: Partial<Record<Part, object[]>> = {}
  const show = <Shown extends object>(part: Part, rows: Shown[], columns: Columns<Shown>) => {
    figures[part] = rows
    say(`\n${part}\n${table(rows, columns)}`)
  }
  if (parts.includes('pages-board')) show('pages-board', await measureBoards(place), boardColumns)
  if (parts.includes('pages-screens')) show('pages-screens', await measureScreens(place), screenColumns)
  if (parts.includes('pages-moves')) show('pages-moves', await measureMoves(place), movesColumns)
  await browser.close()
  await server.stop()
  return figures
}

/** The board of a project's subtasks; a click with Ctrl selects its first card. */
export const boardOf = (project: number): Target => ({
  path: `/project_manager/projects/${project}?view=subtasks`,
  shows: '[data-card]',
  click: '[data-card]',
  with: 'ctrlKey',
  does: '[data-card][data-is-selected=true]',
})

/** Opens a tab as this person, or as nobody, with nothing in the browser's cache. */
export async function openAs({ browser, scene, origin }: Place, role: Role | undefined) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (role) await context.addCookies([{ ...scene.cookieOf(role), url: origin, httpOnly: true, sameSite: 'Lax' }])
  return startVisit(context, origin)
}

async function measureBoards(place: Place) {
  const rows = []
  for (const size of sizes) {
    const target = boardOf(place.scene.projectOf(size))
    const cold: Opened[] = []
    const again: number[] = []
    const slow: number[] = []
    const slowAgain: number[] = []
    for (let run = 0; run < place.runs; run++) {
      const [fast, throttled] = [await openAs(place, 'project_manager'), await openAs(place, 'project_manager')]
      cold.push(await fast.open(target))
      again.push((await fast.open(target)).interactive)
      await fast.context.close()
      slow.push((await throttled.open(target, { slowdown: 4 })).interactive)
      slowAgain.push((await throttled.open(target, { slowdown: 4 })).interactive)
      await throttled.context.close()
    }
    const medians = { again: median(again), slow: median(slow), slowAgain: median(slowAgain) }
    rows.push({ ...medianOf(cold), what: `${size} subtasks`, ...medians })
  }
  return rows
}

const screensOf = ({ scene }: Place): { what: string; role?: Role; target: Target }[] => {
  const project = scene.projectOf(500)
  return [
    { what: 'log-in', target: { path: '/login', shows: 'input[type=password]' } },
    { what: 'board', role: 'project_manager', target: boardOf(project) },
    {
      what: 'project',
      role: 'project_manager',
      target: { path: `/project_manager/projects/${project}`, shows: 'li[data-index]' },
    },
    { what: "manager's start", role: 'project_manager', target: { path: '/project_manager', shows: 'article h4 a' } },
    {
      what: 'task',
      role: 'project_manager',
      target: { path: `/project_manager/tasks/${scene.task}`, shows: '#content textarea' },
    },
    { what: 'chat', role: 'project_manager', target: { path: `/chat/${scene.room}`, shows: '#content [data-index]' } },
    { what: "developer's start", role: 'developer', target: { path: '/developer', shows: '#content article, #content li' } },
    {
      what: "admin's start",
      role: 'tenant_admin',
      target: { path: '/tenant_admin', shows: '#content table a, #content article' },
    },
    { what: 'profile', role: 'developer', target: { path: '/profile', shows: '#content form' } },
  ]
}

async function measureScreens(place: Place) {
  const rows: Row[] = []
  for (const { what, role, target } of screensOf(place)) {
    const opened: Opened[] = []
    for (let run = 0; run < place.runs; run++) {
      const visit = await openAs(place, role)
      // The click's own effects are no part of what the page does by itself.
      opened.push(await visit.open(target, { isWhole: true }))
      await visit.context.close()
    }
    rows.push({ ...medianOf(opened), what })
  }
  return rows
}

/** The median of each figure. */
function medianOf(opened: Opened[]): Opened {
  const [first] = opened
  if (!first) throw new Error('Nothing was measured.')
  const names = Object.keys(first) as (keyof Opened)[]
  return Object.fromEntries(names.map((name) => [name, median(opened.map((one) => one[name]))])) as Opened
}
