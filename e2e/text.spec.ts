// Texts: read as Markdown, with people and work that are named in them, check boxes, and drafts.
import { type Browser, expect, type Page } from '@playwright/test'
import { addProjectWithDev, atrium, callApi, expectAccessible, expectToFitWidth, logInAs, screens, test } from './visit.ts'

const [[, wide], [, phone]] = screens
type Row = { id: number; key: string }
const description = `The wall of stone.

## Done when

- [ ] the ground is dug
- [x] the stones are there

| Stone | Price |
| --- | ---: |
| Granite | 640 |

\`\`\`sh
measure --depth
\`\`\`

[The plan](https://plans.test/quay) and <b onclick="alert(1)">no markup</b>`

const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const field = (page: Page) => page.getByLabel('Add a comment')

/** A task and its subtask in a project of Pam's, in which Dev is a member. */
async function addWork(pam: Page) {
  const { project } = await addProjectWithDev(pam, 'Harbour', 'HARB')
  const task = await callApi<Row>(pam, 'POST /api/tasks/', { project: project.id, title: 'Build the quay', description })
  const subtask = await callApi<Row>(pam, 'POST /api/subtasks/', { task: task.id, title: 'Dig the ground' })
  return { task, subtask, address: `${atrium.originOf('demo')}/project_manager/tasks/${task.id}` }
}

async function twoAtTask(browser: Browser) {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const work = await addWork(pam)
  for (const page of [pam, dev]) {
    await page.setViewportSize(wide)
    await page.goto(work.address)
    await expect(page.getByRole('heading', { level: 1, name: 'Build the quay' })).toBeVisible()
  }
  return { pam, dev, ...work }
}

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^the / })

test('a description is read as Markdown, and its manager ticks its boxes', async ({ browser }) => {
  const { pam, dev, task } = await twoAtTask(browser)
  for (const page of [pam, dev]) {
    await expect(page.getByRole('heading', { name: 'Done when' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Granite' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'The plan' })).toHaveAttribute('href', 'https://plans.test/quay')
    await expect(page.getByText('<b onclick="alert(1)">no markup</b>')).toBeVisible()
    await expect(boxes(page)).toHaveCount(2)
    for (const size of [wide, phone]) {
      await page.setViewportSize(size)
      await expectToFitWidth(page)
      await expectAccessible(page)
    }
  }
  await expect(boxes(dev).first()).toBeDisabled()
  await boxes(pam).first().press('Space')
  await expect(boxes(pam).first()).toBeChecked()
  await expect(boxes(dev).first()).toBeChecked()
  const { description: stored } = await callApi<{ description: string }>(pam, `GET /api/tasks/${task.id}/`)
  expect(stored).toBe(description.replace('- [ ]', '- [x]'))
})

test('people and work are named as they are typed, told once, and shown as they are now', async ({ browser }) => {
  const { pam, dev, subtask } = await twoAtTask(browser)
  const unread = dev.getByRole('button', { name: /^Notifications/ })
  const unreadCount = async () => (await callApi<{ unread_count: number }>(dev, 'GET /api/notifications/')).unread_count
  const before = await unreadCount()

  await field(pam).pressSequentially('Please look, @dev')
  await expect(pam.getByRole('option', { name: 'Dev Dalton' })).toBeVisible()
  await expectAccessible(pam)
  await field(pam).press('Enter')
  await expect(field(pam)).toHaveValue('Please look, @Dev Dalton ')
  await field(pam).pressSequentially('at #dig')
  await pam.getByRole('option', { name: /Dig the ground/ }).click()
  await expect(field(pam)).toHaveValue(`Please look, @Dev Dalton at #HARB-2 `)
  // A draft survives a reload.
  await pam.reload()
  await expect(field(pam)).toHaveValue(`Please look, @Dev Dalton at #HARB-2 `)
  await field(pam).press('Control+Enter')
  for (const page of [pam, dev]) {
    await expect(comments(page).getByRole('link', { name: '@Dev Dalton' })).toBeVisible()
    await expect(comments(page).getByRole('link', { name: `HARB-2 Dig the ground (To Do)` })).toBeVisible()
    await expectToFitWidth(page)
    await expectAccessible(page)
  }
  await expect(unread).toHaveAccessibleName(`Notifications, ${before + 1} unread`)
  await unread.click()
  const news = dev.getByText(`mentioned you in a comment on HARB-1 “Build the quay”.`)
  await expect(news).toHaveCount(1)
  await expect(dev.getByText(`commented on HARB-1`)).toHaveCount(0)
  await news.click()
  await expect(dev).toHaveURL(/#comment-\d+$/)

  await callApi(pam, `PATCH /api/subtasks/${subtask.id}/`, { title: 'Dig deeper', status: 'done' })
  await expect(comments(dev).getByRole('link', { name: `HARB-2 Dig deeper (Done)` })).toBeVisible()
  await field(dev).fill(`${atrium.originOf('demo')}/HARB-2`)
  await field(dev).press('Control+Enter')
  for (const page of [pam, dev]) {
    await expect(comments(page).getByRole('link', { name: `HARB-2 Dig deeper Done Unassigned` })).toBeVisible()
    await expectToFitWidth(page)
  }
  await field(dev).fill(`See ${atrium.originOf('demo')}/HARB-1 first`)
  await field(dev).press('Control+Enter')
  await expect(comments(pam).getByRole('link', { name: 'HARB-1 Build the quay (To Do)' })).toBeVisible()
  for (const page of [pam, dev]) {
    await page.setViewportSize(phone)
    await expectToFitWidth(page)
    await expectAccessible(page)
  }
})

test('a description that is being typed survives a reload, and is offered', async ({ browser }) => {
  const { pam } = await twoAtTask(browser)
  await pam.getByRole('button', { name: 'Description: edit' }).click()
  await pam.getByLabel('Description').fill('A wall of wood')
  await pam.reload()
  await expect(pam.getByText('You have an unsaved draft.')).toBeVisible()
  await expectAccessible(pam)
  await pam.getByRole('button', { name: 'Continue' }).click()
  await expect(pam.getByLabel('Description')).toHaveValue('A wall of wood')
  await pam.getByLabel('Description').press('Control+Enter')
  await expect(pam.getByText('A wall of wood')).toBeVisible()
  await pam.reload()
  await expect(pam.getByText('A wall of wood')).toBeVisible()
  await expect(pam.getByText('You have an unsaved draft.')).toBeHidden()
})

test('whoever is named in a chat is told, and others see whom', async ({ browser }) => {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  await pam.goto(`${atrium.originOf('demo')}/chat`)
  await pam.getByRole('link', { name: /^Website relaunch/ }).click()
  const message = pam.getByLabel('Message to Website relaunch')
  await message.pressSequentially('Well done, @dev')
  await expect(pam.getByRole('option', { name: 'Dev Dalton' })).toBeVisible()
  await message.press('Tab')
  await message.press('Enter')
  await expect(pam.getByRole('link', { name: '@Dev Dalton' }).last()).toBeVisible()
  await expect(message).toHaveValue('')
  await dev.getByRole('button', { name: /^Notifications/ }).click()
  await dev.getByText('mentioned you in the chat “Website relaunch”.').click()
  await expect(dev.getByRole('region', { name: 'Messages' }).getByText('Well done, @Dev Dalton')).toBeVisible()
})

/** Returns the visible text nodes with this text, and whether the last character of each is left of its first. */
const turnedIn = (page: Page, text: string) =>
  page.evaluate<{ where: string; isTurned: boolean }[]>(`{
    const text = ${JSON.stringify(text)}
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const from = node.textContent.indexOf(text)
      if (from < 0) continue
      const placeOf = (at) => {
        const range = document.createRange()
        range.setStart(node, from + at)
        range.setEnd(node, from + at + 1)
        return range.getBoundingClientRect()
      }
      const [first, last] = [placeOf(0), placeOf(text.length - 1)]
      if (first.width > 1 && last.width > 1) found.push({ where: node.textContent, isTurned: last.left < first.left })
    }
    found
  }`)

async function expectTurned(page: Page, text: string) {
  await expect.poll(async () => (await turnedIn(page, text)).length).toBeGreaterThan(0)
  expect((await turnedIn(page, text)).filter(({ isTurned }) => !isTurned)).toEqual([])
}

test('text from right to left has its own direction on every page that shows it', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const [name, title, comment] = ['פרויקט: אתר חדש!', 'עדכון API (v2) — דחוף!', 'בוצע (v3)!']
  const project = await callApi<{ id: number }>(page, 'POST /api/projects/', { name, description: `${name} ${name}` })
  const task = await callApi<{ id: number }>(page, 'POST /api/tasks/', {
    project: project.id,
    title,
    description: `${title} ${comment}`,
  })
  await callApi(page, 'POST /api/subtasks/', { task: task.id, title: `${title}` })
  await callApi(page, 'POST /api/comments/', { content_type: 'task', object_id: task.id, text: comment })
  for (const [path, ...texts] of [
    [`/project_manager/projects/${project.id}`, name, title],
    [`/project_manager/projects/${project.id}?view=status`, name, title],
    [`/project_manager/tasks/${task.id}`, name, title, comment],
    [`/search?q=${encodeURIComponent('עדכון')}`, title],
    ['/project_manager', name],
  ] as const) {
    await page.goto(`${atrium.originOf('demo')}${path}`)
    for (const text of texts) await expectTurned(page, text)
  }
  await page.goto(`${atrium.originOf('demo')}/project_manager/tasks/${task.id}`)
  const field = page.getByRole('textbox', { name: 'Add a comment' })
  await field.fill(title)
  await expect(field).toHaveCSS('unicode-bidi', 'plaintext')
})

test('keys of an input method choose characters, and do nothing in the palette', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const before = page.url()
  await expect(page.getByRole('button', { name: /^Search/ }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /search/i })
  await field.fill('web')
  await expect(page.getByRole('option').first()).toBeVisible()
  for (const state of [{ isComposing: true }, { keyCode: 229 }])
    for (const key of ['Enter', 'Escape', 'ArrowDown']) await field.dispatchEvent('keydown', { key, ...state })
  await expect(field).toBeVisible()
  expect(page.url()).toBe(before)
  await field.press('Escape')
  await expect(field).toBeHidden()
})
