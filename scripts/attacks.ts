// Tests of the suite with other figures, each a command of its own that takes minutes to hours:
//   npm run fuzz -- --requests 200000 --seed 7     right requests with one thing changed, by ten principals; --case 123 sends one of them
//   npm run races                                  what many do to one booking at once, in all its rounds
//   npm run chaos -- --minutes 30 --seed 7         everything dies again and again while people book
//   CHAOS_SECONDS=90 npm run chaos                 the same by the variable that the test reads; an option wins over it
//   npm run histories -- --count 100000            what a ledger might have: the rules of money, and the same in SQL
//   npm run test:zones                             unit and API tests where the machine's time is that of New York and of Kolkata
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithParent } from '#platform/process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Run {
  /** Arguments of vitest. */
  args: string[]
  env: Record<string, string>
}

type Numbers = Record<string, string | undefined>

interface Attack {
  options: string[]
  runs(numbers: Numbers): Run[]
}

const fault = (...names: string[]) => ['--project', 'faults', ...names.map((name) => `test/faults/${name}.api.test.ts`)]
/** An option wins over the variable, the variable over our own figure. */
const valueOf = (variable: string, option: string | undefined, own: () => number): string =>
  option ?? process.env[variable] ?? String(own())
const randomSeed = () => Math.floor(Math.random() * 1e6)

const ATTACKS: Record<string, Attack> = {
  fuzz: {
    options: ['requests', 'seed', 'case'],
    runs: (numbers) => [
      {
        args: fault('fuzz'),
        env: {
          FUZZ_REQUESTS: valueOf('FUZZ_REQUESTS', numbers['requests'], () => 10_000),
          FUZZ_SEED: valueOf('FUZZ_SEED', numbers['seed'], randomSeed),
          ...(numbers['case'] === undefined ? {} : { FUZZ_CASE: numbers['case'] }),
        },
      },
    ],
  },
  races: {
    options: [],
    runs: () => [{ args: fault('double-booking', 'life-races', 'calendar-races'), env: { RACES: 'all' } }],
  },
  chaos: {
    options: ['minutes', 'seed'],
    runs: ({ minutes, seed }) => [
      {
        args: fault('chaos'),
        env: {
          CHAOS_SECONDS: valueOf('CHAOS_SECONDS', minutes && String(Number(minutes) * 60), () => 30 * 60),
          CHAOS_SEED: valueOf('CHAOS_SEED', seed, randomSeed),
        },
      },
    ],
  },
  histories: {
    options: ['count'],
    runs: ({ count }) => [
      {
        args: [
          '--project',
          'unit',
          '--project',
          'api',
          '--testTimeout',
          '3600000',
          'src/modules/billing/ledger/rules.test.ts',
          'src/modules/billing/documents/numbers.api.test.ts',
        ],
        env: { HISTORIES: valueOf('HISTORIES', count, () => 100_000) },
      },
    ],
  },
  zones: {
    options: [],
    runs: () =>
      ['America/New_York', 'Asia/Kolkata'].map((zone) => ({
        args: ['--project', 'unit', '--project', 'api'],
        env: { TZ: zone },
      })),
  },
}

function readCommand([name = '', ...args]: string[]): Run[] {
  const attack = ATTACKS[name]
  if (!attack) throw new Error(`Unknown: use ${Object.keys(ATTACKS).join(', ')}.`)
  const options = Object.fromEntries(attack.options.map((option) => [option, { type: 'string' as const }]))
  const values = parseArgs({ args, options }).values
  for (const option of attack.options)
    if (values[option] !== undefined && !/^\d{1,9}$/.test(values[option]))
      throw new Error(`--${option} takes a number.`)
  return attack.runs(values)
}

/** Resolves with the exit code. */
function run({ args, env }: Run): Promise<number> {
  console.log(
    Object.entries(env)
      .map(([key, value]) => `${key}=${value}`)
      .join(' '),
  )
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const child = spawn(vitest, ['run', ...args], { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.once('SIGTERM', pass).once('SIGINT', pass).once('SIGHUP', pass)
  return new Promise((done) => {
    child.once('error', (error) => {
      console.error(`vitest could not be run: ${error.message}`)
      done(1)
    })
    child.once('close', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', pass).off('SIGHUP', pass)
      if (signal) process.exit(1)
      done(code ?? 1)
    })
  })
}

endWithParent()
try {
  const codes: number[] = []
  for (const one of readCommand(process.argv.slice(2))) codes.push(await run(one))
  process.exitCode = codes.find((code) => code !== 0) ?? 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
