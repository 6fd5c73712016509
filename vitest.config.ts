import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long begins first, so that nothing is left over when the other workers are done. */
const LONG = [
  'test/faults/killed-worker',
  'test/faults/hostile-input',
  'test/contract/',
  'src/platform/server.test',
  'src/platform/draining.test',
  'src/modules/files/',
  'src/platform/',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => (LONG.findIndex((part) => moduleId.includes(part)) + 1 || 99) - 1
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

/** What starts and stops a PostgreSQL of its own, as an operator's machine does: beside what it tests, and run with the faults. */
const OPERATED = [
  'src/platform/embedded-postgres.api.test.ts',
  'src/platform/data-dir.api.test.ts',
  'src/platform/prepare-database.api.test.ts',
]

/** Walks over every endpoint or page, and thousands of cases beside a naive answer: long, and run with the faults. */
const PROVED = [
  'test/contract/every-page.api.test.ts',
  'test/contract/role-matrix.api.test.ts',
  'src/app/demonstration-clock.api.test.ts',
  'src/modules/calendar/open-hours.api.test.ts',
  'src/modules/geo/postcode-import/rules.api.test.ts',
  'src/modules/identity/sessions/commands.api.test.ts',
  'src/modules/quoting/alternatives/oracle.api.test.ts',
  'src/modules/quoting/insights/replay.api.test.ts',
  'src/modules/quoting/load/receipts.api.test.ts',
  'src/modules/quoting/search/queries.api.test.ts',
]

/** Comparisons with a naive answer that `npm test` makes of some cases (test/support/cases.ts), run again here with all. */
export const COMPARED = [
  'test/contract/demonstration-life.api.test.ts',
  'src/modules/billing/documents/numbers.api.test.ts',
  'src/modules/billing/ledger/rules.test.ts',
  'src/modules/billing/runs/runs.api.test.ts',
  'src/modules/calendar/adjacent-times.test.ts',
  'src/modules/figures/commands.api.test.ts',
  'src/modules/quoting/alternatives/queries.api.test.ts',
  'src/modules/quoting/from-price/lowest-price.api.test.ts',
  'src/modules/quoting/plans/rules.test.ts',
]

/** Slow clients, and a process that stops under load. */
const ATTACKED = ['src/platform/draining.test.ts', 'src/platform/one-network.test.ts', 'src/platform/server.test.ts']

/** All three: files beside what they test that `npm test` leaves to `npm run test:long`. */
export const LONG_RUN = [...OPERATED, ...PROVED, ...ATTACKED]

/** For all: a state is waited for as long as it takes, on a busy machine too. */
const expectation = { poll: { timeout: 60_000, interval: 20 } }

/** Tests that need the PostgreSQL which test/support/database-setup.ts starts once per run. */
const onDatabase = (name: string, include: string[], groupOrder: number, exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude,
    globalSetup: ['test/support/database-setup.ts'],
    setupFiles: ['test/support/machine-clock.ts'],
    expect: expectation,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The house is loaded once per worker, not once per file. What a module keeps is a cache or a count that comes back to nothing.
    isolate: false,
    maxWorkers: 2,
    // As the product is started: thousands of requests are collected in a fraction of the time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { groupOrder },
  },
})

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', ...ATTACKED],
          setupFiles: ['test/support/machine-clock.ts'],
          isolate: false,
          expect: expectation,
          testTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      onDatabase('api', ['src/**/*.api.test.ts', 'test/contract/**/*.api.test.ts'], 1, [...OPERATED, ...PROVED]),
      // What attacks, breaks, floods or proves: `npm run test:long`.
      {
        test: {
          ...onDatabase('faults', ['test/faults/**/*.test.ts', ...LONG_RUN, ...COMPARED], 2).test,
          env: { CASES: 'all' },
        },
      },
    ],
  },
})
