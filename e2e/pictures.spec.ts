// Pictures of people and the logo of a workspace: chosen, dropped and pasted, seen by others at once, and gone after the log-out.
import { expect, type Page } from '@playwright/test'
import { dot, pngOf } from '../server/src/pictures/testing.ts'
import { atrium, callApi, expectAccessible, expectToFitWidth, intercept, logInAs, stored, test } from './visit.ts'

const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }
const png = (buffer: Buffer, name = 'photo.png', mimeType = 'image/png') => ({ name, mimeType, buffer })
const photo = png(pngOf({ width: 300, height: 200 }))

/** How many images on the page have loaded. */
const loaded = (page: Page, selector: string) =>
  page.evaluate<number>(
    `[...document.querySelectorAll('${selector}')].filter((image) => image.complete && image.naturalWidth).length`,
  )
const faces = 'img[src^="/api/people/"]'
const logos = 'aside img[src^="/api/workspace/logo/"]'

/** Pastes or drops a file by an event of our own: a test has neither clipboard nor desktop. */
const give = async (page: Page, how: 'paste' | 'drop', file: Buffer) => {
  await page.locator('input[type=file]').waitFor({ state: 'attached' })
  await page.evaluate(`{
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(${JSON.stringify([...file])})], 'photo.png', { type: 'image/png' }))
    const options = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data }
    const event = '${how}' === 'paste' ? new ClipboardEvent('paste', options) : new DragEvent('drop', options)
    document.querySelector('input[type=file]').parentElement.dispatchEvent(event)
  }`)
}

/** Opens a project in which this colleague works. */
async function openProjectWith(page: Page, colleague: Page) {
  const { id } = await callApi<{ id: number }>(colleague, 'GET /api/me/')
  type Projects = { results: { id: number; members: { employee: { id: number } }[] }[] }
  const { results } = await callApi<Projects>(page, 'GET /api/projects/')
  const project = results.find(({ members }) => members.some(({ employee }) => employee.id === id))
  await page.goto(`${atrium.originOf('demo')}/project_manager/projects/${project?.id}`)
}

test('a developer’s picture stands beside their name on everybody’s pages at once, and initials return when it is removed', async ({
  browser,
}) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await openProjectWith(pam, dev)
  await expect(pam.locator('main')).toContainText('Dev')
  await dev.goto(`${atrium.originOf('demo')}/profile`)
  await dev.locator('input[type=file]').setInputFiles(photo)
  await expect(dev.getByText('Picture changed.')).toBeVisible()
  await expect(dev.getByRole('button', { name: 'Change picture' })).toBeVisible()
  // Beside the field, and in the sidebar.
  await expect.poll(() => loaded(dev, faces)).toBe(2)
  await expect.poll(() => loaded(pam, faces)).toBeGreaterThan(0)

  for (const size of [wide, phone]) {
    await dev.setViewportSize(size)
    await expectAccessible(dev)
    await expectToFitWidth(dev)
  }
  await dev.getByRole('button', { name: 'Remove picture' }).press('Enter')
  await expect(dev.getByText('Picture removed.')).toBeVisible()
  await expect(dev.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await expect(pam.locator(faces)).toHaveCount(0)
  await dev.getByRole('button', { name: 'Undo' }).click()
  await expect(dev.getByText('Your picture is back.')).toBeVisible()
  await expect.poll(() => loaded(pam, faces)).toBeGreaterThan(0)
})

test('a picture is pasted or dropped as well, and what is none is refused where it was chosen', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await hana.goto(`${atrium.originOf('demo')}/profile`)
  const input = hana.locator('input[type=file]')
  await give(hana, 'paste', dot)
  await expect(hana.getByText('Picture changed.').first()).toBeVisible()
  const face = hana.locator(faces).first()
  const pasted = (await face.getAttribute('src')) ?? ''
  await give(hana, 'drop', pngOf({ width: 5, height: 5, color: [200, 0, 0] }))
  await expect(face).not.toHaveAttribute('src', pasted)
  await expect.poll(() => loaded(hana, faces)).toBe(2)

  const alert = hana.getByRole('alert')
  await input.setInputFiles(png(Buffer.from('<svg/>'), 'drawing.svg', 'image/svg+xml'))
  await expect(alert).toHaveText('This is not a picture that can be used. Choose a PNG, JPEG, WebP or GIF file.')
  await input.setInputFiles(png(Buffer.alloc(5 * 1024 * 1024 + 1)))
  await expect(alert).toHaveText('This file is larger than 5 MB.')
  // Only the server can tell.
  await input.setInputFiles(png(Buffer.from('A text that is named photo.png.')))
  await expect(alert).toHaveText('This is not a picture that can be used. Choose a PNG, JPEG, WebP or GIF file.')
  await expectAccessible(hana)
  await intercept(hana, '**/api/profile/picture/', (route) => route.abort())
  await input.setInputFiles(photo)
  await expect(alert).toHaveText('Server unreachable. Please try again later.')
  await expect(hana.getByRole('button', { name: 'Change picture' })).toBeEnabled()
})

test('an administrator’s logo replaces the initial in everybody’s sidebar, and is there with the first paint', async ({
  browser,
}) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.getByRole('link', { name: 'Settings' }).click()
  await ann.locator('input[type=file]').setInputFiles(png(pngOf({ width: 800, height: 100, color: [0, 0, 0], alpha: 200 })))
  await expect(ann.getByText('Logo changed.')).toBeVisible()
  for (const page of [ann, dev]) await expect.poll(() => loaded(page, logos)).toBe(1)
  for (const size of [wide, phone]) {
    await ann.setViewportSize(size)
    await expectAccessible(ann)
    await expectToFitWidth(ann)
  }
  // The device knows it from now on.
  await expect.poll(() => stored(dev)).toMatch(/logo\\":\{\\"version/)
  await intercept(dev, '**/api/pictures/', (route) => route.abort())
  await dev.reload()
  await expect.poll(() => loaded(dev, logos)).toBe(1)

  await ann.getByRole('button', { name: 'Remove logo' }).click()
  await expect(ann.getByText('Logo removed.')).toBeVisible()
  await expect(ann.locator(logos)).toHaveCount(0)
})

test('pictures are kept by the browser for the session, and after the log-out their address shows nothing', async ({
  browser,
}) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await dev.goto(`${atrium.originOf('demo')}/profile`)
  await dev.locator('input[type=file]').setInputFiles(photo)
  await expect.poll(() => loaded(dev, faces)).toBe(2)
  const address = await dev.locator(faces).first().getAttribute('src')
  /** Reads the address, and says how many bytes that took from the network. */
  const read = () =>
    dev.evaluate<[status: number, bytes: number]>(`(async () => {
      performance.clearResourceTimings()
      const answer = await fetch('${address}')
      await answer.blob()
      // The entry follows a moment later.
      const entries = () => performance.getEntriesByName(new URL('${address}', location.href).href)
      while (!entries().length) await new Promise((resolve) => setTimeout(resolve, 20))
      return [answer.status, entries()[0].transferSize]
    })()`)
  expect(await read()).toEqual([200, 0])
  await dev.getByRole('button', { name: 'Logout' }).click()
  await dev.waitForURL('**/login')
  await expect.poll(async () => (await read())[0]).toBe(401)
})
