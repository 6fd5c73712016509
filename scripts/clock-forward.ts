// Moves the clock of a demonstration: npm run clock:forward -- 12h
import { forward } from '#app/demonstration-clock.ts'
import { loadEnvironment, readConfig } from '#platform/config.ts'
import { StartError } from '#platform/errors.ts'
import { runCommand, withApp } from './with-app.ts'

const USAGE = `npm run clock:forward -- TIME

Moves the clock of the demonstration forward by 3d, 12h or 90m. Whatever is due by then happens at once; it never goes back.`

const MINUTE_MS = 60_000
const unitMs = new Map([
  ['d', 1440 * MINUTE_MS],
  ['h', 60 * MINUTE_MS],
  ['m', MINUTE_MS],
])

async function main(): Promise<void> {
  const [time = '', ...more] = process.argv.slice(2)
  const [, count, unit] = /^([1-9][0-9]{0,2})([dhm])$/.exec(time) ?? []
  const ms = Number(count) * (unitMs.get(unit ?? '') ?? 0)
  if (!(ms > 0) || more.length > 0) throw new StartError(USAGE)
  if (readConfig(loadEnvironment()).appMode !== 'demo')
    throw new StartError('Only the clock of a demonstration can be moved: this is production.')
  await withApp(async (ctx) => {
    await forward(ctx, ms)
    console.log(`The clock is ${time} later.`)
  })
}

await runCommand(main)
