import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countPlaywright, countVitest, filesOf } from '../../scripts/test.ts'

type Test = { status: string; fullName: string; failureMessages?: string[] }

const passed = { status: 'passed', fullName: 'holds' }
const file = (name: string, tests: Test[]) => ({
  name,
  status: tests.length === 0 ? 'failed' : 'passed',
  message: 'Can’t find module',
  assertionResults: tests,
})
const vitestReport = (testResults: ReturnType<typeof file>[]): string => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const numPassedTests = tests.filter(({ status }) => status === 'passed').length
  return JSON.stringify({ numPassedTests, numTotalTests: tests.length, testResults })
}

it('counts every test of Vitest that did not pass as failed: skipped ones and files that could not be loaded too', () => {
  expect(countVitest(vitestReport([file('a.test.ts', [passed, passed])]))).toEqual({ passed: 2, failed: 0, red: [] })
  const red = [passed, { status: 'failed', fullName: 'adds up', failureMessages: ['\u001B[31m2 isn’t 3\u001B[39m'] }]
  const skipped = [{ status: 'skipped', fullName: 'is left out' }]
  expect(
    countVitest(vitestReport([file('a.test.ts', red), file('b.test.ts', skipped), file('c.test.ts', [])])),
  ).toEqual({
    passed: 1,
    failed: 3,
    red: [
      'a.test.ts › adds up\n    2 isn’t 3',
      'b.test.ts › is left out\n    skipped',
      'c.test.ts\n    Can’t find module',
    ],
  })
})

const playwrightReport = (stats: object, errors: object[] = [], suites: object[] = []): string =>
  JSON.stringify({ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors, suites })

it('counts flaky and skipped tests of Playwright, and a set-up that failed, as failed', () => {
  expect(countPlaywright(playwrightReport({}))).toEqual({ passed: 5, failed: 0, red: [] })
  expect(countPlaywright(playwrightReport({ unexpected: 1, flaky: 2, skipped: 3 }))).toMatchObject({ failed: 6 })
  expect(countPlaywright(playwrightReport({ expected: 0 }, [{ message: 'no port' }]))).toEqual({
    passed: 0,
    failed: 1,
    red: ['the set-up\n    no port'],
  })
})

it('names the tests of Playwright that did not pass, in whatever group they are', () => {
  const spec = (title: string, status: string, results: object[]) => ({
    file: 'a.e2e.ts',
    title,
    tests: [{ status, results }],
  })
  const inner = { specs: [spec('opens', 'unexpected', [{ error: { message: 'it didn’t' } }])] }
  const suites = [{ suites: [inner], specs: [spec('closes', 'expected', [{}]), spec('waits', 'skipped', [])] }]
  expect(countPlaywright(playwrightReport({ unexpected: 1, skipped: 1 }, [], suites)).red).toEqual([
    'a.e2e.ts › waits\n    skipped',
    'a.e2e.ts › opens\n    it didn’t',
  ])
})

it('shows what stood on the page of a test of Playwright that did not pass', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-counts-'))
  const path = join(folder, 'error-context.md')
  const shown = ['- main:', ...Array.from({ length: 80 }, (_, i) => `  - text: line ${i}`)]
  writeFileSync(path, ['# Page snapshot', '- banner:', '  - link "Home"', ...shown].join('\n'))
  const results = [{ error: { message: 'it didn’t' }, attachments: [{ name: 'error-context', path }] }]
  const specs = [{ file: 'a.e2e.ts', title: 'opens', tests: [{ status: 'unexpected', results }] }]
  const { red } = countPlaywright(playwrightReport({ unexpected: 1 }, [], [{ specs }]))
  rmSync(folder, { recursive: true })
  const [, why, ...page] = red[0]?.split('\n') ?? []
  expect(why).toBe('    it didn’t')
  expect(page.map((line) => line.slice(4))).toEqual(shown.slice(0, 60))
  expect(countPlaywright(playwrightReport({ unexpected: 1 }, [], [{ specs }])).red).toEqual([
    'a.e2e.ts › opens\n    it didn’t',
  ])
})

it('knows the files that a second look runs, and none where the set-up failed', () => {
  const red = ['src/a.test.ts › adds up\n    2 isn’t 3', 'src/a.test.ts › takes off', 'b.e2e.ts\n    no page']
  expect(filesOf(red)).toEqual(['src/a.test.ts', 'b.e2e.ts'])
  expect(filesOf([...red, 'the set-up\n    no port'])).toBeUndefined()
  expect(filesOf([])).toEqual([])
})
