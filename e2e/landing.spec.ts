// The public pages, and where a session leads from them.
import { type Browser, type BrowserContextOptions, expect, type Page, type Request } from '@playwright/test'
import { atrium, expectAccessible, expectToFitWidth, intercept, logInAs, test } from './visit.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

async function openMain(browser: Browser, path = '/', options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(`${atrium.mainOrigin}${path}`)
  return page
}

const headline = (page: Page) => page.getByRole('heading', { level: 1 })
const visibleSlides = (page: Page) => page.locator('.slides figure').locator('visible=true')
const visibleName = (page: Page) => visibleSlides(page).locator('strong')

/** Opens the carousel with a paused clock. `expectAt` counts from the slide that is shown then. */
async function openCarousel(browser: Browser, options: BrowserContextOptions = {}) {
  const page = await (await browser.newContext(options)).newPage()
  await page.clock.install()
  await page.goto(atrium.mainOrigin)
  await page.clock.pauseAt(Date.now() + 60_000)
  const names = await page.locator('.slides strong').allTextContents()
  const current = async () => names.indexOf((await visibleName(page).textContent()) ?? '')
  await expect(visibleName(page)).toHaveCount(1)
  const start = await current()
  const expectAt = (steps: number) => expect.poll(current).toBe((start + steps + 10 * names.length) % names.length)
  /** Whether the slides take turns. */
  const expectTurns = (are: boolean) => expect(page.locator('.slides')).toHaveAttribute('aria-live', are ? 'off' : 'polite')
  return { page, names, expectAt, expectTurns }
}

test('everything is there without scripts', { tag: '@quick' }, async ({ browser }) => {
  const page = await openMain(browser, '/', { javaScriptEnabled: false })
  await expect(headline(page)).toBeVisible()
  for (const text of ['2,500+', '50,000+', '99.9%', 'Q3 2025', 'Q4 2025', 'Q1 2026', 'Q2 2026'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByText('30-day free trial, no credit card required').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Early-adopter benefits' })).toBeVisible()
  await expect(visibleSlides(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden()
  await page.getByText('What happens when the trial ends?').click()
  await expect(page.getByText('Nothing is deleted')).toBeVisible()
  for (const name of ['Privacy', 'Terms', 'Support']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(headline(page)).toContainText(name)
  }
  await page.getByRole('link', { name: 'Atrium, home' }).click()
  await expect(page.getByRole('link', { name: /free trial/i }).first()).toHaveAttribute('href', '/signup')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toHaveAttribute('href', '/login')
})

test('testimonials take turns every five seconds, until somebody pauses them', async ({ browser }) => {
  const { page, names, expectAt, expectTurns } = await openCarousel(browser)
  await page.clock.runFor(5000)
  await expectAt(1)
  await page.clock.runFor(4999)
  await expectAt(1)
  await page.clock.runFor(1)
  await expectAt(2)
  await page.clock.runFor(5000 * names.length)
  await expectAt(2)
  await expectTurns(true)

  await page.getByRole('button', { name: 'Pause' }).click()
  await expectTurns(false)
  await page.mouse.move(0, 0)
  await page.clock.runFor(60_000)
  await expectAt(2)
  await page.getByRole('button', { name: 'Next testimonial' }).click()
  await expectAt(3)
  await page.getByRole('button', { name: 'Previous testimonial' }).click()
  await page.getByRole('button', { name: 'Previous testimonial' }).click()
  await expectAt(1)
  await page.getByRole('tab').nth(4).click()
  await expect(visibleName(page)).toHaveText(names[4] ?? '')
  await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(/^Testimonial 5 of 5/)

  await page.getByRole('button', { name: 'Play' }).click()
  await page.mouse.move(0, 0)
  await expectTurns(true)
  await page.clock.runFor(5000)
  await expect(visibleName(page)).toHaveText(names[0] ?? '')
})

test('testimonials wait under the pointer, stop for the keyboard, and respect reduced motion', async ({ browser }) => {
  const { page, names, expectAt, expectTurns } = await openCarousel(browser)
  await page.locator('.slides').hover()
  await expectTurns(false)
  await page.clock.runFor(60_000)
  await expectAt(0)
  await page.mouse.move(0, 0)
  await expectTurns(true)
  await page.clock.runFor(5000)
  await expectAt(1)

  await page.getByRole('tab', { selected: true }).focus()
  await expectTurns(false)
  await page.clock.runFor(60_000)
  await expectAt(1)
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expectAt(2)
  await expect(page.getByRole('tab', { selected: true })).toBeFocused()
  await page.keyboard.press('End')
  await expect(visibleName(page)).toHaveText(names.at(-1) ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(visibleName(page)).toHaveText(names[0] ?? '')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await expect(visibleName(page)).toHaveText(names[0] ?? '')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Next testimonial' })).toBeFocused()

  const reduced = await openCarousel(browser, { reducedMotion: 'reduce' })
  await reduced.page.clock.runFor(60_000)
  await reduced.expectAt(0)
  await reduced.page.getByRole('button', { name: 'Play' }).click()
  await reduced.page.mouse.move(0, 0)
  await reduced.expectTurns(true)
  await reduced.page.clock.runFor(5000)
  await reduced.expectAt(1)
})

test('the choice of light or dark is shared with the app, and the pictures follow it', async ({ browser }) => {
  const page = await openMain(browser, '/', { colorScheme: 'dark' })
  const picture = () => page.locator('.hero img').evaluate((image: { currentSrc?: string }) => image.currentSrc)
  await expect.poll(picture).toContain('board-dark')
  await page.getByRole('button', { name: /^Theme: system/ }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect.poll(picture).toContain('board-light')
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page.getByRole('button', { name: /^Theme: light/ })).toBeVisible()
  await page.getByRole('button', { name: /^Theme: light/ }).click()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('button', { name: /^Theme: dark/ })).toBeVisible()
  await expect.poll(picture).toContain('board-dark')
})

test('somebody logged in is led to the page of their role', async ({ browser }) => {
  const owner = await logInAs(browser, atrium, 'super@atrium.test')
  await owner.goto(atrium.mainOrigin)
  await owner.waitForURL('**/super_admin')
  const developer = await logInAs(browser, atrium, 'dev@demo.test')
  await developer.goto(atrium.originOf('demo'))
  await developer.waitForURL('**/developer')
  await owner.getByRole('button', { name: 'Logout' }).click()
  await owner.waitForURL('**/login')
  await owner.getByRole('link', { name: 'Back to Home' }).click()
  await expect(owner.getByRole('link', { name: /free trial/i }).first()).toBeVisible()
})

test('an ended session shows the landing page after one reload', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const cookies = ['atrium_access', 'atrium_refresh'].map((name) => ({ name, value: 'long.gone', url: atrium.mainOrigin }))
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  await page.context().addCookies(cookies)
  await page.goto(atrium.mainOrigin)
  await expect(headline(page)).toHaveText(/one calm place/)
  await expect(page).toHaveURL(`${atrium.mainOrigin}/`)
  await expect.poll(() => loads).toEqual([`${atrium.mainOrigin}/`, `${atrium.mainOrigin}/?guest`])

  // The same holds if the cookies can't be cleared.
  const json = { detail: 'Token is gone.', code: 'token_not_valid' }
  await intercept(page, '**/api/token/refresh/', (route) => route.fulfill({ status: 401, json }))
  await page.context().addCookies(cookies)
  await page.goto(atrium.mainOrigin)
  await expect(headline(page)).toHaveText(/one calm place/)

  await page.goto(`${atrium.originOf('demo')}/`)
  await page.waitForURL(`${atrium.originOf('demo')}/login`)
  await page.goto(`${atrium.originOf('demo')}/support`)
  await expect(page).toHaveURL(`${atrium.mainOrigin}/support`)
})

test('every public page is accessible on every screen in light and dark', async ({ browser }) => {
  for (const [path, colorScheme, viewport] of [
    ['/', 'light', { width: 1280, height: 800 }],
    ['/', 'dark', { width: 390, height: 844 }],
    ['/privacy', 'dark', { width: 1280, height: 800 }],
    ['/terms', 'light', { width: 390, height: 844 }],
    ['/support', 'light', { width: 640, height: 400 }],
  ] as const) {
    const page = await openMain(browser, path, { colorScheme, viewport })
    await expectAccessible(page)
    await expectToFitWidth(page)
    await page.context().close()
  }
  const phone = await openMain(browser, '/', { viewport: { width: 390, height: 844 } })
  await phone.getByRole('button', { name: 'Menu' }).click()
  await phone.getByRole('link', { name: 'Roadmap' }).click()
  await expect(phone.getByRole('heading', { name: 'From workspace to ERP' })).toBeInViewport()
  await expect(phone.getByRole('link', { name: 'Roadmap' })).toBeHidden()
})

test('the landing page shifts nothing while it loads, and its scripts are less than 60 kB', async ({ browser }) => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await (await browser.newContext({ viewport })).newPage()
    await page.addInitScript(`
      shifts = []
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true })
    `)
    const scripts = new Map<Request, number | undefined>()
    page.on('request', (request) => request.resourceType() === 'script' && scripts.set(request, undefined))
    page.on('requestfinished', async (request) => {
      if (scripts.has(request)) scripts.set(request, (await request.sizes()).responseBodySize)
    })
    await page.goto(atrium.mainOrigin)
    for (const section of await page.locator('main > section').all()) await section.scrollIntoViewIfNeeded()
    const pictures = page.locator('picture img')
    await expect
      .poll(() => pictures.evaluateAll((all: { naturalWidth?: number }[]) => all.map(({ naturalWidth }) => naturalWidth)))
      .not.toContain(0)
    await expect.poll(() => page.evaluate('shifts')).toEqual([])
    expect(scripts.size).toBeGreaterThan(0)
    await expect.poll(() => [...scripts.values()]).not.toContain(undefined)
    expect([...scripts.values()].reduce<number>((sum, size = 0) => sum + size, 0)).toBeLessThan(60_000)
  }
})
