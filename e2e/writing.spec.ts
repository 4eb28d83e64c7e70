// Markdown is written: with keys, with the toolbar, and by pasting.
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { addTask } from './attachments.ts'
import { atrium, boxOf, callApi, expectAccessible, expectToFitWidth, intercept, logInAs, test, typeInto } from './visit.ts'

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const newComment = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })
const button = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Add Comment' })

/** A manager at a new task. `commentTexts` reads what is stored. */
async function atTask(browser: Browser, title: string) {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const { id } = await addTask(page, title)
  await page.setViewportSize(wide)
  await page.goto(`${atrium.originOf('demo')}/project_manager/tasks/${id}`)
  await newComment(page).click()
  await expect(toolbar(page)).toBeVisible()
  type Answer = { comments: { text: string }[] }
  const commentTexts = async () => (await callApi<Answer>(page, `GET /api/tasks/${id}/`)).comments.map(({ text }) => text)
  return { page, id, commentTexts }
}

/** Pastes what an application could have put into the clipboard. */
async function paste(field: Locator, data: Record<string, string>) {
  await expect(field).toBeFocused()
  await field.page().evaluate(`{
    const clipboardData = new DataTransfer()
    for (const [type, text] of ${JSON.stringify(Object.entries(data))}) clipboardData.setData(type, text)
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
}

test('a comment is formatted by keys and buttons, and each step is undone by Ctrl+Z', async ({ browser }) => {
  const { page, commentTexts } = await atTask(browser, 'Write')
  const field = newComment(page)
  await expectToFitWidth(page)
  await expectAccessible(page)

  await field.press('Control+b')
  await typeInto(field, 'Ready')
  await expect(field).toHaveValue('**Ready**')
  await field.press('End')
  await typeInto(field, ' for review')
  await field.press('Control+Shift+ArrowLeft')
  await button(page, 'Italic').click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('**Ready** for _review_')
  await field.press('Control+z')
  await expect(field).toHaveValue('**Ready** for review')
  await field.press('Control+Shift+z')
  await expect(field).toHaveValue('**Ready** for _review_')
  await field.press('Control+i')
  await expect(field).toHaveValue('**Ready** for review')

  // A list goes on by itself, has a list inside, and ends.
  await field.press('End')
  await field.press('Enter')
  await field.press('Enter')
  await button(page, 'Check list').click()
  await typeInto(field, 'one')
  await field.press('Enter')
  await typeInto(field, 'two')
  await field.press('Tab')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('**Ready** for review\n\n- [ ] one\n  - [ ] two')
  await field.press('Control+z')
  await expect(field).toHaveValue('**Ready** for review\n\n- [ ] one\n- [ ] two')
  await field.press('Tab')
  await field.press('Enter')
  await field.press('Enter')
  await typeInto(field, 'three')
  await field.press('Enter')
  await field.press('Enter')
  const text = '**Ready** for review\n\n- [ ] one\n  - [ ] two\n- [ ] three\n'
  await expect(field).toHaveValue(text)
  await page.setViewportSize(phone)
  await expectToFitWidth(page)
  await expectAccessible(page)
  await button(page, 'Bulleted list').click()
  await expect(field).not.toHaveValue(text)
  await field.press('Control+z')
  await expect(field).toHaveValue(text)

  await field.press('Control+Enter')
  await expect.poll(commentTexts).toEqual([text.trim()])
  await expect(field).toHaveValue('')
})

test('the toolbar is one stop of the Tab key, and the arrow keys move in it', async ({ browser }) => {
  const { page } = await atTask(browser, 'Keys of the toolbar')
  const field = newComment(page)
  await typeInto(field, 'word')
  await field.press('Tab')
  await expect(button(page, 'Bold')).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText('Bold (Ctrl+B)')
  await expect(button(page, 'Bold')).toHaveAttribute('aria-keyshortcuts', 'Control+B')
  await button(page, 'Bold').press('ArrowLeft')
  await expect(button(page, 'Preview')).toBeFocused()
  await button(page, 'Preview').press('Home')
  await expect(button(page, 'Bold')).toBeFocused()
  for (const _ of [1, 2]) await page.keyboard.press('ArrowRight')
  await expect(button(page, 'Strikethrough')).toBeFocused()
  await button(page, 'Strikethrough').press('Tab')
  await expect(toolbar(page).getByRole('button').and(page.locator(':focus'))).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(button(page, 'Strikethrough')).toBeFocused()
  await button(page, 'Strikethrough').press('Shift+Tab')
  await expect(field).toBeFocused()
  await field.press('Control+a')
  await field.press('Tab')
  await expect(button(page, 'Strikethrough')).toBeFocused()
  await button(page, 'Strikethrough').press('Enter')
  await expect(field).toHaveValue('~~word~~')
  await expect(field).toBeFocused()

  // The preview takes the place of the text. Nothing else moves once the history is there.
  await expect(page.getByText('created this task')).toBeVisible()
  const { y } = await boxOf(send(page))
  await button(page, 'Preview').click()
  await expect(button(page, 'Preview')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('word')
  await expect(field).toBeHidden()
  await expect.poll(async () => (await send(page).boundingBox())?.y).toBe(y)
  await expectAccessible(page)
  // The first Escape ends the tooltip.
  await button(page, 'Preview').press('Escape')
  await button(page, 'Preview').press('Escape')
  await expect(field).toBeFocused()
  await expect(button(page, 'Preview')).toHaveAttribute('aria-pressed', 'false')
})

test('Ctrl+K links selected words, and opens the palette without any; single keys only write', async ({ browser }) => {
  const { page } = await atTask(browser, 'Link words')
  const field = newComment(page)
  await typeInto(field, 'n/?plan')
  await field.press('Control+Shift+ArrowLeft')
  await field.press('Control+k')
  await typeInto(field, 'https://a.test')
  await expect(field).toHaveValue('n/?[plan](https://a.test)')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await field.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(field).toHaveValue('n/?[plan](https://a.test)')
})

test('a copied page is pasted as Markdown, and its scripts, images and styles do nothing', async ({ browser }) => {
  const { page, commentTexts } = await atTask(browser, 'Paste a page')
  const field = newComment(page)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await typeInto(field, 'Notes: ')
  const html = `<style>@import 'http://evil.app.test/a.css'; body { display: none }</style><script>window.attacked = true</script>
    <h2>Plan <img src="http://evil.app.test/b.png" onerror="window.attacked = true"></h2>
    <p onclick="window.attacked = true">See <a href="https://a.test/plan">the <b>plan</b></a>, not <a href="javascript:window.attacked = true">this</a>.</p>
    <ul><li>one<ul><li>two</li></ul></li></ul><iframe srcdoc="<script>parent.attacked = true</script>"></iframe>
    <table><tr><th>Who</th><th>Hours</th></tr><tr><td>Ann|Bo</td><td>3</td></tr></table><svg onload="window.attacked = true"></svg>`
  await paste(field, { 'text/html': html, 'text/plain': 'Plan See the plan' })
  const text =
    'Notes:\n\n## Plan\n\nSee [the **plan**](https://a.test/plan), not this.\n\n- one\n  - two\n\n| Who | Hours |\n| --- | --- |\n| Ann\\|Bo | 3 |'
  await expect(field).toHaveValue(text.replace('Notes:', 'Notes: '))
  expect(await page.evaluate('window.attacked')).toBeUndefined()
  expect(requested.filter((url) => url.includes('evil'))).toEqual([])
  await field.press('Control+z')
  await expect(field).toHaveValue('Notes: ')
  await field.press('Control+Shift+z')
  await expect(field).toHaveValue(text.replace('Notes:', 'Notes: '))
  await send(page).click()
  await expect.poll(commentTexts).toEqual([text.replace('Notes:', 'Notes: ')])
})

test('what a browser and a spreadsheet copy is pasted with the keys, with Shift as plain text', async ({ browser }) => {
  const { page } = await atTask(browser, 'Paste with keys')
  const field = newComment(page)
  const source = await page.context().newPage()
  await source.setContent('<h3>Agenda</h3><ol><li>Budget <code>x_y</code></li><li><strong>Plans</strong></li></ol>')
  await source.locator('body').press('Control+a')
  await source.locator('body').press('Control+c')
  await source.close()
  await page.bringToFront()
  await field.click()
  await field.press('Control+v')
  await expect(field).toHaveValue('### Agenda\n\n1. Budget `x_y`\n2. **Plans**')
  await field.press('Control+a')
  await field.press('Control+Shift+v')
  await expect(field).toHaveValue(/^Agenda\s+Budget x_y\s+Plans\s*$/)

  await field.fill('')
  await paste(field, { 'text/plain': 'Who\tHours\nAnn\t3\n' })
  await expect(field).toHaveValue('| Who | Hours |\n| --- | --- |\n| Ann | 3 |')
  await field.fill('the plan')
  await field.press('Control+a')
  await paste(field, { 'text/plain': 'https://a.test/b' })
  await expect(field).toHaveValue('[the plan](https://a.test/b)')
})

test('a paste fills a field up to its greatest length', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await page.getByRole('button', { name: 'Create Project' }).first().click()
  const field = page.getByRole('dialog').getByLabel('Description')
  await field.fill('a'.repeat(9_990))
  await expect(toolbar(page)).toBeVisible()
  await field.press('Control+End')
  await paste(field, { 'text/plain': 'Who\tHours\nAnn\t3\n' })
  await expect.poll(async () => (await field.inputValue()).length).toBe(10_000)
})

test('in chat, Enter sends, Shift+Enter goes on with a list, and the toolbar is shown on demand', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.getByRole('banner').getByRole('link', { name: /^Chat/ }).click()
  await pam.getByRole('region', { name: 'Chats', exact: true }).getByRole('link', { name: 'Customer portal' }).click()
  const field = pam.getByRole('textbox', { name: /^Message to/ })
  const toggle = pam.getByRole('button', { name: 'Formatting' })
  await expect(toggle).toBeVisible()
  await expect(toolbar(pam)).toHaveCount(0)
  await toggle.click()
  await expect(field).toBeFocused()
  await button(pam, 'Bulleted list').click()
  await typeInto(field, 'one')
  await field.press('Shift+Enter')
  await typeInto(field, 'two')
  await expect(field).toHaveValue('- one\n- two')
  await expectAccessible(pam)
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await field.dispatchEvent('keydown', { key: 'b', ctrlKey: true, isComposing: true })
  await expect(field).toHaveValue('- one\n- two')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  const [room] = (await callApi<{ id: number; name: string }[]>(pam, 'GET /api/chat-rooms/')).filter(
    ({ name }) => name === 'Customer portal',
  )
  type Messages = { content: string }[]
  const texts = async () =>
    (await callApi<Messages>(pam, `GET /api/chat-rooms/${room?.id}/messages/`)).map(({ content }) => content)
  await expect.poll(texts).toContain('- one\n- two')

  // The choice is kept on the device.
  await pam.reload()
  await expect(toolbar(pam)).toBeVisible()
  await toggle.click()
  await expect(toolbar(pam)).toHaveCount(0)
  await field.press('Control+b')
  await expect(field).toHaveValue('****')
})

test('without the tools, a field is a plain one', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const { id } = await addTask(page, 'Write without tools')
  await intercept(page, /\/assets\/Tools-/, (route) => route.abort())
  await page.goto(`${atrium.originOf('demo')}/project_manager/tasks/${id}`)
  const asked = page.waitForRequest(/\/assets\/Tools-/)
  await newComment(page).click()
  await asked
  await typeInto(newComment(page), 'plain')
  await expect(toolbar(page)).toHaveCount(0)
  await send(page).click()
  await expect(page.getByRole('region', { name: /^Comments/ }).getByText('plain', { exact: true })).toBeVisible()
})
