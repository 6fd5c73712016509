// Brings an account back within thirty days of its closing: npm run user:restore -- EMAIL
import { restoreAccount } from '#modules/identity/privacy/commands.ts'
import { StartError } from '#platform/errors.ts'
import { runCommand, withApp } from './with-app.ts'

const USAGE = `npm run user:restore -- EMAIL

Opens an account that its owner has closed, as it was, and mails the owner. Make sure first that it is they who ask.`

async function main(): Promise<void> {
  const [email, ...more] = process.argv.slice(2)
  if (!email || email.startsWith('-') || more.length > 0) throw new StartError(USAGE)
  await withApp(async (ctx) => {
    const outcome = await restoreAccount(ctx, email)
    if (outcome === 'unknown')
      throw new StartError(`No account has the address ${email}. It may have been erased already.`)
    if (outcome === 'not closed') throw new StartError(`The account of ${email} is not closed.`)
    console.log(`The account of ${email} is open again, and its owner has been mailed.`)
  })
}

await runCommand(main)
