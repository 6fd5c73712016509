// Every benchmark, one after the other, each in a process of its own: npm run bench [-- name …]
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithParent } from '#platform/process.ts'
import { buildWhenChanged } from '../scripts/prepare-start.ts'
import type { Figure } from './setting.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** In order: what needs quiet least comes last. */
const benchmarks: Record<string, () => Promise<Figure[]>> = {
  quotes: async () => (await import('./quotes.ts')).benchQuotes(),
  'day-prices': async () => (await import('./day-prices.ts')).benchDayPrices(),
  searches: async () => (await import('./searches.ts')).benchSearches(),
  bookings: async () => (await import('./bookings.ts')).benchBookings(),
  billing: async () => (await import('./billing.ts')).benchBilling(),
  'booking-lists': async () => (await import('./booking-lists.ts')).benchBookingLists(),
  calendar: async () => (await import('./calendar.ts')).benchCalendar(),
  logins: async () => (await import('./logins.ts')).benchLogins(),
  'account-times': async () => (await import('./account-times.ts')).benchAccountTimes(),
  pages: async () => (await import('./pages.ts')).benchPages(),
  floods: async () => (await import('./floods.ts')).benchFloods(),
  budget: async () => (await import('./budget.ts')).benchBudget(),
  'script-bytes': async () => (await import('./script-bytes.ts')).measureScriptBytes(),
  'cold-start': async () => (await import('./cold-start.ts')).benchColdStart(),
  'postcodes-import': importFigures,
}

async function importFigures(): Promise<Figure[]> {
  const { measurePostcodesImport } = await import('./postcodes-import.ts')
  const { first, again, tenth, limitSeconds } = await measurePostcodesImport()
  const row = (what: string, ours: typeof first, goal: number | null): Figure => ({
    what,
    ours: `${ours.seconds.toFixed(1)} s, ${Math.round(ours.rowsPerSecond).toLocaleString('en-GB')} rows/s, ${ours.cpuSeconds.toFixed(1)} s CPU, ${ours.peakMegabytes.toFixed(0)} MB peak`,
    limit: `${limitSeconds.toFixed(1)} s (bare COPY and primary key)`,
    ratio: (ours.seconds / limitSeconds).toFixed(2),
    goal: goal === null ? '' : `≤ ${goal} s`,
    isReached: goal === null ? null : ours.seconds <= goal,
  })
  const count = first.rows.toLocaleString('en-GB')
  return [
    row(`Import of ${count} postcodes into an empty table`, first, 60),
    row(`The same over a full table`, again, null),
    {
      ...row(`A tenth of them: peak memory should be the same`, tenth, null),
      limit: '',
      ratio: `${(first.peakMegabytes / tenth.peakMegabytes).toFixed(2)} × the memory`,
    },
  ]
}

interface Outcome {
  name: string
  seconds: number
  load: number
  figures: Figure[]
  error?: string
}

/** A process of its own: neither its heap nor its compiled code comes from another benchmark. */
async function runApart(name: string): Promise<Outcome> {
  const started = performance.now()
  const child = fork(fileURLToPath(import.meta.url), ['--apart', name], {
    execArgv: ['--max-semi-space-size=64'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let figures: Figure[] | undefined
  child.on('message', (message) => (figures = message as Figure[]))
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = (performance.now() - started) / 1000
  const outcome = { name, seconds, load: loadavg()[0] ?? 0, figures: figures ?? [] }
  return figures ? outcome : { ...outcome, error: `ended with ${code} and said why above` }
}

async function runAll(names: readonly string[]): Promise<boolean> {
  await buildWhenChanged()
  const outcomes: Outcome[] = []
  for (const name of names) {
    console.log(`\n${name} …`)
    const outcome = await runApart(name)
    outcomes.push(outcome)
    print(outcome)
  }
  const machine = machineOf()
  const isWhole = names.length === Object.keys(benchmarks).length
  const folder = isWhole ? here : join(here, '../.cache')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify({ machine, outcomes }, null, 2)}\n`)
  writeFileSync(join(folder, 'RESULTS.md'), report(machine, outcomes))
  console.log(`\nWritten to ${isWhole ? 'bench' : '.cache'}/RESULTS.md and results.json.`)
  const isOver = outcomes.some(
    ({ name, figures }) => name === 'budget' && figures.some((one) => one.isReached === false),
  )
  return !isOver && outcomes.every(({ error }) => error === undefined)
}

const verdict = ({ isReached }: Figure) => (isReached === null ? '' : isReached ? 'reached' : 'missed')

function print({ name, seconds, figures, error }: Outcome): void {
  for (const figure of figures) {
    const { what, ours, limit, ratio, goal } = figure
    console.log(
      `  ${what}\n    ours ${ours}${limit && ` · limit ${limit}`}${ratio && ` · ratio ${ratio}`}${goal && ` · goal ${goal}: ${verdict(figure)}`}`,
    )
  }
  console.log(error ? `  ${name} ${error}.` : `  ${seconds.toFixed(0)} s`)
}

interface Machine {
  date: string
  commit: string
  node: string
  cpu: string
  memory: string
  system: string
}

function machineOf(): Machine {
  const [first] = cpus()
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: here, encoding: 'utf8' })
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: stdout.trim(),
    node: process.version,
    cpu: `${cpus().length} × ${first?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${process.platform} ${release()}`,
  }
}

const METHOD = `Every figure stands beside a limit measured in the same run: the same statements through the bare driver, the same bytes from a
bare server, the same tree in a loop. Ours and the limit take turns (L O, O L, …) and the medians of the rounds are compared, so
that whatever else the machine does meets both. CPU is user and system time of the process and of its PostgreSQL per request, which other
work on the machine lengthens least. "±" is how far the limit itself moved between the rounds: beyond ±10 % a ratio says
little. Quote searches are compared with every unit held against the pure rules in memory before they are measured; pages and
bodies with their limit's. fsync and synchronous_commit are on. Run it with \`npm run bench\`, on a machine that does nothing else.`

function report(machine: Machine, outcomes: readonly Outcome[]): string {
  const cell = (text: string) => text.replaceAll('|', '/')
  const head =
    '| What | Ours | Limit | Ours to limit | Goal | | Limit moved |\n| --- | --- | --- | --- | --- | --- | --- |'
  const row = (figure: Figure) =>
    `| ${[figure.what, figure.ours, figure.limit, figure.ratio, figure.goal, verdict(figure), figure.spread ?? ''].map(cell).join(' | ')} |`
  const section = ({ name, seconds, load, figures, error }: Outcome) =>
    `## ${name}\n\n${error ? `Failed: ${error}.` : `${head}\n${figures.map(row).join('\n')}`}\n\n${seconds.toFixed(0)} s; load average at the end ${load.toFixed(1)}.\n`
  const facts = Object.entries(machine).map(([name, value]) => `${name} ${value}`)
  return `# Results\n\nWritten by \`npm run bench\`: ${facts.join(' · ')}.\n\n${METHOD}\n\n${outcomes.map(section).join('\n')}`
}

async function main(): Promise<void> {
  endWithParent()
  const [first, second] = process.argv.slice(2)
  if (first === '--apart') {
    const figures = await benchmarks[second ?? '']?.()
    process.send?.(figures, () => process.exit(0))
    return
  }
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !(name in benchmarks))
  if (unknown) {
    console.error(`There is no benchmark "${unknown}": use ${Object.keys(benchmarks).join(', ')}.`)
    process.exitCode = 1
    return
  }
  if (!(await runAll(names.length > 0 ? names : Object.keys(benchmarks)))) process.exitCode = 1
}

await main()
