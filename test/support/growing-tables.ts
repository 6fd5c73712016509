import { createHash } from 'node:crypto'
import pg from 'pg'
import type { TestApp } from './app.ts'
import { sentStatementsOf, type SentStatement } from './statements.ts'

/** Tables that grow with the business, filled far enough for the planner to show whether an index leads to their rows. */

/** As PostgreSQL makes one of a digest. */
export const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const BOOKINGS = 20_000
/** One customer has a tenth of them all. */
const OF_ONE = 2_000
const GROWING = [
  'audit.entry',
  'identity.user',
  'bookings.booking',
  'bookings.booking_van',
  'bookings.event',
  'bookings.lost_job',
  'bookings.hot_offer',
  'bookings.thread',
  'bookings.message',
  'bookings.message_report',
  'bookings.change',
  'bookings.claim',
  'bookings.claim_item',
  'bookings.rebooking',
  'bookings.day',
  'bookings.day_entry',
  'bookings.day_detail',
  'bookings.day_question',
  'bookings.day_correction',
  'billing.entry',
  'content.version',
  'billing.posting',
  'billing.document',
  'billing.sheet',
  'billing.sheet_entry',
  'billing.delivery',
  'billing.line_query',
  'billing.run_step',
  'billing.unbilled',
  'quoting.search',
  'quoting.offer_page',
  'quoting.unit_list',
  'notifications.message',
  'platform.rate_window',
  'platform.idempotency',
]

const NONE = '00:00:00'
const WORK = {
  order: {
    totalTime: '03:00:00',
    travelTime: '01:00:00',
    loadUnloadTime: '02:00:00',
    stairsTime: NONE,
    stopsTime: NONE,
  },
  places: [],
}

/** Twenty thousand customers with a booking each, and one who has a tenth of as many; what is about bookings, for each of them. */
export async function fillGrowingTables(
  app: TestApp,
  { customerId, unitId }: { customerId: string; unitId: string },
): Promise<void> {
  // A connection of its own: the product's give a statement three seconds, however busy the machine is.
  const client = new pg.Client(app.database.connection)
  await client.connect()
  const run = (text: string, total = BOOKINGS) => client.query(text, [1, total])
  await run(`
    insert into identity."user" (id, user_role, email, email_key, email_verified_at, password_hash, first_name, phone, created_at)
    select md5('u' || n)::uuid, 'customer', left(md5(n::text), 12) || '@example.test', left(md5(n::text), 12) || '@example.test', now(), 'never compared', (array['Jo', 'Margaret', 'Priya', 'Sam', 'Agnieszka'])[1 + n % 5], '+447' || substr((hashtext(n::text)::bigint + 5000000000)::text, 1, 9), now() - n * interval '1 minute' from generate_series($1::int, $2::int) n`)
  await run(`
    insert into companies.company (id, owner_user_id, name, base_postcode, created_at)
    select md5('c' || n)::uuid, md5('u' || n)::uuid, 'Vans ' || n, 'E17 4QH', now() from generate_series($1::int, $2::int) n`)
  // The vans of bookings are filled in at once below: a trigger runs for each row.
  await app.database.asOwner('alter table bookings.booking disable trigger user')
  const booking = (customer: string, status: string, more = '') => `
    insert into bookings.booking (customer_id, company_id, unit_id, quote_id, status, awaiting_verification, start_at, end_at, payment_method, total_pence, ceiling_pence,
      commissionable_pence, lines, move, work, route_points, request_digest, created_at)
    select ${customer}, md5('c' || (n % 500 + 1))::uuid, '${unitId}', md5(n::text), ${status}, ${more || 'false'}, s.at, s.at + interval '3 hours', 'cash', 1, 1, 1, '[]', '{"items":[],"routePoints":[]}', '${JSON.stringify(WORK)}', '[]', '\\x00', s.at - interval '5 days'
    from generate_series($1::int, $2::int) n, lateral (select timestamptz '2026-11-25' - n * interval '40 minutes' as at) s`
  await run(
    booking(
      `md5('u' || n)::uuid`,
      `(array['completed', 'completed', 'canceled_by_customer', 'no_one_took'])[n % 4 + 1]`,
      'n % 100 = 3',
    ),
  )
  await run(booking(`'${customerId}'`, `case when n % 700 = 0 then 'new_booking' else 'completed' end`), OF_ONE)
  await run(`
    insert into quoting.search (created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level, job_kind, need_tail_lift, metres, places, offers, asked, outcomes)
    select timestamptz '2026-11-20' - n * interval '1 minute', 'A' || n % 97, 'A' || n % 97, now(), now(), 'large_van', 'no_help', 'home_or_office', false, 1, '[]', 0, sha256((n % 997)::text::bytea), '\\x00'
    from generate_series($1::int, $2::int) n`)
  await run(
    `insert into quoting.unit_list (digest, unit_ids, last_day) select sha256(n::text::bytea), '{}', '2026-11-20' from generate_series($1::int, $2::int) n`,
    4000,
  )
  await run(`
    insert into quoting.offer_page (id, valid_until, start_at, end_at, move, work, quotes)
    select left(md5(n::text), 22), timestamptz '2026-11-20 10:00' + n * interval '1 second', now(), now(), '{}', '{}', '{}' from generate_series($1::int, $2::int) n`)
  await run(`
    insert into notifications.message (channel, recipient, text, kind, created_at) select 'email', 'jo@example.test', 'Hello', 'booked', timestamptz '2026-11-20' - n * interval '1 minute'
    from generate_series($1::int, $2::int) n`)
  await run(
    `insert into platform.rate_window (name, key, used, ends_at) select 'a limit', n, 1, timestamptz '2026-11-20 10:00' + n * interval '1 second' from generate_series($1::int, $2::int) n`,
  )
  await run(
    `insert into platform.idempotency (scope, key, digest, created_at) select 'somebody', n, '\\x00', timestamptz '2026-11-20' - n * interval '10 seconds' from generate_series($1::int, $2::int) n`,
  )
  await app.database.asOwner(
    `insert into bookings.event (booking_id, at, kind, actor_kind) select id, created_at, 'created', 'customer' from bookings.booking`,
  )
  await run(
    `insert into fleet.working_unit (id, company_id, name, created_at) select md5('w' || n)::uuid, md5('c' || n)::uuid, 'Sam', now() from generate_series($1::int, $2::int) n`,
    50,
  )
  await app.database.asOwner(
    `update bookings.booking set unit_id = md5('w' || (1 + abs(hashtext(quote_id)) % 50))::uuid where right(quote_id, 1) <> '0'`,
  )
  await app.database.asOwner(
    `alter table bookings.booking enable trigger user;
    insert into bookings.booking_van (booking_id, van, day, unit_id, state, during, trips, help)
      select b.id, 1, 1, b.unit_id, bookings.state_of(b), tstzrange(b.start_at, b.end_at), 1, 'no_help' from bookings.booking b
      where b.unit_id is not null
      on conflict do nothing`,
  )
  await app.database.asOwner(
    `insert into bookings.booking_van (booking_id, van, day, unit_id, state, during, trips, help, total_pence, commissionable_pence)
      select v.booking_id, 2, 1, md5('w' || (1 + n % 50))::uuid, v.state, v.during, 1, 'no_help', 0, 0
      from (select v.*, row_number() over (order by v.booking_id) as n from bookings.booking_van v) v where n % 10 = 0
      on conflict do nothing`,
  )
  await app.database.asOwner(
    `insert into bookings.lost_job (booking_id, unit_id, start_at, status, at) select id, unit_id, start_at, (array['rejected', 'not_taken_by_driver'])[1 + (total_pence % 2)::int], created_at from bookings.booking where status = 'no_one_took'`,
  )
  await fillLedger(client)
  await fillAudit(app)
  await fillAboutBookings(app)
  await client.end()
  // As autovacuum does: until then an index of trigrams keeps what is new in a list, which is read from end to end.
  await app.database.asOwner('vacuum analyze')
}

/** An entry for each job; those of a transaction are checked when it ends. */
async function fillLedger(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query(`
    insert into billing.entry (id, cause, kind, at, day, booking_id, company_id, unit_id, customer_id, about)
    select b.id, 'booking ' || b.id, 'booking', b.end_at, b.end_at::date, b.id, b.company_id, b.unit_id, b.customer_id,
      '{"reference":"","moverChargesVat":false}' from bookings.booking b where b.company_id is not null`)
  await client.query(`
    insert into billing.posting (entry_id, position, account, what, amount_pence)
    select e.id, s, (array['customer', 'mover'])[s], 'price', 20000 * (3 - 2 * s) from billing.entry e, generate_series(1, 2) s`)
  await client.query('commit')
}

/** Two entries about each job, by a hundred people. */
const fillAudit = (app: TestApp) =>
  app.database.asOwner(`
    insert into audit.entry (at, actor_id, actor_kind, action, object)
    select b.created_at, md5('u' || abs(hashtext(b.quote_id)) % 100)::uuid, 'admin', (array['booking.moved', 'account.blocked', 'document.saved'])[1 + s], 'booking ' || b.id
    from bookings.booking b, generate_series(1, 2) s`)

/** What is written about a booking: by both sides, on its day, and afterwards. Most of it is over. */
async function fillAboutBookings(app: TestApp): Promise<void> {
  const own = (text: string) => app.database.asOwner(text)
  const numbered = `(select b.*, row_number() over (order by b.id) as n from bookings.booking b where b.company_id is not null) b`
  await own(`
    insert into bookings.message (id, booking_id, company_id, side, author_id, text, at)
    select md5('m' || b.n || s.side)::uuid, b.id, b.company_id, s.side, b.customer_id, 'Hello', b.created_at
    from ${numbered}, (values ('customer'), ('company')) s(side)`)
  await own(`
    insert into bookings.thread (booking_id, customer_id, company_id, last_message_id, last_at, customer_unread, company_unread, customer_read_at)
    select b.id, b.customer_id, b.company_id, md5('m' || b.n || 'company')::uuid, b.created_at, (b.n % 400 = 0)::int, (b.n % 300 = 0)::int, b.created_at
    from ${numbered}`)
  await own(`
    insert into bookings.message_report (id, message_id, reporter_id, reason, at, decision, decided_at)
    select md5('r' || b.n)::uuid, md5('m' || b.n || 'company')::uuid, b.customer_id, 'Rude', b.created_at,
      case when b.n % 1000 = 0 then null else 'leave' end, case when b.n % 1000 = 0 then null else b.created_at end
    from ${numbered}`)
  await own(`
    insert into bookings.change (id, booking_id, kind, state, proposed_by, awaits, proposer_id, words, expires_at, created_at, answered_at)
    select md5('x' || b.n)::uuid, b.id, 'item', case when b.n % 500 = 0 then 'open' else 'refused' end, 'mover', 'customer', b.customer_id, 'A chair',
      b.created_at, b.created_at, case when b.n % 500 = 0 then null else b.created_at end
    from ${numbered}`)
  await own(`
    insert into bookings.claim (booking_id, company_id, status, asked_pence, made_at, answer_by, answered_at, accepted_pence)
    select b.id, b.company_id, case when b.n % 1000 = 0 then 'with_office' else 'settled' end, 5000, b.created_at, b.created_at, b.created_at, 5000
    from ${numbered}`)
  await own(`
    insert into bookings.claim_item (booking_id, position, words, asked_pence)
    select k.booking_id, p, 'A mirror', 2500 from bookings.claim k, generate_series(0, 1) p`)
  await own(`
    insert into bookings.rebooking (booking_id, unit_id, status, start_at, end_at, asked_at, respond_by, closed_at)
    select b.id, b.unit_id, case when b.n % 500 = 0 then 'open' else 'expired' end, b.start_at, b.end_at, b.created_at, b.created_at,
      case when b.n % 500 = 0 then null else b.created_at end
    from ${numbered}`)
  await own(`
    insert into bookings.hot_offer (booking_id, unit_id)
    select b.id, md5('w' || (1 + (b.n + s) % 50))::uuid from ${numbered}, generate_series(1, 2) s`)
  await own(`
    insert into bookings.day (booking_id, set_off_at, started_at, finished_at) select id, start_at, start_at, end_at from bookings.booking where company_id is not null`)
  await own(`
    insert into bookings.day_entry (booking_id, seq, kind, who, at, happened_at, is_shifted, is_conflict, payload_digest, prev_digest, digest)
    select b.id, s, (array['set_off', 'started', 'finished'])[s], 'driver', b.start_at, b.start_at, false, false, z, z, z
    from bookings.booking b, generate_series(1, 3) s, (select sha256('') as z) z where b.company_id is not null`)
  await own(`
    insert into bookings.day_detail (booking_id, seq, salt, payload, actor_id)
    select e.booking_id, e.seq, '\\x00', '{}', b.customer_id from bookings.day_entry e join bookings.booking b on b.id = e.booking_id`)
  await own(`
    insert into bookings.day_correction
      (id, booking_id, seq, proposal_seq, proposed_by, from_at, to_at, state, created_at, expires_at, answered_at)
    select md5('c' || b.n)::uuid, b.id, 2, 4, 'mover', b.start_at, b.start_at, 'agreed', b.end_at, b.end_at, b.end_at from ${numbered}`)
  await own(`
    insert into bookings.day_question (id, booking_id, unit_id, kind, asked_at, decided_at, decision)
    select md5('q' || b.n)::uuid, b.id, b.unit_id, 'hours', b.end_at, case when b.n % 1000 = 0 then null else b.end_at end,
      case when b.n % 1000 = 0 then null else 'accept_hours' end
    from ${numbered}`)
}

interface PlanNode {
  'Node Type': string
  'Plan Rows': number
  Schema?: string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode, parent?: PlanNode): [PlanNode, PlanNode?][] => [
  [node, parent],
  ...(node.Plans ?? []).flatMap((child) => nodesOf(child, node)),
]

/** A bounded count stops long before the end of what there is: that costs the same, however much it grows. */
const isCutShort = (node: PlanNode, parent?: PlanNode): boolean =>
  parent?.['Node Type'] === 'Limit' && parent['Plan Rows'] * 2 <= node['Plan Rows']

/** Plans of a statement: with these values, and as a connection plans it that has run it often. */
async function plansOf(app: TestApp, { text, values }: SentStatement): Promise<[PlanNode, PlanNode?][]> {
  const { pool } = app.app
  const answers = [
    await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json, verbose) ${text}`, values),
    await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json, verbose, generic_plan) ${text}`),
  ]
  return answers.flatMap(({ rows }) => rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodesOf(Plan))
}

/** The tables that it reads from end to end. */
export async function scansOf(app: TestApp, statement: SentStatement): Promise<string[]> {
  return (await plansOf(app, statement))
    .filter(([node, parent]) => node['Node Type'] === 'Seq Scan' && !isCutShort(node, parent))
    .map(([node]) => `${node.Schema}.${node['Relation Name']}`)
    .filter((table) => GROWING.includes(table))
}

const isExplained = ({ text }: SentStatement) => /^(\/\*.*?\*\/)?\s*(select|with|insert|update|delete)/is.test(text)

async function explainedWhile(app: TestApp, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent = (await sentStatementsOf(app, work)).filter(isExplained)
  if (sent.length === 0) throw new Error('It sent no statement')
  return sent
}

export async function scansWhile(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  for (const statement of await explainedWhile(app, work))
    for (const table of await scansOf(app, statement)) found.push(`${table} by ${statement.text.slice(0, 300)}`)
  return found
}

/** The indexes that lead to what is read. */
export async function indexesWhile(app: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  for (const statement of await explainedWhile(app, work))
    for (const [node] of await plansOf(app, statement)) found.push(node['Index Name'] ?? '')
  return found
}
