// Makes an admin with a random password, shown once: npm run admin:create -- EMAIL [FIRST NAME] [LAST NAME] [--role ROLE]
import { parseArgs } from 'node:util'
import { createAdmin } from '#modules/identity/administration/commands.ts'
import { Refusal, STAFF_ROLES } from '#shared/endpoint.ts'
import { StartError } from '#platform/errors.ts'
import { runCommand, withApp } from './with-app.ts'

const USAGE = `npm run admin:create -- EMAIL [FIRST NAME] [LAST NAME] [--role ROLE]

Makes an admin, confirmed and ready to log in, and shows the password once.
ROLE is ${STAFF_ROLES.join(', ')}; without it, owner.`

async function main(): Promise<void> {
  const { values, positionals } = readArguments()
  const [email, firstName = 'Admin', lastName, ...more] = positionals
  const staffRole = STAFF_ROLES.find((role) => role === (values.role ?? 'owner'))
  if (!email || !staffRole || more.length > 0) throw new StartError(USAGE)
  await withApp(async (ctx) => {
    const made = await createAdmin(ctx, { email, firstName, lastName: lastName ?? null, staffRole })
    if (made instanceof Refusal) throw new StartError(made.detail)
    console.log(
      `${made.email} is an admin now, as ${staffRole}. The password, shown only this once:\n\n  ${made.password}\n`,
    )
    console.log('Log in, change it, and set up two-step login: in production nothing else opens before.')
  })
}

function readArguments() {
  try {
    return parseArgs({ options: { role: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw new StartError(USAGE)
  }
}

await runCommand(main)
