// The database of the product under test, for what no page brings about: time that has passed, what the office has decided.
import pg from 'pg'
import { findRunningPostgres } from '#platform/embedded-postgres.ts'

/** The directory of the product under test; tools of the office are pointed at it. */
export function productDataDir(): string {
  const directory = process.env['VANFARE_TEST_DATA_DIR']
  if (!directory) throw new Error('VANFARE_TEST_DATA_DIR has to name the data directory of the product under test.')
  return directory
}

/** `dataDir` is that of a product which a test started for itself. */
export async function inDatabase(
  text: string,
  values: readonly unknown[] = [],
  dataDir = productDataDir(),
): Promise<Record<string, unknown>[]> {
  const roles = await findRunningPostgres(dataDir)
  if (!roles) throw new Error(`No product is running on ${dataDir}.`)
  const client = new pg.Client(roles.owner)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** As if everybody signed in to this account had logged in an hour ago: sensitive changes ask for the password (T-030). */
export const ageSessions = (email: string): Promise<unknown> =>
  inDatabase(
    `update identity.session set created_at = pgboss.job_now() - interval '1 hour'
     where user_id = (select id from identity.user where email_key = $1)`,
    [email.toLowerCase()],
  )

/** As if a stranger had tried wrong passwords at this address until the login slowed down. */
export const slowDown = (email: string): Promise<unknown> =>
  inDatabase(
    `with forgotten as (
       delete from identity.known_device d using identity."user" u where u.id = d.user_id and u.email_key = $1
     )
     insert into identity.login_guard (digest, tries, blocked_until, last_tried_at)
     values (sha256(convert_to($1, 'UTF8')), 100000, pgboss.job_now() + interval '15 minutes', pgboss.job_now())`,
    [email.toLowerCase()],
  )

export const setStatus = (email: string, status: 'active' | 'blocked' | 'pending_delete'): Promise<unknown> =>
  inDatabase(`update identity.user set status = $2 where email_key = $1`, [email.toLowerCase(), status])
