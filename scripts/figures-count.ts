// Counts the figures of every day again, from the trail and the ledger: npm run figures:count
import { countFigures } from '#modules/figures/commands.ts'
import { runCommand, withApp } from './with-app.ts'

await runCommand(() =>
  withApp(async (ctx) => {
    console.log(`${await countFigures(ctx, { isWhole: true })} days counted.`)
  }),
)
