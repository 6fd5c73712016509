import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { billingJobs } from '#modules/billing/jobs.ts'
import { catchUpDue } from '#modules/billing/ledger/commands.ts'
import { changeExpires } from '#modules/bookings/changes/commands.ts'
import { claimDue } from '#modules/bookings/claims/commands.ts'
import { hoursDue } from '#modules/bookings/day/actions/commands.ts'
import { outcomeAskedAt } from '#modules/bookings/day/clock/rules.ts'
import { noOneTookDue, outcomeDue, reconfirmationDue, responseDue } from '#modules/bookings/lifecycle/commands.ts'
import { rebookDue } from '#modules/bookings/replacement/commands.ts'
import { bookingsJobs } from '#modules/bookings/jobs.ts'
import { hotJobOffered } from '#modules/bookings/notices/commands.ts'
import { isConfirmed, isUnanswered, isUnderWay, noOneTookAt, reconfirmationAt } from '#modules/bookings/rules.ts'
import { countDue, figuresJobs } from '#modules/figures/commands.ts'
import { reviewHashOf } from '#modules/reviews/queries.ts'
import { reviewsJobs, figuresDue } from '#modules/reviews/commands.ts'
import { sealAccount } from '#modules/companies/queries.ts'
import { sealCheck } from '#modules/fleet/people/queries.ts'
import { createStorage, sourceOf } from '#modules/files/gateway.ts'
import { hashPassword } from '#modules/identity/passwords/gateway.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { DbConnection } from '#platform/db.ts'
import { createBoss, createQueue } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { StartError } from '#platform/errors.ts'
import { countOf } from '#shared/texts.ts'
import { shownTrader } from '#shared/trader.ts'
import { completeProfiles, type ProfileTools } from '../../db/seed/profiles.ts'
import { generateDemonstration, type Demonstration } from '../../db/seed/generate.ts'
import { drawPictures } from '../../db/seed/life/photos.ts'
import { hasCompanies, loadTables, type SeedClient } from '../../db/seed/load.ts'
import type { Tables } from '../../db/seed/rows.ts'
import { SIGN_INS } from '../../db/seed/user-rows.ts'

const PASSWORD = 'Moving-day-1'
/** Long enough for the ledger of a demonstration to be written. */
const LEDGER_SECONDS = 30
/** On the office's board, to be charged; the cards before them have been. */
const CARDS_LEFT = 7

/** Printed at start. These accounts exist in demonstration mode only. */
export const demonstrationSignIns: readonly { role: keyof typeof SIGN_INS; email: string; password: string }[] = (
  ['customer', 'driver', 'hired', 'admin', 'support', 'billing'] as const
).map((role) => ({ role, email: SIGN_INS[role], password: PASSWORD }))

/**
 * Fills an empty database with the demonstration (decisions §10): the same people and companies each time, dated from today. Never
 * in production.
 */
export async function loadDemonstration(
  connection: DbConnection,
  { log, config, clock = systemClock }: { log: Log; config: Config; clock?: Clock },
): Promise<void> {
  if (config.appMode !== 'demo' || (await hasCompanies(connection))) return
  const started = performance.now()
  const boss = createBoss(connection, log, { work: false })
  await boss.start()
  try {
    for (const kind of [...bookingsJobs, ...reviewsJobs, ...billingJobs, ...figuresJobs]) await createQueue(boss, kind)
    const isLoaded = await loadTables(
      connection,
      () => make(config, clock.now()),
      async (client, { tables, photos }) => {
        const tools = profileTools(config, clock.now())
        await scheduleEnds(boss, client, tables)
        await countAll(boss, client, tables)
        await boss.insert(catchUpDue.name, [{ data: { since: '2000-01-01T00:00:00Z', cardsLeft: CARDS_LEFT } }], {
          db: sqlOf(client),
        })
        // At once, and again once the ledger is written.
        await boss.insert(countDue.name, [{ data: {} }, { data: {}, startAfter: LEDGER_SECONDS }], {
          db: sqlOf(client),
        })
        await Promise.all(photos.map(({ key, bytes }) => tools.put(key, bytes)))
        await completeProfiles(client, tools)
      },
    )
    if (isLoaded) log.info({ ms: Math.round(performance.now() - started) }, 'demonstration loaded')
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** The demonstration's passwords are in our README, so production refuses to start on its database. */
export async function refuseDemonstration(connection: DbConnection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from identity."user" where is_demonstration and status <> 'deleted'`,
    )
    const count = rows[0]?.count ?? 0
    if (count === 0) return
    throw new StartError(
      `This database holds ${countOf(count, 'account')} of the demonstration, whose passwords are public. Give production a database of its own: set DATABASE_URL, or DATA_DIR to an empty folder.`,
    )
  } finally {
    await client.end()
  }
}

const profileTools = (config: Config, now: Date): ProfileTools => ({
  now,
  put: (key, bytes) => createStorage(config).put(key, sourceOf(bytes)),
  sealAccount: (companyId, details) => sealAccount(config, companyId, details),
  sealCheck: (personId, details) => sealCheck(config, personId, details),
})

async function make(config: Config, now: Date): Promise<Demonstration> {
  const [signIns, others, pictures] = await Promise.all([
    hash(PASSWORD),
    hash(randomBytes(24).toString('base64url')),
    drawPictures(),
  ])
  const sender = {
    name: shownTrader(config.trader, config.appMode),
    reviewUrl: (id: string) => `${config.publicUrl}/company-review/${reviewHashOf({ config }, id)}`,
  }
  return generateDemonstration(now, { hashes: { signIns, others }, pictures, sender })
}

async function hash(password: string): Promise<string> {
  const hashed = await hashPassword(password)
  if (typeof hashed !== 'string') throw new Error('The password could not be hashed')
  return hashed
}

const sqlOf = (client: SeedClient) => ({
  executeSql: (text: string, values?: unknown[]) => client.query(text, values),
})

interface Due {
  bookingId: string | undefined
  startAfter: unknown
}

/** Queues the deadlines of what waits for somebody, as if it had been made here. */
async function scheduleEnds(boss: ReturnType<typeof createBoss>, client: SeedClient, tables: Tables): Promise<void> {
  const db = sqlOf(client)
  const bookings = tables['bookings.booking'] ?? []
  const waiting = bookings.filter(({ status }) => status && isUnanswered(status))
  const driver = (tables['identity.user'] ?? []).find(({ email }) => email === SIGN_INS.driver)?.id
  const company = (tables['companies.company'] ?? []).find(({ ownerUserId }) => ownerUserId === driver)?.id
  // No driver would answer for the others, whose jobs would all become hot.
  const isOfDriver = ({ companyId }: SeedRow) => companyId === company
  const finished = (tables['bookings.day'] ?? []).filter(({ hours, confirmBy }) => hours === 'open' && confirmBy)
  const dues: [name: string, due: Due[]][] = [
    [
      responseDue.name,
      waiting.flatMap(({ id, isHot, respondBy }) =>
        !isHot && respondBy ? [{ bookingId: id, startAfter: respondBy }] : [],
      ),
    ],
    [reconfirmationDue.name, [...bookings.flatMap(askedAgain), ...bookings.filter(isOfDriver).flatMap(toAskAgain)]],
    [
      hotJobOffered.name,
      waiting.flatMap(({ id, isHot, createdAt }) => (isHot ? [{ bookingId: id, startAfter: createdAt }] : [])),
    ],
    [
      noOneTookDue.name,
      waiting.map(({ id, startAt }) => ({ bookingId: id, startAfter: noOneTookAt(asDate(startAt)) })),
    ],
    [
      outcomeDue.name,
      bookings.flatMap(({ id, status, endAt }) =>
        status && isUnderWay(status) ? [{ bookingId: id, startAfter: outcomeAskedAt(asDate(endAt)) }] : [],
      ),
    ],
    [hoursDue.name, finished.map(({ bookingId, confirmBy }) => ({ bookingId, startAfter: confirmBy }))],
    [
      changeExpires.name,
      (tables['bookings.change'] ?? []).flatMap(({ bookingId, state, expiresAt }) =>
        state === 'open' ? [{ bookingId, startAfter: expiresAt }] : [],
      ),
    ],
    [
      claimDue.name,
      (tables['bookings.claim'] ?? []).flatMap(({ bookingId, status, answerBy }) =>
        status === 'with_company' ? [{ bookingId, startAfter: answerBy }] : [],
      ),
    ],
    [
      rebookDue.name,
      (tables['bookings.rebooking'] ?? []).map(({ bookingId, respondBy }) => ({ bookingId, startAfter: respondBy })),
    ],
  ]
  for (const [name, due] of dues)
    await boss.insert(
      name,
      due.map(({ bookingId, startAfter }) => ({ data: { bookingId }, startAfter: asDate(startAfter) })),
      { db },
    )
}

type SeedRow = NonNullable<Tables['bookings.booking']>[number]

const askedAgain = ({ id, reconfirmBy, reconfirmedAt }: SeedRow): Due[] =>
  reconfirmBy && !reconfirmedAt ? [{ bookingId: id, startAfter: reconfirmBy }] : []

/** A confirmed job whose driver is to be asked once more, a day before it. */
function toAskAgain({ id, status, startAt, createdAt, confirmedAt, reconfirmBy }: SeedRow): Due[] {
  if (!status || !isConfirmed(status) || reconfirmBy || !confirmedAt) return []
  const askAt = reconfirmationAt(asDate(startAt), asDate(createdAt), asDate(confirmedAt))
  return askAt ? [{ bookingId: id, startAfter: askAt }] : []
}

/** Queues the count of each company's figures, as if its jobs had been done here. */
async function countAll(boss: ReturnType<typeof createBoss>, client: SeedClient, tables: Tables): Promise<void> {
  const unitOf = new Map((tables['bookings.booking'] ?? []).map(({ companyId, unitId }) => [companyId, unitId]))
  const db = sqlOf(client)
  const jobs = [...unitOf.values()].flatMap((unitId) => (unitId ? [{ data: { unitId } }] : []))
  await boss.insert(figuresDue.name, jobs, { db })
}

const asDate = (value: unknown): Date => new Date(value as Date)
