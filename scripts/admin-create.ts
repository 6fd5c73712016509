// Makes an admin with a random password, shown once: npm run admin:create -- EMAIL [FIRST NAME] [LAST NAME]
import { createAdmin } from '#modules/identity/accounts/administration/commands.ts'
import { Refusal } from '#shared/endpoint.ts'
import { StartError } from '#platform/start-error.ts'
import { runCommand, withApp } from './with-app.ts'

const USAGE = `npm run admin:create -- EMAIL [FIRST NAME] [LAST NAME]

Makes an admin, confirmed and ready to log in, and shows the password once.`

async function main(): Promise<void> {
  const [email, firstName = 'Admin', lastName, ...more] = process.argv.slice(2)
  if (!email || email.startsWith('-') || more.length > 0) throw new StartError(USAGE)
  await withApp(async (ctx) => {
    const made = await createAdmin(ctx, { email, firstName, lastName: lastName ?? null })
    if (made instanceof Refusal) throw new StartError(made.detail)
    console.log(`${made.email} is an admin now. The password, shown only this once:\n\n  ${made.password}\n`)
    console.log('Log in, change it, and switch two-step login on.')
  })
}

await runCommand(main)
