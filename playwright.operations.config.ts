import { defineConfig } from '@playwright/test'
import browser from './playwright.config.ts'

// How it is started, stopped, set behind a proxy and flooded. Each test starts a product of its own: `npm run test:long`.
export default defineConfig({
  ...browser,
  testDir: 'test/operations',
  // One at a time: what one of them floods, another would measure.
  workers: 1,
  globalSetup: undefined,
  reporter: [['list'], ['json', { outputFile: '.cache/test/operations.json' }]],
})
