import { literals } from '#platform/db.ts'
import { CANCELLED, FINISHED } from '#modules/bookings/rules.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { OfBooking } from '#modules/bookings/events.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { jobName } from '#platform/jobs.ts'
import { newId } from '#platform/new-id.ts'
import { addMinutes, endOfDay, localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import { findFacts, listFacts, type BookingFacts, type VanPart } from './queries.ts'
import {
  postingsOfCompensation,
  postingsOfFee,
  postingsOfShare,
  type EntryAbout,
  type EntryKind,
  type Posting,
} from './rules.ts'

export interface Entry {
  cause: string
  kind: EntryKind
  day: LocalDay
  bookingId: string | null
  companyId: string | null
  unitId: string | null
  customerId: string | null
  documentId?: string
  documentKind?: 'statement' | 'invoice' | 'sales_credit'
  reverses?: string
  about: EntryAbout
  postings: readonly Posting[]
}

/** Appends entries, each once for its cause. Answers the ids of those that are new; one without postings moves nothing and is left out. */
export async function post(ctx: TxCtx, entries: readonly Entry[]): Promise<string[]> {
  const moving = entries.filter(({ postings }) => postings.length > 0).map((entry) => ({ entry, id: newId(ctx.clock) }))
  if (moving.length === 0) return []
  const at = ctx.clock.now()
  const actorId = ctx.actor.kind === 'visitor' ? null : ctx.actor.userId
  const rows = await ctx.db
    .insertInto('billing.entry')
    .values(moving.map(({ entry, id }) => ({ ...columnsOf(entry), id, at, actorId, about: toJson(entry.about) })))
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .execute()
  const posted = new Set(rows.map(({ id }) => id))
  const postings = moving
    .filter(({ id }) => posted.has(id))
    .flatMap(({ entry, id }) =>
      entry.postings.map((posting, index) => ({ ...posting, entryId: id, position: index + 1 })),
    )
  if (postings.length > 0) await ctx.db.insertInto('billing.posting').values(postings).execute()
  await saveCardCharges(
    ctx,
    moving.filter(({ id }) => posted.has(id)).map(({ entry }) => entry),
  )
  return [...posted]
}

/** What is to be charged to a card, for the office's board. The ledger has it too, but the board cannot read all of it. */
async function saveCardCharges(ctx: TxCtx, entries: readonly Entry[]): Promise<void> {
  const now = ctx.clock.now()
  // What is posted later than it should was due from its day on.
  const since = (day: LocalDay) => (endOfDay(day) < now ? endOfDay(day) : now)
  const due = entries.flatMap(({ kind, day, bookingId, about: { paidBy, pricePence: amountPence } }) =>
    FEE_KINDS.includes(kind) && paidBy === 'card' && bookingId && amountPence > 0
      ? [{ bookingId, since: since(day), amountPence }]
      : [],
  )
  if (due.length > 0)
    await ctx.db
      .insertInto('billing.card_due')
      .values(due)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const charged = entries.flatMap(({ kind, bookingId }) => (kind === 'charge' && bookingId ? [bookingId] : []))
  if (charged.length > 0) await ctx.db.deleteFrom('billing.card_due').where('bookingId', 'in', charged).execute()
}

const FEE_KINDS: readonly EntryKind[] = ['booking', 'cancellation']

const columnsOf = ({ cause, kind, day, bookingId, companyId, unitId, customerId, ...entry }: Entry) => ({
  cause,
  kind,
  day,
  bookingId,
  companyId,
  unitId,
  customerId,
  documentId: entry.documentId ?? null,
  documentKind: entry.documentKind ?? null,
  reverses: entry.reverses ?? null,
})

/** The hours are confirmed, so what is owed is settled. */
export async function enterBooking(ctx: TxCtx, { bookingId }: OfBooking): Promise<void> {
  const facts = await findFacts(ctx, bookingId)
  if (facts) await post(ctx, bookingEntries(facts))
}

/** Enters the fee that a customer owes the company for cancelling late. */
export async function enterCancellation(ctx: TxCtx, { bookingId }: OfBooking): Promise<void> {
  const facts = await findFacts(ctx, bookingId)
  if (facts && facts.cancellationFeePence > 0) await post(ctx, [cancellationEntry(facts, localDayOf(ctx.clock.now()))])
}

/** Enters the debt to the customer of a company that gave a confirmed job back late, or did not come. */
export async function enterCompensation(ctx: TxCtx, { bookingId, unitId, data }: OfBooking): Promise<void> {
  const pence = data?.['owedToCustomerPence']
  if (typeof pence !== 'number' || pence <= 0 || !unitId) return
  const facts = await findFacts(ctx, bookingId, unitId)
  if (facts) await post(ctx, [compensationEntry(facts, pence, localDayOf(ctx.clock.now()))])
}

/** The whole booking on its lead van, and from there what the other vans have of it (ADR 0073). */
const bookingEntries = (facts: BookingFacts): Entry[] => [
  feeEntry('booking', facts, facts),
  ...facts.parts.flatMap((part) => shareEntries(facts, part)),
]

function shareEntries(
  facts: BookingFacts,
  { van, unitId, registration, pricePence, commissionablePence }: VanPart,
): Entry[] {
  const { commissionPercent, paidBy } = facts
  const { ofVan, ofLead } = postingsOfShare({ pricePence, commissionablePence, commissionPercent, paidBy })
  const entry = { ...partiesOf(facts), kind: 'share' as const, day: facts.day }
  const about = { ...facts.about, registration, paidBy, commissionPercent }
  const roadChargesPence = pricePence - commissionablePence
  return [
    {
      ...entry,
      unitId,
      cause: `share ${facts.id} van ${van}`,
      about: { ...about, pricePence, roadChargesPence },
      postings: ofVan,
    },
    {
      ...entry,
      cause: `share ${facts.id} lead of ${van}`,
      about: { ...about, pricePence: -pricePence, roadChargesPence: -roadChargesPence },
      postings: ofLead,
    },
  ]
}

const cancellationEntry = (facts: BookingFacts, day: LocalDay): Entry =>
  feeEntry('cancellation', facts, {
    day,
    pricePence: facts.cancellationFeePence,
    commissionablePence: facts.cancellationFeePence,
  })

function feeEntry(
  kind: 'booking' | 'cancellation',
  facts: BookingFacts,
  { day, pricePence, commissionablePence }: Pick<BookingFacts, 'day' | 'pricePence' | 'commissionablePence'>,
): Entry {
  const { commissionPercent, paidBy } = facts
  const roadChargesPence = pricePence - commissionablePence
  return {
    ...partiesOf(facts),
    cause: `${kind} ${facts.id}`,
    kind,
    day,
    about: { ...facts.about, paidBy, pricePence, roadChargesPence, commissionPercent },
    postings: postingsOfFee({ pricePence, commissionablePence, commissionPercent, paidBy }),
  }
}

const compensationEntry = (facts: BookingFacts, pricePence: Pence, day: LocalDay): Entry => ({
  ...partiesOf(facts),
  cause: `compensation ${facts.id} ${facts.unitId}`,
  kind: 'compensation',
  day,
  about: { ...facts.about, paidBy: null, pricePence, roadChargesPence: 0, commissionPercent: 0 },
  postings: postingsOfCompensation(pricePence),
})

const partiesOf = ({ id, companyId, unitId, customerId }: BookingFacts) => ({
  bookingId: id,
  companyId,
  unitId,
  customerId,
})

const BATCH = 500
/** A month's documents are made within the next one. */
const LOOKS_BACK_DAYS = 62

/** Posts what has no entry although it should. */
export const catchUpDue = jobName<{ since?: string; cardsLeft?: number }>('billing.catch-up')

export const catchUpOn = (ctx: Ctx, { since }: { since?: string }): Promise<number> =>
  catchUp(ctx, since ? new Date(since) : addMinutes(ctx.clock.now(), -LOOKS_BACK_DAYS * 1440))

/** Settled before there was a ledger, or loaded with a demonstration, by what bookings say. */
const unposted: Record<'booking' | 'cancellation', RawBuilder<SqlBool>> = {
  booking: sql<SqlBool>`b.status in ${literals(FINISHED)} and coalesce(d.hours, 'confirmed') = 'confirmed'
    and not exists (select from billing.entry e where e.cause = 'booking ' || b.id)`,
  cancellation: sql<SqlBool>`b.status in ${literals(CANCELLED)} and b.cancellation_fee_pence > 0
    and not exists (select from billing.entry e where e.cause = 'cancellation ' || b.id)`,
}

/** Posts what has no entry although it should, of the jobs since then; each batch in a transaction of its own. Answers how many there were. */
export async function catchUp(ctx: Ctx, since: Date): Promise<number> {
  let total = 0
  for (;;) {
    const posted = await ctx.tx(async (tx) => {
      const done = await listFacts(tx, sql`${unposted.booking} and b.start_at >= ${since}`, { limit: BATCH })
      const cancelled = await listFacts(tx, sql`${unposted.cancellation} and b.start_at >= ${since}`, { limit: BATCH })
      return post(tx, [
        ...done.flatMap(bookingEntries),
        ...cancelled.map((facts) => cancellationEntry(facts, dayOfStart(facts))),
        ...(await missedCompensations(tx, since)),
      ])
    })
    total += posted.length
    if (posted.length === 0) return total
  }
}

/** Reads the trail, because a company that gave a job back late, or did not come, has left the booking. */
async function missedCompensations(tx: TxCtx, since: Date): Promise<Entry[]> {
  const { rows } = await sql<{
    bookingId: string
    unitId: string
    pence: number
    at: Date
  }>`/* compensations that were missed */
    select e.booking_id, e.unit_id, (e.data ->> 'owedToCustomerPence')::float8 as pence, e.at from bookings.event e
    where e.kind in ('given_up', 'cancelled', 'no_show_settled') and e.data ? 'owedToCustomerPence' and e.at >= ${since}
      and e.unit_id is not null and (e.data ->> 'owedToCustomerPence')::int > 0
      and not exists (select from billing.entry posted where posted.cause = 'compensation ' || e.booking_id || ' ' || e.unit_id)
    order by e.at, e.id limit ${BATCH}`.execute(tx.db)
  const entries: Entry[] = []
  for (const { bookingId, unitId, pence, at } of rows) {
    const facts = await findFacts(tx, bookingId, unitId)
    if (facts) entries.push(compensationEntry(facts, pence, localDayOf(at)))
  }
  return entries
}

const dayOfStart = ({ about }: BookingFacts): LocalDay => localDayOf(new Date(about.startAt))
