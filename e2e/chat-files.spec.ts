// Files that come with a message.
import { type Browser, expect, type Page } from '@playwright/test'
import { broughtBy, dragIn, fileOf, holdParts, panelOf, partBytes, paste } from './attaching.ts'
import { atrium, expectAccessible, expectFitAndAccessible, logInAs, test } from './visit.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const sent = (page: Page) => messages(page).getByRole('list', { name: 'Files of this message' }).getByRole('listitem')
const newFiles = (page: Page) => page.getByRole('list', { name: 'Files for the message' }).getByRole('listitem')

async function addFiles(page: Page, ...files: ReturnType<typeof fileOf>[]) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).click()
  await (await choosing).setFiles(files)
}

/** Two people in the room of the project that both work on. */
async function twoInRoom(browser: Browser) {
  const pages = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')] as const
  for (const page of pages) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${atrium.originOf('demo')}/chat`)
    await page
      .getByRole('link', { name: /Website relaunch/ })
      .last()
      .click()
    await expect(composer(page)).toBeVisible()
    await expect(messages(page).getByText('It looks good on a phone too.')).toBeVisible()
  }
  return pages
}

test('a message brings files, with words or without', async ({ browser }) => {
  const [pam, dev] = await twoInRoom(browser)
  await addFiles(pam, fileOf('agenda.txt'))
  await expect(newFiles(pam)).toHaveText([/agenda/])
  expect(await paste(pam, { into: 'textarea', what: 'image' })).toBe(true)
  await expect(newFiles(pam)).toHaveText([/agenda/, /Pasted image .*\.png/])
  await expect(panelOf(pam)).toBeHidden()
  await expectAccessible(pam)
  await pam.getByRole('button', { name: 'Send' }).click()
  await expect(newFiles(pam)).toHaveCount(0)
  const brought = (page: Page) =>
    messages(page).getByRole('list', { name: 'Files of this message' }).filter({ hasText: 'agenda' })
  for (const page of [pam, dev]) await expect(brought(page).getByRole('listitem')).toHaveText([/agenda/, /Pasted image/])
  await expectAccessible(dev)
  const picture = brought(dev).getByRole('button', { name: /^Pasted image/ })
  await expect(picture).toBeInViewport()
  await picture.click()
  await expect(dev.getByRole('dialog', { name: /^Pasted image/ })).toBeVisible()
  await dev.keyboard.press('Escape')
  await expect(picture).toBeFocused()

  await addFiles(pam, fileOf('draft.txt'), fileOf('final.txt'))
  await expect(newFiles(pam)).toHaveCount(2)
  await expect(brought(pam)).toBeInViewport({ ratio: 1 })
  await pam.getByRole('button', { name: 'Remove draft.txt' }).click()
  await composer(pam).fill('The final one.')
  await composer(pam).press('Enter')
  await expect(messages(dev).getByText('The final one.')).toBeVisible()
  await expect(sent(dev).last()).toContainText('final.txt')
  await dev.reload()
  await expect(sent(dev).last()).toContainText('final.txt')
  await expect(brought(dev).getByRole('listitem')).toHaveCount(2)

  for (const page of [pam, dev]) await page.setViewportSize({ width: 390, height: 844 })
  await addFiles(pam, fileOf('later.txt'))
  await expect(newFiles(pam)).toHaveText([/later\.txt/])
  await expectFitAndAccessible(pam)
  await pam.getByRole('button', { name: 'Send' }).click()
  await expect(sent(dev).last()).toContainText('later.txt')
  await expect(sent(dev).last()).toBeInViewport()
  await expectFitAndAccessible(dev)
})

test('files are dropped on a conversation, and a message waits for them', async ({ browser }) => {
  const [pam, dev] = await twoInRoom(browser)
  const image = await broughtBy(pam, 'image')
  const overlay = pam.getByText('Drop files to send them to Website relaunch')
  await dragIn(pam, image, overlay)
  await pam.dispatchEvent('[class*="zone"]', 'drop', { dataTransfer: image })
  await expect(newFiles(pam)).toHaveText([/image\.png/])

  const letGo = await holdParts(pam)
  await addFiles(pam, fileOf('slow.bin', 2 * partBytes))
  await expect(panelOf(pam)).toContainText('slow.bin')
  await composer(pam).fill('Slowly.')
  await composer(pam).press('Enter')
  await expect(composer(pam)).toHaveValue('Slowly.')
  letGo()
  await expect(newFiles(pam)).toHaveText([/image\.png/, /slow\.bin/])
  await composer(pam).press('Enter')
  await expect(messages(dev).getByText('Slowly.')).toBeVisible()
  await expect(sent(dev).last()).toContainText('slow.bin')
})
