import { defineConfig } from '@playwright/test'

// Chromium obeys the last `--disable-features` only, so Playwright's own list is repeated. Our last two entries spare each window
// two more pages, which would prepare suggestions for an address bar that nobody sees.
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

export default defineConfig({
  testDir: '.',
  globalSetup: './database.ts',
  outputDir: '../test-results',
  // Each worker has a server, a database and a mail server of its own. Stories also wait, so three fill two cores.
  workers: 3,
  // The limits allow for a machine that is slow and busy. They say nothing about how long a story should take.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  // A story that passes when it is repeated is reported as flaky, with a trace of the repetition.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  use: {
    // Each story's browser would fetch the app's files twice. The stories of working offline allow them.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    // Animations cost time and CPU. `story.spec.ts` runs with them.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // The default is no limit, so a page that hangs would only show in the duration of its story.
    navigationTimeout: 60_000,
    // Recording is a third of all work, so only repetitions and runs of named files record: `npm test -- e2e/story.spec.ts`.
    trace: process.env.RECORD_TRACE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join()}`,
        '--host-resolver-rules=MAP app.test 127.0.0.1, MAP *.app.test 127.0.0.1',
      ],
    },
  },
})
