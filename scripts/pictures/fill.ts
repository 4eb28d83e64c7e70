import type { Browser, BrowserContext, Page } from '@playwright/test'
import { devsDay, otherProjects, pamsDevelopers, people, tasks } from './content.ts'

const password = 'Atrium-demo-1'

type Found = { id: number; name: string; full_name: string; title: string; subtasks: Found[] }

/** Fills the demonstration workspace at this origin through the API, as the people who would do it. */
export async function fill(browser: Browser, origin: string) {
  const as = async (email: string) => logIn(await browser.newContext({ baseURL: origin }), email)
  const ann = await as('ann@demo.test')
  const pam = await as('pam@demo.test')
  for (const person of people) {
    const email = `${person.full_name.split(' ')[0]?.toLowerCase()}@demo.test`
    await post(ann, '/api/employees/', { ...person, email, password })
    await (await as(email)).context().close()
  }
  const ids = new Map<string, number>()
  for (const { full_name, id } of await list(ann, '/api/employees/')) ids.set(full_name, id)

  const manager = ids.get('Pam Porter')
  for (const name of pamsDevelopers) await post(ann, '/api/pm-assignments/', { manager, developer: ids.get(name) })
  for (const { ends, ...project } of otherProjects)
    await post(ann, '/api/projects/', { ...project, start_date: day(0), end_date: day(ends), assigned_pm: ids.get('Priya Nair') })

  const project = (await list(pam, '/api/projects/')).find(({ name }) => name === 'Website relaunch')?.id ?? 0
  await post(pam, '/api/members/bulk-assign/', { project, developers: pamsDevelopers.map((name) => ids.get(name)) })
  const labels = await list(pam, '/api/labels/')
  for (const [index, { due, subtasks, ...task }] of tasks.entries()) {
    const label_ids = labels
      .slice(index % labels.length)
      .slice(0, 1)
      .map(({ id }) => id)
    const { id } = await post(pam, '/api/tasks/', { ...task, due_date: day(due), project, label_ids })
    for (const [title, who, status, priority, due, estimated_hours] of subtasks) {
      const assigned_to = who === null ? null : ids.get(who)
      await post(pam, '/api/subtasks/', { task: id, title, status, priority, estimated_hours, due_date: day(due), assigned_to })
    }
  }

  const subtasks = (await list(pam, '/api/tasks/')).flatMap((task) => task.subtasks)
  for (const { title, due } of devsDay) {
    const id = subtasks.find((subtask) => subtask.title === title)?.id
    await ask(pam, 'PATCH', `/api/subtasks/${id}/`, { due_date: day(due) })
  }
  await ann.context().close()
  await pam.context().close()
  return { project }
}

/** Opens a page in which a person of the demonstration is logged in. */
export async function logIn(context: BrowserContext, email: string) {
  const page = await context.newPage()
  await page.goto('/robots.txt')
  await post(page, '/api/token/', { email, password })
  return page
}

const list = async (page: Page, path: string) => (await ask<{ results: Found[] }>(page, 'GET', path)).results
const post = (page: Page, path: string, body: object) => ask<Found>(page, 'POST', path, body)

/** Sends a request from within the page, because the browser resolves subdomains of `localhost` on every system. */
async function ask<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const { ok, text } = await page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(path, body ? { method, headers, body: JSON.stringify(body) } : { method })
      return { ok: response.ok, text: await response.text() }
    },
    [method, path, body] as const,
  )
  if (!ok) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text)
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
