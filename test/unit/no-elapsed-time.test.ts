import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LONG_RUN } from '../../vitest.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `npm test` runs. What attacks, floods and measures is in test/faults, test/walks, test/operations and bench. */
const RUN = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/unit/**/*.ts', 'test/contract/**/*.ts', 'test/e2e/**/*.ts']

/** Samples of what is refused. */
const SAMPLES = ['test/unit/no-elapsed-time.test.ts', 'test/unit/check-structure.test.ts']

const filesOf = (globs: readonly string[]): string[] =>
  globSync(globs, { cwd: root }).filter((file) => !LONG_RUN.includes(file) && !SAMPLES.includes(file))

/** What measures time, of any clock. */
const MEASURES =
  /\bperformance\.(?:now|mark|measure)\b|\bhrtime\b|\bcpuUsage\b|\bthreadCpuUsage\b|\beventLoopUtilization\b|\bmonitorEventLoopDelay\b|\/(?:cpu-time|pace)\.ts'|Date\.now\(\) *(?:-(?! *[\d_]+\))|[<>])|- *Date\.now\(\)|- *\w+\.getTime\(\)\)?\.toBe(?:Less|Greater)Than/

/** What waits for a time. */
const WAITS = /\bwaitForTimeout\b|\bsetTimeout\b|\bvi\.waitFor\b/

/** Those that have to: a wait is what they do to the product, not how they see what came of it. */
const MAY_WAIT: Readonly<Record<string, string>> = {
  'src/modules/files/gateway.test.ts':
    'closes a reader in the middle of its work; a store that breaks off, and a reader who is slow',
  'src/modules/files/routes.api.test.ts':
    'a store that breaks off; and bytes that stand still, of which too few are right as well',
  'src/modules/geo/postcode-import/rules.test.ts': 'a server that breaks off',
  'src/modules/identity/login.api.test.ts': 'looks again and again while a flood lasts',
  'test/contract/malformed-multipart.api.test.ts': 'a sender that breaks off',
  'test/e2e/home-form.e2e.ts': 'the turn after a press',
}

/** Clocks that are not the product's: in a browser test the time is now() of test/support/start-of-clock.ts, in its SQL pgboss.job_now(). */
const MACHINE = /\bnew Date\(\)|\bDate\.now\(\)|(?<![\w.])now\(\) *[-+]|\bcurrent_(?:date|timestamp)\b/

/** A page whose clock stands still is given the machine's, to which the product adds how far it is ahead. */
const withoutPageClock = (text: string) =>
  text.replaceAll(/^.*(?:page\.clock\.|page\.evaluate\(\(\) => Date\.now).*$/gm, '')

describe('a test of `npm test`', () => {
  const files = filesOf(RUN)

  it('measures no time: what must not take long is counted, or measured by npm run test:long and bench', () => {
    expect(files.length).toBeGreaterThan(250)
    expect(files.filter((file) => MEASURES.test(withoutPageClock(readFileSync(`${root}/${file}`, 'utf8'))))).toEqual([])
  })

  it('waits for a state, never for a time', () => {
    const waiting = files.filter((file) => WAITS.test(readFileSync(`${root}/${file}`, 'utf8')))
    expect(waiting.toSorted()).toEqual(Object.keys(MAY_WAIT).toSorted())
  })

  it('asks, in a browser, the product what time it is, and never the machine', () => {
    const ofMachine = filesOf(['test/e2e/**/*.ts', 'test/walks/**/*.ts', 'test/support/browser/**/*.ts'])
    const asks = (file: string) => MACHINE.test(withoutPageClock(readFileSync(`${root}/${file}`, 'utf8')))
    expect(ofMachine.length).toBeGreaterThan(60)
    expect(ofMachine.filter(asks)).toEqual(['test/walks/offline-day.e2e.ts'])
  })
})

describe('and one that did would be found:', () => {
  it.each([
    'const started = performance.now()',
    'const before = process.cpuUsage()',
    "import { paceOfWork } from '#test/support/pace.ts'",
    'expect(Date.now() - due).toBeLessThan(60_000)',
    'expect(end.getTime() - start.getTime()).toBeLessThan(1000)',
  ])('%s', (line) => {
    expect(MEASURES.test(line)).toBe(true)
  })

  it.each([
    'await page.waitForTimeout(300)',
    'await new Promise((done) => setTimeout(done, 300))',
    "import { setTimeout as pause } from 'node:timers/promises'",
    'await vi.waitFor(() => expect(order).toHaveLength(3))',
  ])('%s', (line) => {
    expect(WAITS.test(line)).toBe(true)
  })

  it.each([
    'const today = localDayOf(new Date())',
    'const name = `Fair ${Date.now()}`',
    "start_at = date_trunc('minute', now()) and end_at > now() + interval '1 minute'",
    'expires_on = current_date',
  ])('%s', (line) => {
    expect(MACHINE.test(line)).toBe(true)
  })
})
