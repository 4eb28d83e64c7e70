import type { Page } from '@playwright/test'
import { type Columns, whole } from './live-report.ts'
import { boardOf, openAs, type Place } from './pages.ts'
import { follow, median, type Target } from './pages-visit.ts'
import { sleep } from './stopping.ts'

type Row = { what: string; ms: number }

export const movesColumns: Columns<Row> = {
  'a known page, or a moved card': ({ what }) => what,
  ms: ({ ms }) => whole(ms),
}

/** Measures clicks on links to pages that were open before, and a card that is moved until the server has confirmed it. */
export async function measureMoves(place: Place) {
  const { scene, runs } = place
  const { page, open, context } = await openAs(place, 'project_manager')
  const project = scene.projectOf(500)
  const start: Target = { path: '/project_manager', shows: 'article h4 a' }
  const list: Target = { path: `/project_manager/projects/${project}`, shows: 'li[data-index]' }
  const task: Target = { path: '/project_manager/tasks/', shows: '#content textarea' }
  const profile: Target = { path: '/profile', shows: '#content form' }
  const steps: { what: string; link: string; target: Target }[] = [
    { what: 'start to project', link: `article a[href="${list.path}"]`, target: list },
    { what: 'project to task', link: `#content a[href^="${task.path}"]`, target: task },
    { what: 'task to project', link: `a[href="${list.path}"]`, target: list },
    { what: 'project to profile', link: 'a[href="/profile"]', target: profile },
    { what: 'profile to start', link: `a[href="${start.path}"]`, target: start },
  ]
  const times = steps.map(({ what }) => ({ what, all: [] as number[] }))
  await open(start)
  for (let run = 0; run <= runs; run++)
    for (const [n, { link, target }] of steps.entries()) {
      const time = await follow(page, link, target)
      // In the first round the pages are not known yet.
      if (run) times[n]?.all.push(time)
      await sleep(500)
    }
  await open(boardOf(project))
  const moved: number[] = []
  for (let run = 0; run < runs; run++) {
    moved.push(await moveCard(page))
    await sleep(300)
  }
  await context.close()
  return [...times.map(({ what, all }) => ({ what, ms: median(all) })), { what: 'a card until confirmed', ms: median(moved) }]
}

/** Moves the first card to the next person by keyboard. Milliseconds from its drop to the server's answer. */
const moveCard = (page: Page) =>
  page.evaluate<number>(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    document.querySelector('[data-card]').focus()
    for (const key of [' ', 'ArrowRight']) {
      press(key)
      await frame()
    }
    const answered = new Promise((resolve) =>
      new PerformanceObserver((list, observer) => {
        const answer = list.getEntries().find(({ name }) => name.includes('/api/subtasks/'))
        if (!answer) return
        observer.disconnect()
        resolve(answer.responseEnd)
      }).observe({ type: 'resource' }),
    )
    const start = performance.now()
    press(' ')
    return (await answered) - start
  })()`)
