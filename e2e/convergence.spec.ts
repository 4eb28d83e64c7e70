// Whatever happens to its connections, a page ends up showing what a fresh load shows.
import { type Browser, expect, type Page, type WebSocketRoute } from '@playwright/test'
import { atrium, callApi, logInAs, test } from './visit.ts'

const rounds = 40
/** The seed of the random input. `SEED=7 npm test -- e2e/convergence.spec.ts` tries another one. */
const seed = Number(process.env.SEED ?? 1)
let named = 0
const next = () => ++named
/** Milliseconds until every connection is back, and what was missed is read. */
const settled = 10_000

/** Returns a function that chooses among options. The same seed chooses the same. */
function chooserOf(seed: number) {
  let state = seed
  return <T>(options: readonly T[]) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const chosen = options[Math.floor((state / 2 ** 32) * options.length)]
    if (chosen === undefined) throw new Error('There is nothing to choose from.')
    return chosen
  }
}

/** A page whose WebSockets can be cut, or lose what the server sends until they are cut. */
async function openUnreliably(browser: Browser, email: 'pam@demo.test' | 'dev@demo.test', path: string) {
  const page = await logInAs(browser, atrium, email)
  const open = new Set<WebSocketRoute>()
  let isMuted = false
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer()
    open.add(socket)
    server.onMessage((text) => {
      if (!isMuted) socket.send(text)
    })
  })
  await page.goto(`${atrium.originOf('demo')}${path}`)
  const close = async () => {
    const sockets = [...open]
    open.clear()
    await Promise.all(sockets.map((socket) => socket.close({ code: 1011 }).catch(() => undefined)))
  }
  return {
    page,
    mute: () => {
      isMuted = true
    },
    async cut() {
      await close()
      isMuted = false
    },
    /** Comes back once without receiving anything, and is lost again. */
    async comeBackInVain() {
      await close()
      await expect.poll(() => open.size).toBe(1)
      await page.waitForTimeout(500)
      await close()
      isMuted = false
    },
  }
}

async function mustShowWhatAFreshLoadShows(page: Page, shown: (page: Page) => Promise<string>) {
  await page.waitForTimeout(settled)
  const before = await shown(page)
  await page.reload()
  await expect.poll(() => shown(page)).toBe(before)
}

// The default depends on the number of tasks at the moment of opening.
const arranged = '?group=none&open=all'

type Row = { id: number }
type Task = Row & { subtasks: Row[]; comments: Row[] }

test('a project’s page, after random changes and lost connections', async ({ browser }) => {
  const choose = chooserOf(seed)
  const editor = await logInAs(browser, atrium, 'pam@demo.test')
  const { results: projects } = await callApi<{ results: (Row & { name: string })[] }>(editor, 'GET /api/projects/')
  const project = projects.find(({ name }) => name === 'Website relaunch')?.id
  const { page, mute, cut } = await openUnreliably(browser, 'pam@demo.test', `/project_manager/projects/${project}${arranged}`)
  const tasks = async () => (await callApi<{ results: Task[] }>(editor, `GET /api/tasks/?project=${project}`)).results
  const description = 'Long enough for a description.'
  const trash: string[] = []
  const remove = async (path: string) => {
    await callApi(editor, `DELETE ${path}`)
    trash.push(path)
  }
  const status = () => choose(['todo', 'in_progress', 'done'])
  const edits: Record<string, (task: Task) => Promise<unknown>> = {
    task: () => callApi(editor, 'POST /api/tasks/', { project, title: `Task of ${next()}`, description }),
    subtask: ({ id }) => callApi(editor, 'POST /api/subtasks/', { task: id, title: `Step of ${next()}` }),
    rename: ({ id }) => callApi(editor, `PATCH /api/tasks/${id}/`, { title: `Renamed to ${next()}` }),
    status: ({ id }) => callApi(editor, `PATCH /api/tasks/${id}/`, { status: status() }),
    step: async ({ subtasks }) =>
      subtasks.length && callApi(editor, `PATCH /api/subtasks/${choose(subtasks).id}/`, { status: status() }),
    removeStep: async ({ subtasks }) => subtasks.length && remove(`/api/subtasks/${choose(subtasks).id}/`),
    removeTask: ({ id }) => remove(`/api/tasks/${id}/`),
    restore: async () => {
      const path = trash.pop()
      // A part of a deleted task cannot come back, and nothing can after a while.
      if (path) await callApi(editor, `POST ${path}restore/`).catch(() => undefined)
    },
    project: () => callApi(editor, `PATCH /api/projects/${project}/`, { name: `Website ${next()}` }),
  }
  for (let round = 0; round < rounds; round++) {
    const listed = await tasks()
    await edits[choose(listed.length ? Object.keys(edits) : ['task'])]?.(choose(listed.length ? listed : [{} as Task]))
    const fate = choose(['mute', 'cut', 'cut', 'wait', 'none', 'none', 'none', 'none'])
    if (fate === 'mute') mute()
    if (fate === 'cut') await cut()
    if (fate === 'wait') await page.waitForTimeout(choose([100, 500, 3500]))
  }
  await cut()
  await mustShowWhatAFreshLoadShows(page, async (shown) => {
    // How the project stands is computed, and may be half a minute old.
    const state = await shown.getByRole('region', { name: 'Status Updates' }).innerText()
    return (await shown.locator('main').innerText()).replace(state, '')
  })
})

test('what happens before a connection that is lost as soon as it is back is shown after the next one', async ({ browser }) => {
  const editor = await logInAs(browser, atrium, 'pam@demo.test')
  const { results: projects } = await callApi<{ results: (Row & { name: string })[] }>(editor, 'GET /api/projects/')
  const project = projects.find(({ name }) => name === 'Customer portal')?.id
  const page = `/project_manager/projects/${project}${arranged}`
  const { page: shown, mute, comeBackInVain } = await openUnreliably(browser, 'pam@demo.test', page)
  const { results: tasks } = await callApi<{ results: (Task & { title: string })[] }>(
    editor,
    `GET /api/tasks/?project=${project}`,
  )
  const { id, title } = tasks[0] as Task & { title: string }
  const link = shown.getByRole('link', { name: title }).first()
  await expect(link).toBeVisible()
  // Nothing is read again any more because of the opening.
  await shown.waitForTimeout(3000)
  mute()
  await callApi(editor, `DELETE /api/tasks/${id}/`)
  // Longer ago than what a page asks for anyway.
  await shown.waitForTimeout(11_000)
  await expect(link).toBeVisible()
  await comeBackInVain()
  await expect(link).toBeHidden({ timeout: 2 * settled })
})

test('a room, after messages and lost connections, has each of them once and in order', async ({ browser }) => {
  const choose = chooserOf(seed)
  const writer = await logInAs(browser, atrium, 'pam@demo.test')
  const rooms = await callApi<(Row & { room_type: string })[]>(writer, 'GET /api/chat-rooms/')
  const room = rooms.find(({ room_type }) => room_type === 'PROJECT')?.id
  const { page, mute, cut } = await openUnreliably(browser, 'dev@demo.test', `/chat/${room}`)
  await writer.goto(`${atrium.originOf('demo')}/chat/${room}`)
  const composer = writer.getByRole('textbox', { name: /^Message to/ })
  for (let round = 0; round < rounds; round++) {
    await composer.fill(`Message ${round}.`)
    await composer.press('Enter')
    const fate = choose(['mute', 'cut', 'wait', 'none', 'none', 'none'])
    if (fate === 'mute') mute()
    if (fate === 'cut') await cut()
    if (fate === 'wait') await page.waitForTimeout(choose([100, 500, 3500]))
  }
  await cut()
  for (const shown of [page, writer]) await mustShowEachOnce(shown)
})

/** Scrolls up through the messages. What is drawn at a time must follow one after another. */
async function mustShowEachOnce(page: Page) {
  const messages = page.getByRole('region', { name: 'Messages', exact: true })
  await expect(messages).toContainText(`Message ${rounds - 1}.`, { timeout: settled })
  await messages.hover()
  const seen = new Set<number>()
  const scroll = async () => {
    const drawn = [...((await messages.textContent()) ?? '').matchAll(/Message (\d+)\./g)].map(([, number]) => Number(number))
    expect(drawn).toEqual(drawn.map((_, i) => (drawn[0] ?? 0) + i))
    for (const number of drawn) seen.add(number)
    await page.mouse.wheel(0, -300)
    return seen.size
  }
  await expect.poll(scroll, { timeout: settled }).toBe(rounds)
}
