// The public pages of openings: strangers read them without scripts and apply, and HR hears of it.
import { writeFileSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import {
  atrium,
  callApi,
  expectAccessible,
  expectAccessibleInBoth,
  expectToFitWidth,
  keepFiles,
  logInAs,
  screens,
  test,
} from './visit.ts'

const description = `We bake **bread** for the whole town.

## What you do

- Bake rolls, [as we do](https://bread.example.org)
- Wash up

| Day | From |
| --- | ---- |
| Monday | 4:00 |

\`\`\`
${'A long line of something to be typed. '.repeat(5)}
\`\`\``

type Opening = { title: string; description?: string; questions?: object[]; closes_on?: string | null }

const addOpening = (hana: Page, opening: Opening) =>
  callApi<{ id: number }>(hana, 'POST /api/openings/', {
    ...{ department: 'HR', location: null, description, closes_on: null, status: 'published', questions: [] },
    ...opening,
  })

const questions = [
  { text: 'Why do you want to bake?', is_required: true, is_long: true },
  { text: 'When can you begin?', is_required: false, is_long: false },
]

async function openJobs(browser: Browser, path = '/jobs', options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(atrium.originOf('demo') + path)
  return page
}

const cv = { name: 'Ada.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nMy life.') }
const send = (page: Page) => page.getByRole('button', { name: 'Send application' }).click()
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

test('without scripts, somebody finds an opening, corrects mistakes and applies, and HR hears of it', { tag: '@quick' }, async ({
  browser,
}) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  const title = 'Baker'
  const email = 'ada@example.org'
  await addOpening(hana, { title, questions })
  await expect(bell(hana)).toBeVisible()

  const page = await openJobs(browser, '/jobs', { javaScriptEnabled: false })
  await expectToFitWidth(page)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'What you do' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'as we do' })).toHaveAttribute('rel', 'nofollow noopener')
  await expectToFitWidth(page)

  // The browser finds nothing wrong with these.
  await page.getByLabel('Name').fill('Ada Applicant')
  await page.getByLabel('E-mail').fill('ada@example')
  await page.getByLabel('Links').fill('ada.example.org')
  await page.getByLabel('CV').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('A text.') })
  await page.getByLabel('Why do you want to bake?').fill('I get up early.')
  await page.getByRole('checkbox', { name: /I agree that/ }).check()
  await send(page)
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem')).toHaveText([
    'E-mail: Invalid email format',
    /^Links: Enter addresses that begin with/,
    /^CV: This file is no PDF/,
  ])
  await expect(page).toHaveTitle(/^Error: Baker/)
  await expectToFitWidth(page)
  await page.setViewportSize(screens[1][1])
  await expectToFitWidth(page)
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Invalid email format')
  await expect(page.getByLabel('Why do you want to bake?')).toHaveValue('I get up early.')
  await expect(page.getByRole('checkbox', { name: /I agree that/ })).toBeChecked()
  await expect(page.getByText('Choose the file again')).toBeVisible()
  await summary.getByRole('link', { name: 'E-mail' }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()

  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Links').fill('https://ada.example.org')
  await page.getByLabel('CV').setInputFiles(cv)
  await send(page)
  await page.waitForURL('**/thanks')
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  await expectToFitWidth(page)

  await expect(bell(hana)).toHaveAccessibleName(/, \d+ unread$/)
  await bell(hana).click()
  await expect(hana.getByText(`There is a new application for “${title}”.`)).toBeVisible()
  const mail = await atrium.waitForMail(email, /^Your application at/)
  expect(mail.text).toContain(`your application for ${title}`)
  expect(mail.text).not.toContain('Ada')
  expect(mail.replyTo).toBeUndefined()
  const [applied] = await callApi<{ id: number; full_name: string }[]>(hana, 'GET /api/applications/')
  expect(applied?.full_name).toBe('Ada Applicant')
})

test('every page can be read by everybody, in light and dark, wide and narrow', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  const { id } = await addOpening(hana, { title: 'Gardener', questions, closes_on: '2099-12-31' })
  const long = 'x'.repeat(200)
  const words = { text: 'y'.repeat(300), is_required: true, is_long: false }
  const { id: worst } = await addOpening(hana, {
    title: long,
    description: `# ${long}\n\n${long}\n\n- ${long}`,
    questions: [words],
  })
  for (const [, viewport] of screens) {
    const page = await openJobs(browser, '/jobs', { viewport })
    for (const path of ['/jobs', `/jobs/${id}`, `/jobs/${worst}`, `/jobs/${id}/thanks`, '/jobs/1']) {
      await page.goto(atrium.originOf('demo') + path)
      await expectAccessibleInBoth(page)
      await expectToFitWidth(page)
    }
    await page.goto(`${atrium.originOf('demo')}/jobs/${worst}`)
    await page.evaluate(`document.querySelector('form').noValidate = true`)
    await send(page)
    await expect(page.getByRole('alert')).toBeFocused()
    await expectAccessibleInBoth(page)
    await expectToFitWidth(page)
  }
})

test('a file that is too large is refused in words', async ({ browser }, story) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  const { id } = await addOpening(hana, { title: 'Painter' })
  const page = await openJobs(browser, `/jobs/${id}`, { javaScriptEnabled: false })
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail').fill('ada@example.org')
  await page.getByRole('checkbox', { name: /I agree that/ }).check()
  for (const [megabytes, words] of [
    [10.5, 'This file is larger than 10 MB.'],
    [15, 'A CV has at most 10 MB.'],
  ] as const) {
    const file = story.outputPath(`${megabytes}.pdf`)
    writeFileSync(file, Buffer.concat([cv.buffer, Buffer.alloc(megabytes * 1024 ** 2)]))
    await page.getByLabel('CV').setInputFiles(file)
    await send(page)
    await expect(page.getByText(words).first()).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Painter' })).toBeVisible()
})

test('an opening that is closed is gone, and a workspace without any says so', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await addOpening(hana, { title: 'Miner' })
  const { id } = await addOpening(hana, { title: 'Diver' })
  const page = await openJobs(browser, `/jobs/${id}`)
  // The browser may have kept them. Playwright's own requests cannot find a workspace's host on every machine, and pages of openings may
  // not fetch.
  const read = (path: string) => hana.evaluate((path) => fetch(path, { cache: 'reload' }).then((answer) => answer.text()), path)
  expect(await read('/robots.txt')).toContain(`Sitemap: ${atrium.originOf('demo')}/sitemap.xml`)
  expect(await read('/sitemap.xml')).toContain(`<loc>${atrium.originOf('demo')}/jobs/${id}</loc>`)
  await callApi(hana, `PATCH /api/openings/${id}/`, { status: 'closed' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'This job opening can’t be found' })).toBeVisible()
  for (const opening of await callApi<{ id: number }[]>(hana, 'GET /api/openings/'))
    await callApi(hana, `PATCH /api/openings/${opening.id}/`, { status: 'closed' })
  expect((await page.reload())?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'There are no job openings' })).toBeVisible()
  await expectAccessible(page)
  expect(await read('/sitemap.xml')).not.toContain('/jobs')
  await page.goto(`${atrium.mainOrigin}/jobs`)
  await expect(page.getByRole('heading', { level: 1, name: 'There are no job openings' })).toBeHidden()
})

test.describe('with the app’s files on the device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the pages of openings come from the server, and never from the app', async ({ browser }) => {
    const hana = await logInAs(browser, atrium, 'hana@demo.test')
    const { id } = await addOpening(hana, { title: 'Sailor' })
    await keepFiles(hana)
    await hana.reload()
    await hana.goto(`${atrium.originOf('demo')}/jobs/${id}`)
    await expect(hana.getByRole('heading', { level: 1, name: 'Sailor' })).toBeVisible()
    await hana.context().setOffline(true)
    await hana.goto(`${atrium.originOf('demo')}/hr`)
    await expect(hana.getByText('You are offline.')).toBeVisible()
    for (const path of ['/jobs', `/jobs/${id}`])
      await expect(hana.goto(atrium.originOf('demo') + path)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
    await hana.context().setOffline(false)
  })
})
