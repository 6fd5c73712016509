import { defineConfig } from '@playwright/test'
import { findChromium } from './test/support/chromium.ts'

const { executablePath, args, env } = findChromium()

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/support/browser-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/browser.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args, env },
    baseURL: process.env['VANFARE_TEST_URL'],
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 10_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
  },
})
