// Files that come with a comment.
import { type Browser, expect, type Page } from '@playwright/test'
import { fileOf, holdParts, listOf, panelOf, partBytes, paste } from './attaching.ts'
import { addTask } from './attachments.ts'
import { atrium, expectAccessible, expectFitAndAccessible, logInAs, test } from './visit.ts'

const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ })
const filesOfComment = (page: Page) => comments(page).getByRole('list', { name: 'Files of this comment' }).getByRole('listitem')
const newFiles = (page: Page) => page.getByRole('list', { name: 'Files for the comment' }).getByRole('listitem')
const send = (page: Page) => page.getByRole('button', { name: 'Add Comment' })

const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()

async function addFiles(page: Page, ...files: ReturnType<typeof fileOf>[]) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files to the comment' }).click()
  await (await choosing).setFiles(files)
}

/** A manager and a developer at the same new task. */
async function twoAtTask(browser: Browser) {
  const [pam, ann] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'ann@demo.test')]
  const { id } = await addTask(pam, 'Talk about pictures')
  await pam.setViewportSize({ width: 1440, height: 900 })
  for (const page of [pam, ann]) {
    await page.goto(`${atrium.originOf('demo')}/project_manager/tasks/${id}`)
    await expect(send(page)).toBeVisible()
  }
  return [pam, ann] as const
}

test('a comment brings files, with words or without', async ({ browser }) => {
  const [pam, ann] = await twoAtTask(browser)
  await addFiles(pam, fileOf('minutes.txt'))
  await expect(newFiles(pam)).toHaveText([/minutes\.txt/])
  expect(await paste(pam, { into: 'textarea', what: 'image' })).toBe(true)
  await expect(newFiles(pam)).toHaveText([/minutes\.txt/, /Pasted image .*\.png/])
  await expect(panelOf(pam)).toBeHidden()
  await expectAccessible(pam)
  // Nobody else has seen anything so far.
  await expect(listOf(ann)).toHaveCount(0)

  await send(pam).click()
  await expect(newFiles(pam)).toHaveCount(0)
  for (const page of [pam, ann]) {
    await expect(filesOfComment(page)).toHaveText([/minutes\.txt/, /Pasted image .*\.png/])
    await expect(page.getByRole('heading', { name: 'Files 2' })).toBeVisible()
    await expectAccessible(page)
  }
  const picture = filesOfComment(ann).getByRole('button', { name: /^Pasted image/ })
  await picture.click()
  await expect(ann.getByRole('dialog', { name: /^Pasted image/ })).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(picture).toBeFocused()

  await addFiles(pam, fileOf('draft.txt'), fileOf('final.txt'))
  await pam.getByRole('button', { name: 'Remove draft.txt' }).click()
  await pam.getByLabel('Add a comment').fill('The final one.')
  await pam.getByLabel('Add a comment').press('Control+Enter')
  await expect(ann.getByText('The final one.')).toBeVisible()
  await expect(filesOfComment(ann)).toHaveText([/minutes/, /Pasted/, /final\.txt/])

  await pam.setViewportSize({ width: 390, height: 844 })
  await addFiles(pam, fileOf('later.txt'))
  await expect(newFiles(pam)).toHaveText([/later\.txt/])
  await expectFitAndAccessible(pam)
  await pam.getByRole('button', { name: 'Remove later.txt' }).click()
  await expect(newFiles(pam)).toHaveCount(0)
})

test('the files of a deleted comment go with it, and come back', async ({ browser }) => {
  const [pam, ann] = await twoAtTask(browser)
  await addFiles(pam, fileOf('plan.txt'))
  await expect(newFiles(pam)).toHaveCount(1)
  await send(pam).click()
  await expect(listOf(ann)).toHaveText([/plan\.txt/])
  await pam.getByRole('button', { name: 'Delete comment' }).click()
  await expect(pam.getByRole('dialog')).toContainText('its files')
  await confirm(pam)
  for (const page of [pam, ann]) await expect(listOf(page)).toHaveCount(0)
  await pam.getByRole('button', { name: 'Undo' }).click()
  for (const page of [pam, ann]) {
    await expect(filesOfComment(page)).toHaveText([/plan\.txt/])
    await expect(listOf(page)).toHaveText([/plan\.txt/])
  }
  await ann.getByRole('button', { name: 'Attach files' }).waitFor()
  await pam.getByRole('button', { name: 'Delete plan.txt' }).click()
  await confirm(pam)
  for (const page of [pam, ann]) await expect(comments(page)).toContainText('Its files have been deleted.')
})

test('a comment that is being written keeps its files over a reload, and a log-out forgets them', async ({ browser }) => {
  const [pam, ann] = await twoAtTask(browser)
  await addFiles(pam, fileOf('plan.txt'), fileOf('costs.txt'))
  await pam.getByLabel('Add a comment').fill('Both')
  await expect(newFiles(pam)).toHaveCount(2)
  await pam.getByRole('button', { name: 'Remove costs.txt' }).click()
  await pam.reload()
  await expect(newFiles(pam)).toHaveText([/plan\.txt/])
  await expect(pam.getByLabel('Add a comment')).toHaveValue('Both')
  await send(pam).click()
  await expect(filesOfComment(ann)).toHaveText([/plan\.txt/])
  await pam.reload()
  await expect(filesOfComment(pam)).toHaveText([/plan\.txt/])
  await expect(newFiles(pam)).toHaveCount(0)

  await addFiles(pam, fileOf('secret.txt'))
  await expect(newFiles(pam)).toHaveText([/secret\.txt/])
  await pam.getByRole('button', { name: 'Logout' }).click()
  await expect(pam).toHaveURL(/\/login/)
  await expect.poll(() => pam.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('secret.txt')
})

test('a comment waits for its files, and keeps them while somebody visits another page', async ({ browser }) => {
  const [pam] = await twoAtTask(browser)
  const letGo = await holdParts(pam)
  await addFiles(pam, fileOf('slow.bin', 2 * partBytes))
  await expect(panelOf(pam)).toContainText('slow.bin')
  await pam.getByLabel('Add a comment').fill('See this.')
  await expect(send(pam)).toHaveAccessibleDescription('Its files are still arriving')
  await pam.getByLabel('Add a comment').press('Control+Enter')
  await expect(comments(pam)).toContainText('No comments yet')
  const { pathname } = new URL(pam.url())
  await pam.getByRole('link', { name: 'Dashboard' }).click()
  letGo()
  await expect(panelOf(pam)).toBeHidden()
  await pam.goBack()
  await expect(pam).toHaveURL(new RegExp(`${pathname}$`))
  await expect(newFiles(pam)).toHaveText([/slow\.bin/])
  await expect(pam.getByLabel('Add a comment')).toHaveValue('See this.')
  await send(pam).click()
  await expect(filesOfComment(pam)).toHaveText([/slow\.bin/])
})
