// Seals stored secrets again with SECRET_KEY, so that a key in SECRET_KEYS_OLD can be taken out: npm run keys:rotate
import { sealedAccounts } from '#modules/companies/queries.ts'
import { sealedChecks } from '#modules/fleet/people/queries.ts'
import { sealedTotps } from '#modules/identity/two-step/gateway.ts'
import { StartError } from '#platform/errors.ts'
import { countOldRecoveryCodes, countOldSeals, noteKeys, resealColumn, retireOldKeys } from '#platform/key-rotation.ts'
import { SingleBar, Presets } from 'cli-progress'
import { runCommand, withApp } from './with-app.ts'

const USAGE = `npm run keys:rotate

Seals bank accounts, right-to-work details and two-step secrets again with SECRET_KEY. The former key has to be in SECRET_KEYS_OLD.
The product may go on serving. It can be stopped at any moment and run again.`

async function main(): Promise<void> {
  if (process.argv.length > 2) throw new StartError(USAGE)
  await withApp(async (ctx) => {
    await noteKeys(ctx)
    let unreadable = 0
    for (const column of [sealedAccounts, sealedChecks, sealedTotps]) {
      const total = await countOldSeals(ctx, column)
      const bar = new SingleBar(
        { format: `${column.what} {bar} {value} of {total}`, noTTYOutput: true },
        Presets.legacy,
      )
      bar.start(total, 0)
      const outcome = await resealColumn(ctx, column, (rows) => bar.increment(rows))
      bar.stop()
      unreadable += outcome.unreadable
      console.log(`${column.what}: ${outcome.sealed} sealed again, ${outcome.unreadable} that no key here opens.`)
    }
    if (unreadable > 0)
      throw new StartError('Put the key that sealed the rest into SECRET_KEYS_OLD and run this again.')
    await retireOldKeys(ctx)
    const people = await countOldRecoveryCodes(ctx)
    console.log('Everything kept is sealed with SECRET_KEY.')
    console.log(
      'Links, calendar addresses and push of a former key hold while it is in SECRET_KEYS_OLD. If it has leaked, take it out now.',
    )
    if (people > 0) console.log(`${people} people have recovery codes of a former key, which end with it.`)
  })
}

await runCommand(main)
