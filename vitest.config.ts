import { defineConfig } from 'vitest/config'

// Unit tests (rules, shared) need nothing; `*.api.test.ts` need the PostgreSQL that test/support/database.ts starts once per run.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'],
          exclude: ['**/*.api.test.ts'],
          isolate: false,
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'api',
          include: ['src/**/*.api.test.ts', 'test/{contract,faults}/**/*.api.test.ts'],
          globalSetup: ['test/support/database-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // The house is loaded once per worker, not once per file. What a module keeps is a cache or a count that comes back to nothing.
          isolate: false,
          maxWorkers: 2,
          // As the product is started: thousands of requests are collected in a fraction of the time.
          execArgv: ['--max-semi-space-size=64'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
