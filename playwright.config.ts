import { defineConfig } from '@playwright/test'
import { findChromium } from './test/support/chromium.ts'

const { executablePath, args, env } = findChromium()

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/support/browser-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // They wait for pages more than they work: two keep two processors busy for a little over half of the time, four wait for each other.
  workers: 3,
  forbidOnly: true,
  // How long is long enough even on a machine that does much besides: a page that is slow is not what these tests are about.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/browser.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args, env },
    baseURL: process.env['VANFARE_TEST_URL'],
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 40_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
})
