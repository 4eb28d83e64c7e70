// Comments are edited, ticked, quoted and reacted to.
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import {
  addProjectWithDev,
  answering,
  atrium,
  callApi,
  expectAccessible,
  expectFitAndAccessible,
  logInAs,
  refusing,
  test,
  typeInto,
} from './visit.ts'

type Row = { id: number }
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const items = (page: Page) => comments(page).getByRole('list').first().locator('> li[id^="comment-"]')
const newComment = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Comment text' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const button = (item: Locator, name: string) => item.getByRole('button', { name, exact: true })
const reaction = (item: Locator, name: string | RegExp) => item.getByRole('button', { name })
const choice = (page: Page, name: string) => page.getByRole('menuitem', { name })
const edited = (item: Locator) => item.getByRole('button', { name: /^Edited .*: show earlier versions$/ })

/** Pam and Dev at a new task in a project of theirs, on which Pam has commented. */
async function twoAtTask(browser: Browser, text: string) {
  const [pam, dev] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const { project } = await addProjectWithDev(pam, 'Harbour', 'QUAY')
  const task = await callApi<Row>(pam, 'POST /api/tasks/', {
    project: project.id,
    title: 'Build the quay',
    description: 'A wall of stone.',
  })
  await callApi(pam, 'POST /api/comments/', { content_type: 'task', object_id: task.id, text })
  for (const page of [pam, dev]) {
    await page.setViewportSize(wide)
    await page.goto(`${atrium.originOf('demo')}/project_manager/tasks/${task.id}`)
    await expect(items(page)).toHaveCount(1)
  }
  type Answer = { comments: { text: string }[] }
  const storedTexts = async () => (await callApi<Answer>(pam, `GET /api/tasks/${task.id}/`)).comments.map((each) => each.text)
  return { pam, dev, task, project, storedTexts }
}

test('an author edits a comment and ticks its boxes, and others see it at once', { tag: '@quick' }, async ({ browser }) => {
  const { pam, dev, storedTexts } = await twoAtTask(browser, 'Dig here.')
  const [own, seen] = [items(pam), items(dev)]
  await expect(button(seen, 'React')).toBeVisible()
  await expect(button(seen, 'Edit comment')).toHaveCount(0)
  await expect(button(seen, 'Delete comment')).toHaveCount(0)
  await expect(button(own, 'Delete comment')).toBeVisible()

  await button(own, 'Edit comment').click()
  await expect(editor(pam)).toBeFocused()
  await expect(editor(pam)).toHaveValue('Dig here.')
  await expect(pam.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await expectAccessible(pam)
  await typeInto(editor(pam), '\n\n- [ ] the ground')
  await editor(pam).press('Control+Enter')
  await expect(button(own, 'Edit comment')).toBeFocused()
  for (const page of [pam, dev]) {
    await expect(edited(items(page))).toHaveText('edited')
    await expectAccessible(page)
  }

  const box = (page: Page) => items(page).getByRole('checkbox', { name: 'the ground' })
  await expect(box(dev)).toBeDisabled()
  await box(pam).check()
  await expect(box(dev)).toBeChecked()
  expect(await storedTexts()).toEqual(['Dig here.\n\n- [x] the ground'])

  for (const page of [pam, dev]) {
    await page.setViewportSize(phone)
    await expectFitAndAccessible(page)
  }
  await button(own, 'Edit comment').click()
  await expect(editor(pam)).toBeFocused()
  await expectFitAndAccessible(pam)
})

test('two people react, by mouse and by keyboard', async ({ browser }) => {
  const { pam, dev } = await twoAtTask(browser, 'All stones are there.')
  const [own, seen] = [items(pam), items(dev)]
  await button(seen, 'React').click()
  for (const name of ['Thumbs up', 'Thumbs down', 'Smile', 'Hooray', 'Confused', 'Heart', 'Rocket', 'Eyes'])
    await expect(choice(dev, name)).toBeVisible()
  await expect(dev.getByRole('menu')).toHaveCSS('opacity', '1')
  await expectAccessible(dev)
  await choice(dev, 'Thumbs up').click()
  await expect(button(seen, 'React')).toBeFocused()
  await expect(reaction(seen, '👍 1: Dev Dalton')).toHaveAttribute('aria-pressed', 'true')

  await expect(reaction(own, '👍 1: Dev Dalton')).toHaveAttribute('aria-pressed', 'false')
  await reaction(own, '👍 1').press('Enter')
  for (const item of [own, seen])
    await expect(reaction(item, '👍 2: Dev Dalton, Pam Porter')).toHaveAttribute('aria-pressed', 'true')

  // In the menu, the arrow keys move along its row.
  await button(own, 'React').press('Enter')
  await expect(choice(pam, 'Thumbs up')).toBeFocused()
  await pam.keyboard.press('ArrowLeft')
  await expect(choice(pam, 'Eyes')).toBeFocused()
  await pam.keyboard.press('ArrowLeft')
  await expect(choice(pam, 'Rocket')).toBeFocused()
  await pam.keyboard.press('Enter')
  for (const item of [own, seen]) await expect(reaction(item, /^🚀 1: Pam/)).toBeVisible()
  for (const page of [pam, dev]) await expectAccessible(page)

  // The last one is taken back, and the focus stays in the comment.
  await reaction(own, /^🚀/).press('Space')
  await expect(reaction(seen, /^🚀/)).toHaveCount(0)
  await expect(reaction(own, /^👍 2/)).toBeFocused()
  await button(seen, 'React').click()
  await choice(dev, 'Thumbs up').click()
  await expect(reaction(own, /^👍 1: Pam/)).toBeVisible()

  await dev.setViewportSize(phone)
  await expectFitAndAccessible(dev)
  await button(seen, 'React').click()
  await expect(choice(dev, 'Eyes')).toBeVisible()
  await expectFitAndAccessible(dev)
  await choice(dev, 'Eyes').click()
  await expect(reaction(own, '👀 1: Dev Dalton')).toBeVisible()
})

test('a comment, or what is selected of it, is quoted below what is typed', async ({ browser }) => {
  const { pam, dev, storedTexts } = await twoAtTask(browser, 'Stones **first**.\nThen sand.')
  await newComment(dev).fill('Good.')
  await newComment(dev).blur()
  await dev.setViewportSize({ ...wide, height: 300 })
  await button(items(dev), 'Quote').click()
  const quote = 'Good.\n\n@Pam Porter:\n> Stones **first**.\n> Then sand.\n\n'
  await expect(newComment(dev)).toHaveValue(quote)
  await expect(newComment(dev)).toBeFocused()
  await expect(newComment(dev)).toBeInViewport({ ratio: 1 })
  await typeInto(newComment(dev), 'I agree.')
  await newComment(dev).press('Control+Enter')
  for (const page of [pam, dev]) {
    await expect(items(page).nth(1).getByRole('blockquote')).toHaveText(/^Stones first\.\s*Then sand\.$/)
    await expect(items(page).nth(1).getByRole('link', { name: /^@Pam/ })).toBeVisible()
    await expectAccessible(page)
  }
  expect((await storedTexts())[1]).toMatch(
    /^Good\.\n\n\[@Pam \w+\]\(person:\d+\):\n> Stones \*\*first\*\*\.\n> Then sand\.\n\nI agree\.$/,
  )

  // Nobody mentions themselves.
  await items(pam).first().getByText('first').dblclick()
  await button(items(pam).first(), 'Quote').click()
  await expect(newComment(pam)).toHaveValue('> first\n\n')

  await dev.setViewportSize({ ...phone, height: 300 })
  await button(items(dev).first(), 'Quote').click()
  await expect(newComment(dev)).toBeInViewport({ ratio: 1 })
  for (const page of [pam, dev]) {
    await page.setViewportSize(phone)
    await expectFitAndAccessible(page)
  }
})

test('a refused edit says why and keeps its text, over a reload, too', async ({ browser }) => {
  const { pam, storedTexts } = await twoAtTask(browser, 'Dig here.')
  const item = items(pam)
  await button(item, 'Edit comment').click()
  await editor(pam).fill('  ')
  await save(pam).click()
  await expect(item.getByText('This field is required')).toBeVisible()
  await expect(editor(pam)).toBeFocused()
  await editor(pam).fill('Dig there.')
  const saveInVain = async () => {
    await save(pam).click()
    await expect(item.getByRole('alert')).toHaveText('Busy.')
  }
  await answering(pam, '**/api/comments/*/', (route) => route.fulfill({ status: 503, json: { detail: 'Busy.' } }), saveInVain)
  await expect(editor(pam)).toHaveValue('Dig there.')
  await expectAccessible(pam)

  await pam.reload()
  await expect(item.getByText('You have an unsaved draft.')).toBeVisible()
  await expect(item.getByText('Dig here.')).toBeVisible()
  await item.getByRole('button', { name: 'Continue' }).click()
  await expect(editor(pam)).toHaveValue('Dig there.')
  expect(await storedTexts()).toEqual(['Dig here.'])
  await save(pam).click()
  await expect(editor(pam)).toHaveCount(0)
  await expect(item.getByText('Dig there.')).toBeVisible()
  await expect.poll(storedTexts).toEqual(['Dig there.'])
})

test('Escape leaves a comment as it was, and asks before it drops what was typed', async ({ browser }) => {
  const { pam, storedTexts } = await twoAtTask(browser, 'Dig here.')
  const item = items(pam)
  const question = pam.getByRole('dialog', { name: 'Discard changes' })
  await button(item, 'Edit comment').click()
  await expect(editor(pam)).toBeFocused()
  await pam.keyboard.press('Escape')
  await expect(editor(pam)).toHaveCount(0)
  await expect(button(item, 'Edit comment')).toBeFocused()
  await pam.keyboard.press('Enter')
  await editor(pam).fill('Dig there.')
  await editor(pam).press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor(pam)).toBeFocused()
  await expect(editor(pam)).toHaveValue('Dig there.')
  await pam.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(item.getByText('Dig here.')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(button(item, 'Edit comment')).toBeFocused()
  expect(await storedTexts()).toEqual(['Dig here.'])
})

test('a comment that was changed elsewhere is not overwritten by somebody who typed nothing', async ({ browser }) => {
  const { pam, task } = await twoAtTask(browser, 'Dig here.')
  await button(items(pam), 'Edit comment').click()
  await expect(editor(pam)).toBeVisible()
  const other = await pam.context().newPage()
  await other.goto(pam.url())
  const { comments: found } = await callApi<{ comments: Row[] }>(other, `GET /api/tasks/${task.id}/`)
  await callApi(other, `PATCH /api/comments/${found[0]?.id}/`, { text: 'Dig elsewhere.' })
  await expect(edited(items(pam))).toBeVisible()
  await save(pam).click()
  await expect(items(pam).getByText('Dig elsewhere.')).toBeVisible()
})

test('a refused reaction is taken back, and says why', async ({ browser }) => {
  const { dev } = await twoAtTask(browser, 'Dig here.')
  await refusing(dev, '**/reactions/', async () => {
    await button(items(dev), 'React').click()
    await choice(dev, 'Heart').click()
    await expect(dev.getByText('Not today.')).toBeVisible()
  })
  await expect(reaction(items(dev), /^❤️/)).toHaveCount(0)
})

test('edits, ticks and reactions that are made offline are shown, and sent later', async ({ browser }) => {
  const { pam, dev } = await twoAtTask(browser, '- [ ] Dig here.')
  const [own, seen] = [items(pam), items(dev)]
  const bar = pam.getByText(/^You are offline/)
  await button(own, 'React').click()
  await choice(pam, 'Eyes').click()
  await expect(reaction(seen, '👀 1: Pam Porter')).toBeVisible()
  await button(own, 'Edit comment').click()
  await expect(editor(pam)).toBeFocused()
  await pam.context().setOffline(true)
  await expect(bar).toBeVisible()
  await editor(pam).fill('- [ ] Dig there.')
  await save(pam).click()
  await own.getByRole('checkbox', { name: 'Dig there.' }).check()
  await reaction(own, /^👀/).click()
  await expect(reaction(own, /^👀/)).toHaveCount(0)
  await expect(own.getByRole('checkbox', { name: 'Dig there.' })).toBeChecked()
  await expect(bar).toContainText('3 changes will be sent later.')
  await expect(seen.getByRole('checkbox', { name: 'Dig here.' })).toBeVisible()
  await pam.context().setOffline(false)
  await expect(seen.getByRole('checkbox', { name: 'Dig there.' })).toBeChecked({ timeout: 20_000 })
  await expect(reaction(seen, /^👀/)).toHaveCount(0)
  await expect(edited(own)).toBeVisible()
})

test('in an inactive project comments only say that they were edited, and what others chose', async ({ browser }) => {
  const { pam, dev, project } = await twoAtTask(browser, '- [ ] Dig here.')
  await button(items(dev), 'React').click()
  await choice(dev, 'Eyes').click()
  await button(items(pam), 'Edit comment').click()
  await editor(pam).fill('- [ ] Dig there.')
  await save(pam).click()
  await expect(edited(items(dev))).toBeVisible()
  await callApi(pam, `PATCH /api/projects/${project.id}/`, { is_active: false })
  for (const page of [pam, dev]) {
    await expect(edited(items(page))).toBeVisible()
    await expect(items(page).getByRole('img', { name: '👀 1: Dev Dalton' })).toBeVisible()
    await expect(items(page).getByRole('button')).toHaveCount(1)
    await expect(items(page).getByRole('checkbox')).toBeDisabled()
    await expectAccessible(page)
  }
})

test('comments that an earlier release has answered are shown, and can be reacted to', async ({ browser }) => {
  const { dev, task } = await twoAtTask(browser, 'Dig here.')
  type Stored = { edited_at: unknown; reactions: unknown }
  const { comments: now, ...rest } = await callApi<{ comments: Stored[] }>(dev, `GET /api/tasks/${task.id}/`)
  const json = { ...rest, comments: now.map(({ edited_at: _, reactions: _reactions, ...comment }) => comment) }
  // Read again later, the old answer would take the reaction away.
  const read = /\/api\/tasks\/\d+\/$/
  const answered = dev.waitForResponse(read)
  await answering(
    dev,
    read,
    (route) => route.fulfill({ json }),
    () => Promise.all([answered, dev.reload()]),
  )
  await expect(items(dev).getByText('Dig here.')).toBeVisible()
  await button(items(dev), 'React').click()
  await choice(dev, 'Eyes').click()
  await expect(reaction(items(dev), '👀 1: Dev Dalton')).toBeVisible()
})
