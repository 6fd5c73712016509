import { defineConfig } from '@playwright/test'
import browser from './playwright.config.ts'

// Walks over every page, through a whole account, a driver's set-up and the office's day, by keyboard alone, and what attacks a session, a page or its content:
// minutes, so `npm run test:long`.
export default defineConfig({
  ...browser,
  testDir: 'test/walks',
  reporter: [['list'], ['json', { outputFile: '.cache/test/walks.json' }]],
})
