import { literals } from '#platform/db.ts'
import { createHash } from 'node:crypto'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { shownEmail } from '#modules/identity/verification/rules.ts'
import type { CustomerTerms } from '#modules/pricing/terms/rules.ts'
import type { FrozenPlan, FrozenQuote, KeptWork, OfferedWork } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { quoteIdParts } from '#modules/quoting/rules.ts'
import { moveAgainOf, type MoveAgain } from '#modules/quoting/saved-moves/queries.ts'
import { namesOf } from '#modules/quoting/saved-moves/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { userIdOf } from '#platform/session.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { addMinutes, type LocalDay } from '#shared/local-time.ts'
import { searchedText } from './rules.ts'
import { pricePence } from '../queries.ts'
import { NOT_BEGUN, ON_CALENDAR, UNANSWERED, type BookingStatus } from '../rules.ts'
import type { findCustomers as endpoint } from './contract.ts'

/** A quote with everything a booking is made from. */
export interface BookableQuote extends FrozenQuote {
  id: string
  companyId: string
  companyName: string
  paymentMethods: string[]
  /** Hours of notice from which all of its vans confirm by themselves; null if one does not. */
  confirmsFromHours: number | null
  start: Date
  end: Date
  validUntil: Date
  move: AskedMove
  work: KeptWork
}

interface QuoteRow {
  validUntil: Date
  startAt: Date
  move: AskedMove
  work: OfferedWork
  quote: FrozenQuote
  companyId: string
  companyName: string
  paymentMethods: string[]
  confirmsFromHours: number | null
}

/** Hours of notice from which each of these units confirms automatically; null if one does not. */
export const confirmsFromHours = (units: RawBuilder<unknown>) => sql<number | null>`(
  select case when bool_and(w.confirms_from_hours is not null) then max(w.confirms_from_hours) end
  from (${units}) o (id) join fleet.working_unit w on w.id = o.id)`

export async function findBookableQuote(ctx: Ctx, quoteId: string): Promise<BookableQuote | undefined> {
  const { pageId, key } = quoteIdParts(quoteId)
  const { rows } = await sql<QuoteRow>`/* bookable-quote */
    select p.valid_until, p.start_at, p.move, p.work, p.quotes -> ${key} as quote,
      c.id as company_id, c.name as company_name, c.payment_methods,
      ${confirmsFromHours(sql`select u.id union select (s ->> 'unitId')::uuid
        from json_array_elements(p.quotes -> ${key} -> 'plan' -> 'stretches') s`)} as confirms_from_hours
    from quoting.offer_page p
    join fleet.working_unit u on u.id = (p.quotes -> ${key} ->> 'unitId')::uuid
    join companies.company c on c.id = u.company_id
    where p.id = ${pageId}`.execute(ctx.db)
  const row = rows[0]
  const plan = row?.quote.plan
  const order = plan?.order ?? row?.work.orders?.[row.quote.trips ?? 1]
  return (
    row &&
    order && {
      ...row.quote,
      id: quoteId,
      companyId: row.companyId,
      companyName: row.companyName,
      paymentMethods: row.paymentMethods,
      confirmsFromHours: row.confirmsFromHours,
      start: row.startAt,
      end: plan ? endOfPlan(plan) : addMinutes(row.startAt, minutesOfTimeString(order.totalTime)),
      validUntil: row.validUntil,
      move: row.move,
      work: { order, places: row.work.places },
    }
  )
}

/** The lead comes on every day, so the end of its last is the end. */
const endOfPlan = ({ stretches }: FrozenPlan): Date => new Date(stretches.findLast(({ van }) => van === 1)?.end ?? '')

/** The customer's row, locked so that their limits are checked for one booking at a time. */
export async function lockCustomer(ctx: Ctx, userId: string) {
  return ctx.db
    .selectFrom('identity.user')
    .select(['id', 'firstName', 'lastName', 'phone'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export interface OpenBookings {
  open: number
  /** The same move was booked a few minutes ago. */
  isDouble: boolean
  /** This very quote has been booked, and the booking has not ended. */
  isQuoteUsed: boolean
}

/** Bookings that await verification do not count: they hold no time, and may be a stranger's. */
export async function countOpenBookings(
  ctx: Ctx,
  criteria: { customerId: string; quoteId: string | null; digest: Buffer; since: Date },
): Promise<OpenBookings> {
  const { rows } = await sql<{ open: number; isDouble: boolean; isQuoteUsed: boolean }>`/* open-bookings */
    select
      (select count(*) from bookings.booking
        where customer_id = ${criteria.customerId} and status in ${literals(UNANSWERED)} and not awaiting_verification) as open,
      exists (select from bookings.booking where customer_id = ${criteria.customerId} and request_digest = ${criteria.digest}
        and created_at > ${criteria.since} and status in ${literals(NOT_BEGUN)} and not awaiting_verification) as is_double,
      exists (select from bookings.booking where quote_id = ${criteria.quoteId}
        and status in ${literals(ON_CALENDAR)} and not awaiting_verification) as is_quote_used`.execute(ctx.db)
  const row = rows[0]
  return { open: row?.open ?? 0, isDouble: row?.isDouble ?? false, isQuoteUsed: row?.isQuoteUsed ?? false }
}

/** Whether booking `b` was taken by phone and is paid by transfer to the company's bank. */
export const isByTransfer = sql<boolean>`b.special_pay_method is not distinct from 'bank_transfer'`

/** The company's terms at the time of booking; undefined if none were kept. */
export async function findAgreedTerms(ctx: Ctx, bookingId: string): Promise<CustomerTerms | undefined> {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select('companyTerms')
    .where('id', '=', bookingId)
    .executeTakeFirst()
  return row?.companyTerms ?? undefined
}

/**
 * Reads a booked move without the person whom it was for; a customer reads only their own. An unverified booking may be
 * a stranger's, so the office cannot read it either.
 */
export async function readMoveAgain(ctx: Ctx, bookingId: string): Promise<MoveAgain | Refusal> {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select(['move', 'routePoints'])
    .where('id', '=', bookingId)
    .where('awaitingVerification', '=', false)
    .$if(ctx.actor.kind !== 'admin' && !ctx.config.guardOff.has('own_booking'), (query) =>
      query.where('customerId', '=', userIdOf(ctx.actor)),
    )
    .executeTakeFirst()
  if (!row) return refuse(commonRefusals.notFound)
  return moveAgainOf(ctx, {
    ...row.move,
    names: namesOf(row.move),
    routePoints: row.routePoints.map(({ postcode, stairs, flatAndHouse, formattedAddress, address }) => ({
      postcode,
      stairs,
      flatAndHouse,
      formattedAddress,
      city: address?.city,
      location: address?.location,
    })),
    date: null,
    time: null,
  })
}

const PATH = '/api/admin/customers/'

/** The expression of the index `user_search`. */
export const searchable = sql<string>`lower(u.first_name || ' ' || coalesce(u.last_name, '') || ' ' || u.email || ' ' || coalesce(u.phone, ''))`

/** A pattern of LIKE for texts that contain this one, letter by letter. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

interface LastBooking {
  id: string
  startAt: string
  status: BookingStatus
  from: string
  to: string
  totalPence: number
}

/** The latest bookings of the customer `u`, so that the clerk knows what the call may be about. */
const lastBookings = sql<LastBooking[]>`coalesce((
  select json_agg(json_build_object('id', l.id, 'startAt', l.start_at, 'status', l.status, 'from', coalesce(l.work #>> '{places,0,town}', ''),
    'to', coalesce(l.work #>> '{places,-1,town}', ''), 'totalPence', l.price_pence) order by l.start_at desc, l.id desc)
  from (select b.id, b.start_at, b.status, b.work, ${pricePence} as price_pence from bookings.booking b
    where b.customer_id = u.id and not b.awaiting_verification order by b.start_at desc, b.id desc limit 3) l), '[]')`

/** A page of customers: three statements with the record of the search. */
export async function findCustomers(
  ctx: Ctx,
  { q, ...pageRequest }: InputOf<typeof endpoint>['query'],
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const text = searchedText(q)
  const list = `${PATH} ${createHash('sha256').update(text).digest('base64url')}`
  const page = openPage(
    ctx,
    { list, direction: 'desc', columns: { 'u.created_at': 'timestamptz', 'u.id': 'uuid' } },
    pageRequest,
  )
  if (page instanceof Refusal) return page
  const found = ctx.db
    .selectFrom('identity.user as u')
    .where('u.userRole', '=', sql.lit('customer'))
    .where('u.status', '=', sql.lit('active'))
    .where((eb) => eb.or([eb('u.emailVerifiedAt', 'is not', null), eb('u.openedBy', '=', 'phone')]))
    .where(searchable, 'like', containing(text))
  const [count, rows] = await Promise.all([
    // In the order of the page: by its index, of many that match only the counted are read.
    countOf(ctx, page, found.orderBy(page.orderBy)),
    found
      .select(['u.id', 'u.firstName', 'u.lastName', 'u.email', 'u.phone'])
      .select(page.key.as('key'))
      .select(
        sql<number>`(select count(*)::int from bookings.booking b where b.customer_id = u.id and not b.awaiting_verification)`.as(
          'bookingsCount',
        ),
      )
      .select(
        sql<Date | null>`(select max(b.start_at) from bookings.booking b where b.customer_id = u.id and not b.awaiting_verification)`.as(
          'lastStartAt',
        ),
      )
      .select(lastBookings.as('lastBookings'))
      .$call(page.cut)
      .execute(),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, PATH, page, { rows, count })
  // The audit keeps the ids of the people shown, because the typed text may be a name and would stay for ever.
  const after = { shown: shown.map(({ id }) => id) }
  await ctx.tx((tx) => recordAudit(tx, { action: 'customers.searched', object: 'customers', after }))
  const withQuestion = (link: string | null) => link && `${link}&q=${encodeURIComponent(q)}`
  return {
    ...answer,
    next: withQuestion(answer.next),
    previous: withQuestion(answer.previous),
    results: shown.map(({ email, lastStartAt, lastBookings: last, ...row }) => ({
      ...row,
      lastBookings: last.map((one) => ({ ...one, startAt: new Date(one.startAt).toISOString() })),
      email: shownEmail(email),
      lastStartAt: lastStartAt?.toISOString() ?? null,
    })),
  }
}

export interface OfficeVan {
  /** Registration without its space. */
  plate: string
  unitId: string
  category: VanCategory
  companyId: string
  paymentMethods: string[]
  vatRegisteredFrom: LocalDay | null
  vatDeregisteredFrom: LocalDay | null
}

/** Vans that take jobs, by their plates. */
export const companyVans = (ctx: Ctx, plates: readonly string[]): Promise<OfficeVan[]> =>
  ctx.db
    .selectFrom('fleet.van as v')
    .innerJoin('fleet.working_unit as u', 'u.id', 'v.unitId')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .select(sql<string>`replace(v.registration, ' ', '')`.as('plate'))
    .select(['v.unitId', 'v.category', 'u.companyId'])
    .select(['c.paymentMethods', 'c.vatRegisteredFrom', 'c.vatDeregisteredFrom'])
    .where(sql<SqlBool>`replace(v.registration, ' ', '') = any (${[...plates]}::text[])`)
    .where('u.status', 'in', ['operating', 'insurance_expires_soon'])
    .orderBy('v.heldPlate')
    .execute()
