import { expect, it } from 'vitest'
import { countPlaywright, countVitest } from '../../scripts/test.ts'

const vitestReport = (passed: number, total: number, unloadedFiles = 0): string =>
  JSON.stringify({
    numPassedTests: passed,
    numTotalTests: total,
    testResults: [
      { status: 'passed', assertionResults: [{}] },
      ...Array.from({ length: unloadedFiles }, () => ({ status: 'failed', assertionResults: [] })),
    ],
  })

it('counts every test of Vitest that did not pass as failed: skipped ones and files that could not be loaded too', () => {
  expect(countVitest(vitestReport(10, 10))).toEqual({ passed: 10, failed: 0 })
  expect(countVitest(vitestReport(7, 10))).toEqual({ passed: 7, failed: 3 })
  expect(countVitest(vitestReport(10, 10, 2))).toEqual({ passed: 10, failed: 2 })
})

const playwrightReport = (stats: object, errors: object[] = []): string =>
  JSON.stringify({ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

it('counts flaky and skipped tests of Playwright, and a set-up that failed, as failed', () => {
  expect(countPlaywright(playwrightReport({}))).toEqual({ passed: 5, failed: 0 })
  expect(countPlaywright(playwrightReport({ unexpected: 1, flaky: 2, skipped: 3 }))).toEqual({ passed: 5, failed: 6 })
  expect(countPlaywright(playwrightReport({ expected: 0 }, [{}]))).toEqual({ passed: 0, failed: 1 })
})
