import { randomBytes } from 'node:crypto'
import { hashPassword } from '#modules/identity/passwords/gateway.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { DbConnection } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import type { Role } from '#shared/endpoint.ts'
import { generateDemonstration, SIGN_INS } from '../../db/seed/generate.ts'
import { loadTables } from '../../db/seed/load.ts'

const PASSWORD = 'Moving-day-1'

/** Printed at start. They exist in demonstration mode only. */
export const demonstrationSignIns: readonly { role: Role; email: string; password: string }[] = (
  ['customer', 'driver', 'admin'] as const
).map((role) => ({ role, email: SIGN_INS[role], password: PASSWORD }))

/** Fills an empty database with the demonstration (decisions §10): the same people and firms each time, dated from today. Never in production. */
export async function loadDemonstration(
  connection: DbConnection,
  { log, config }: { log: Log; config: Config },
): Promise<void> {
  if (config.appMode !== 'demo') return
  const started = performance.now()
  const isLoaded = await loadTables(connection, async () => {
    const signIns = await hash(PASSWORD)
    const others = await hash(randomBytes(24).toString('base64url'))
    return generateDemonstration(systemClock.now(), { signIns, others })
  })
  if (isLoaded) log.info({ ms: Math.round(performance.now() - started) }, 'demonstration loaded')
}

async function hash(password: string): Promise<string> {
  const hashed = await hashPassword(password)
  if (typeof hashed !== 'string') throw new Error('The password could not be hashed')
  return hashed
}
