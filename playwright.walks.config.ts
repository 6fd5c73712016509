import { defineConfig } from '@playwright/test'
import browser from './playwright.config.ts'

// Walks over every page and through a whole account, which take minutes: `npm run test:long`.
export default defineConfig({
  ...browser,
  testDir: 'test/walks',
  reporter: [['list'], ['json', { outputFile: '.cache/test/walks.json' }]],
})
