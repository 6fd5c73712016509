// Tests, in parallel lanes of stages; `npm test -- unit api` runs only those, one after the other. The last lines sum
// them up. Tests that attack the product, break its dependencies or run it like its operator take minutes more, as do
// walks over every page, so they only run when they are named: `npm run test:long`. `npm test -- browser --at
// 2026-12-31T23:50` begins at that time of London's: a browser test's product, and the machine's clock of unit and API
// tests. `npm test -- --second-look` runs the files of a few red tests once more, alone: red twice is red, red once is
// named under the sums and passes.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { endWithParent } from '#platform/process.ts'
import { askedStart } from '#test/support/start-of-clock.ts'

/**
 * Names of the failed tests, which are repeated under the sums, because often only the end of a long log is visible.
 */
type Counts = { passed: number; failed: number; red: string[] }

type Stage = {
  name: string
  commands: string[][]
  /** Reads how many tests passed from what the runner wrote. A stage without it is one check: it passes or fails. */
  count?: () => Counts
}

const root = fileURLToPath(new URL('..', import.meta.url))
const results = join(root, '.cache', 'test')

/** More red tests than this are a fault of the product, not of a crowded machine. */
const MOST_LOOKED_AT_AGAIN = 12

const vitest = (project: string): Stage => ({
  name: project,
  commands: [
    [
      'vitest',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}/${project}.json`,
    ],
  ],
  count: () => countVitest(readFileSync(join(results, `${project}.json`), 'utf8')),
})

const playwright = (name: string, config: string): Stage => ({
  name,
  commands: [['playwright', 'test', '--config', config]],
  count: () => countPlaywright(readFileSync(join(results, `${name}.json`), 'utf8')),
})

const STAGES: Stage[] = [
  {
    name: 'types',
    commands: [
      ['react-router', 'typegen'],
      // Several at once each learn the libraries' types for themselves: twice the work.
      ['tsc', '--noEmit', '--singleThreaded'],
    ],
  },
  {
    name: 'lint',
    commands: [
      ['oxlint', '--type-aware'],
      ['oxfmt', '--check'],
    ],
  },
  { name: 'structure', commands: [['node', 'scripts/check-structure.ts']] },
  vitest('unit'),
  vitest('api'),
  playwright('browser', 'playwright.config.ts'),
  playwright('walks', 'playwright.walks.config.ts'),
  vitest('faults'),
  playwright('operations', 'playwright.operations.config.ts'),
]

type VitestFile = {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
}

/** A skipped test counts as a failed one, and so does a file that could not be loaded. */
export function countVitest(json: string): Counts {
  const report = JSON.parse(json) as Record<'numPassedTests' | 'numTotalTests', number> & { testResults: VitestFile[] }
  const red = report.testResults.flatMap(({ name, status, message, assertionResults }) =>
    status === 'failed' && assertionResults.length === 0
      ? [named(name, '', message)]
      : assertionResults
          .filter((test) => test.status !== 'passed')
          .map((test) => named(name, test.fullName, test.failureMessages?.[0] ?? test.status)),
  )
  return { passed: report.numPassedTests, failed: red.length, red }
}

type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs?: PlaywrightSpec[] }
type PlaywrightResult = { error?: { message?: string }; attachments?: { name: string; path?: string }[] }
type PlaywrightSpec = {
  file: string
  title: string
  tests: { status: string; results: PlaywrightResult[] }[]
}

export function countPlaywright(json: string): Counts {
  const report = JSON.parse(json) as {
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
    errors: { message?: string }[]
    suites: PlaywrightSuite[]
  }
  const { stats, errors } = report
  const red = [
    ...errors.map(({ message = '' }) => named('', 'the set-up', message)),
    ...report.suites
      .flatMap(specsOf)
      .flatMap(({ file, title, tests }) =>
        tests
          .filter(({ status }) => status !== 'expected')
          .map(
            ({ status, results: tries }) =>
              named(file, title, tries[0]?.error?.message ?? status) + pageOf(tries[0]?.attachments),
          ),
      ),
  ]
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length, red }
}

/** What stood on the page when it went wrong, as far as a screen of text goes: a picture of it stays on the machine that ran it. */
function pageOf(attachments: PlaywrightResult['attachments'] = []): string {
  const { path } = attachments.find(({ name }) => name === 'error-context') ?? {}
  if (path === undefined || !existsSync(path)) return ''
  const lines = readFileSync(path, 'utf8').split('\n')
  const from = lines.findIndex((line) => /^\s*- (?:main|dialog|alert)\b/.test(line))
  return from < 0 ? '' : ['', ...lines.slice(from, from + 60)].join('\n    ')
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** Where it is and the beginning of what went wrong, without colours. */
function named(file: string, title: string, message: string): string {
  const why = stripVTControlCharacters(message).split('\n').slice(0, 8).join('\n    ')
  return `${[relative(root, resolve(root, file)), title].filter(Boolean).join(' › ')}\n    ${why}`
}

/**
 * Seconds that the processes which have ended so far worked, and theirs: other work on the machine lengthens them least. Undefined
 * where the kernel does not say.
 */
function workedSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // After the name, which may hold anything: the state is the third field, the time of the children the sixteenth and the next.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return undefined
  }
}

/** Files of red tests, each once. Undefined where one of them has no file: a set-up that failed. */
export function filesOf(red: string[]): string[] | undefined {
  const files = red.map((test) => /^(\S+\.tsx?)(?: › |\n|$)/.exec(test)?.[1] ?? '')
  return files.includes('') ? undefined : [...new Set(files)]
}

/** What the stage comes to once the files of its red tests ran alone: those that pass then are `unsteady`. */
async function lookAgain(stage: Stage, first: Counts): Promise<Counts & { unsteady: string[] }> {
  const files = filesOf(first.red)
  const isWorthwhile = first.failed === first.red.length && first.red.length <= MOST_LOOKED_AT_AGAIN
  const [command] = stage.commands
  if (!stage.count || !files || files.length === 0 || !isWorthwhile || !command) return { ...first, unsteady: [] }
  console.log(`\n── ${stage.name}, a second look at ${files.join(', ')} ──`)
  const again = countOf(stage, (await run([...command, ...files])) !== 0)
  if (again.failed > 0 || again.passed === 0) return { ...first, unsteady: [] }
  return { passed: first.passed + first.failed, failed: 0, red: [], unsteady: first.red }
}

async function runStage(
  stage: Stage,
  hasSecondLook: boolean,
): Promise<Counts & { unsteady: string[]; seconds: string; worked: string }> {
  console.log(`\n── ${stage.name} ──`)
  const started = performance.now()
  const workedBefore = workedSeconds()
  let hasFailed = false
  for (const command of stage.commands) hasFailed = (await run(command)) !== 0 || hasFailed
  const first = countOf(stage, hasFailed)
  const counts = hasSecondLook && first.failed > 0 ? await lookAgain(stage, first) : { ...first, unsteady: [] }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const worked = workedBefore === undefined ? '' : ((workedSeconds() ?? 0) - workedBefore).toFixed(1)
  console.log(`${counts.failed === 0 ? '✓' : '✗'} ${stage.name}: ${seconds} s`)
  return { ...counts, seconds, worked: worked && `${worked.padStart(6)} s of work  ` }
}

/** A runner that failed without a failed test (it crashed, or found none) is a failure of its own. */
function countOf(stage: Stage, hasFailed: boolean): Counts {
  const single = { passed: hasFailed ? 0 : 1, failed: hasFailed ? 1 : 0, red: [] }
  if (!stage.count) return single
  try {
    const counts = stage.count()
    return hasFailed && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    return { passed: 0, failed: 1, red: [] }
  }
}

/** `output`: a file for what it says. */
function run([command = '', ...args]: string[], more: Record<string, string> = {}, output?: string): Promise<number> {
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`,
    // Dozens of tests start Node: what the first of them compiles, the others read.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    ...more,
  }
  const said = output === undefined ? 'inherit' : openSync(output, 'w')
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', said, said] })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.once('SIGTERM', pass).once('SIGINT', pass).once('SIGHUP', pass)
  return new Promise((done) => {
    child.once('error', (error) => {
      console.error(`${command} could not be run: ${error.message}`)
      done(1)
    })
    child.once('close', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', pass).off('SIGHUP', pass)
      if (signal) process.exit(1)
      done(code ?? 1)
    })
  })
}

type Sum = Counts & { name: string; seconds: string; worked: string; unsteady: string[] }

/** Beside each other: pages wait more than they work, so that browser tests alone leave two processors half idle. */
const LANES = [['types', 'lint', 'structure', 'unit', 'api'], ['browser']]

const sumsFile = (first: string) => join(results, `sums-${first}.json`)

/** Stages one after the other. */
async function runStages(stages: readonly Stage[], hasSecondLook: boolean): Promise<Sum[]> {
  const sums: Sum[] = []
  for (const stage of stages) sums.push({ name: stage.name, ...(await runStage(stage, hasSecondLook)) })
  return sums
}

/** A process for each lane, so that each knows how much it worked. What the first says is read at once, the others' afterwards. */
async function runLanes(args: readonly string[]): Promise<Sum[]> {
  const lanes = LANES.map(async (names, index): Promise<Sum[]> => {
    const command = ['node', 'scripts/test.ts', ...names, ...args]
    const output = join(results, `${names[0]}.log`)
    const code = await run(command, { LANE: names[0] ?? '' }, index === 0 ? undefined : output)
    if (index > 0) console.log(readFileSync(output, 'utf8'))
    if (existsSync(sumsFile(names[0] ?? ''))) return JSON.parse(readFileSync(sumsFile(names[0] ?? ''), 'utf8')) as Sum[]
    return [
      {
        name: names.join(', '),
        passed: 0,
        failed: 1,
        red: [`it ended with ${code}`],
        unsteady: [],
        seconds: '',
        worked: '',
      },
    ]
  })
  return (await Promise.all(lanes)).flat()
}

function say(sums: readonly Sum[]): string {
  const lines = sums.map(
    ({ name, seconds, worked, passed, failed }) =>
      `${failed === 0 ? '✓' : '✗'} ${name.padEnd(10)} ${seconds.padStart(6)} s  ${worked}${passed} passed, ${failed} failed`,
  )
  const total = (of: (sum: Sum) => number) => sums.reduce((all, sum) => all + of(sum), 0)
  const red = [
    ...sums.flatMap(({ unsteady }) => unsteady.map((test) => `\n! red once, passed alone; mend it: ${test}`)),
    ...sums.flatMap((sum) => sum.red.map((test) => `\n✗ ${test}`)),
  ].join('')
  const took = `${total(({ passed }) => passed)} passed, ${total(({ failed }) => failed)} failed`
  return `${red && `${red}\n`}\n${lines.join('\n')}\n\n${took}`
}

function refuse(why: string): void {
  console.error(why)
  process.exitCode = 1
}

async function main(args: string[]): Promise<void> {
  endWithParent()
  const options = { 'second-look': { type: 'boolean', default: false }, at: { type: 'string' } } as const
  const { values, positionals: wanted } = parseArgs({ args, allowPositionals: true, options })
  const unknown = wanted.filter((name) => !STAGES.some((stage) => stage.name === name))
  if (unknown.length > 0)
    return refuse(`No stage "${unknown.join('", "')}": there are ${STAGES.map(({ name }) => name).join(', ')}.`)
  if (values.at !== undefined && !askedStart(values.at))
    return refuse(`“${values.at}” is no time of London’s: write it like 2026-12-31T23:50.`)
  if (values.at !== undefined) process.env['VANFARE_TEST_AT'] = values.at
  const lane = process.env['LANE']
  if (lane === undefined) rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const began = performance.now()
  const stages = STAGES.filter(({ name }) => wanted.includes(name))
  const sums = stages.length > 0 ? await runStages(stages, values['second-look']) : await runLanes(args)
  process.exitCode = sums.every(({ failed }) => failed === 0) ? 0 : 1
  if (lane !== undefined) return writeFileSync(sumsFile(lane), JSON.stringify(sums))
  const said = `${say(sums)} in ${Math.round((performance.now() - began) / 1000)} s`
  console.log(said)
  // The file serves callers that run more after this, and report all failures at the end.
  writeFileSync(join(results, 'sums.txt'), `${said}\n`)
}

if (import.meta.main) await main(process.argv.slice(2))
