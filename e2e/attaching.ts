// What the stories of files do: choose, drag and paste them, and look at where they show.
import { expect, type Page } from '@playwright/test'
import { intercept } from './visit.ts'

/** A file is sent in parts of so many bytes. */
export const partBytes = 512 * 1024

export const fileOf = (name: string, size = 12) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, `${name} `) })

export const attachButton = (page: Page) => page.getByRole('button', { name: 'Attach files' })
export const panelOf = (page: Page) => page.getByRole('region', { name: 'Uploads' })
export const listOf = (page: Page) => page.getByRole('region', { name: /^Files/ }).getByRole('listitem')
export const rowOf = (page: Page, name: string) => listOf(page).filter({ hasText: name })

export async function choose(page: Page, ...files: ReturnType<typeof fileOf>[]) {
  const choosing = page.waitForEvent('filechooser')
  await attachButton(page).click()
  await (await choosing).setFiles(files)
}

/** What a drag or the clipboard brings: a text, an image as browsers make of a screenshot, or both, as office programs copy. */
const scriptOf = (what: 'text' | 'image' | 'both') => `(async () => {
  const brought = new DataTransfer()
  if (${what !== 'image'}) brought.setData('text/plain', 'words')
  if (${what !== 'text'}) {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    canvas.getContext('2d').fillRect(0, 0, 30, 40)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve))
    brought.items.add(new File([blob], 'image.png', { type: 'image/png' }))
  }
  return brought
})()`
export const broughtBy = (page: Page, what: 'text' | 'image') => page.evaluateHandle<DataTransfer>(scriptOf(what))

/** Returns whether the page has taken what was pasted. */
export async function paste(page: Page, { into, what }: { into: string; what: 'image' | 'both' }) {
  await expect(page.locator(into).first()).toBeVisible()
  return page.evaluate<boolean>(`(async () => {
    const options = { clipboardData: await ${scriptOf(what)}, bubbles: true, cancelable: true }
    return !document.querySelector('${into}').dispatchEvent(new ClipboardEvent('paste', options))
  })()`)
}

export const overlay = (page: Page) => page.getByText('Drop files to attach them to this task')

/** Waits until files can be dropped and pasted, and begins to drag. */
export async function dragIn(page: Page, dataTransfer: Awaited<ReturnType<typeof broughtBy>>, shown = overlay(page)) {
  await expect(async () => {
    await page.dispatchEvent('main', 'dragenter', { dataTransfer })
    await expect(shown).toBeVisible({ timeout: 1000 })
  }).toPass()
}

/** Holds back the parts of files until the returned function is called. */
export async function holdParts(page: Page) {
  const gate = Promise.withResolvers<void>()
  await intercept(page, /\/api\/uploads\/\d+\/\?offset=(?!0$)/, async (route) => {
    await gate.promise
    await route.continue().catch(() => undefined)
  })
  return gate.resolve
}
