// Right requests with one thing changed, by nine principals: `npm run fuzz -- --requests 200000 --seed 7`, and `--case 123` for one of them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithParent } from '#platform/end-with-parent.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

function optionsOf(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { requests: text, seed: text, case: text } })
  for (const name of ['requests', 'case'] as const) {
    if (values[name] !== undefined && !/^\d{1,9}$/.test(values[name])) throw new Error(`--${name} takes a number.`)
  }
  return { ...values, seed: values.seed ?? String(Math.floor(Math.random() * 1e6)) }
}

/** The test of the suite with other figures: it brings the database and says what it finds. */
function main(args: string[]): void {
  endWithParent()
  const { requests = '10000', seed, case: only } = optionsOf(args)
  const env = {
    ...process.env,
    FUZZ_REQUESTS: requests,
    FUZZ_SEED: seed,
    ...(only === undefined ? {} : { FUZZ_CASE: only }),
  }
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const child = spawn(vitest, ['run', '--project', 'faults', 'test/faults/fuzz.api.test.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => child.kill(signal))
  child.once('error', (error) => {
    console.error(`vitest could not be run: ${error.message}`)
    process.exitCode = 1
  })
  child.once('close', (code) => (process.exitCode = code ?? 1))
}

try {
  main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
