import { defineConfig } from '@playwright/test'

// The last of these options counts, so Playwright's own are here, too. The last two keep each window from preparing suggestions for
// its address bar, which nobody sees: two more pages that load beside every one of ours.
const withoutFeatures = [
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
  // Each file has a server, a database and a mail server of its own; two of them fill two cores.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  forbidOnly: process.env.CI !== undefined,
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
    // Without one, a page that hangs is only seen in how long its story took.
    navigationTimeout: 30_000,
    // A third of all the work while it is on: `npm test -- e2e/story.spec.ts` records.
    trace: process.env.RECORD_TRACE ? 'retain-on-failure' : 'off',
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
        `--disable-features=${withoutFeatures.join()}`,
        '--host-resolver-rules=MAP app.test 127.0.0.1, MAP *.app.test 127.0.0.1',
      ],
    },
  },
})
