import { defineConfig } from '@playwright/test'
import browser from './playwright.config.ts'

// How it is started, stopped, set behind a proxy and flooded. Each test starts a product of its own: `npm run test:long`.
export default defineConfig({
  ...browser,
  testDir: 'test/operations',
  globalSetup: undefined,
  reporter: [['list'], ['json', { outputFile: '.cache/test/operations.json' }]],
})
