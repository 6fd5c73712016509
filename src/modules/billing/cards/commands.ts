import { sql } from 'kysely'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, addDays } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import { lockCustomerMoney } from '../corrections/queries.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { postingsOfCharge, postingsOfRefund, type EntryAbout, type EntryKind } from '../ledger/rules.ts'
import {
  chargedAlready,
  notByCard,
  notCharged,
  nothingToRefund,
  type markCharged as chargeEndpoint,
} from './contract.ts'

type CardMoney = AnswerOf<typeof chargeEndpoint>

interface Owed extends Pick<Entry, 'bookingId' | 'companyId' | 'unitId' | 'customerId'> {
  about: EntryAbout
  /** What the provider holds of it, and what the customer was credited or paid back. */
  heldPence: Pence
  givenBackPence: Pence
  /** Charges and refunds until now, oldest first. */
  moves: { kind: EntryKind; reference: string; at: string; amountPence: Pence }[]
}

/** What is owed by card for a booking: its price, or the fee for cancelling it. The booking is locked, so that it is charged once. */
async function lockOwed(ctx: TxCtx, bookingId: string): Promise<Owed | undefined> {
  const booking = ctx.db.selectFrom('bookings.booking').select(['id', 'customerId']).where('id', '=', bookingId)
  const { customerId } = (await booking.executeTakeFirst()) ?? {}
  if (!customerId) return undefined
  await lockCustomerMoney(ctx, customerId)
  await booking.forNoKeyUpdate().execute()
  const { rows } = await sql<Owed>`
    select e.booking_id, e.company_id, e.unit_id, e.customer_id, e.about, coalesce((
      select json_agg(json_build_object('kind', m.kind, 'reference', m.about ->> 'reason', 'at', m.at,
        'amountPence', (select abs(p.amount_pence) from billing.posting p where p.entry_id = m.id and p.account = 'money')) order by m.at, m.id)
      from billing.entry m where m.booking_id = e.booking_id and m.kind in ('charge', 'refund')), '[]') as moves,
      coalesce((select sum(p.amount_pence) from billing.entry m join billing.posting p on p.entry_id = m.id and p.account = 'money'
        where m.booking_id = e.booking_id and m.kind in ('charge', 'refund')), 0)::float8 as held_pence,
      billing.given_back(e.booking_id)::float8 as given_back_pence
    from billing.entry e where e.booking_id = ${bookingId} and e.kind in ('booking', 'cancellation') and e.about ->> 'paidBy' = 'card'`.execute(
    ctx.db,
  )
  return rows[0]
}

/** A repeated call with the same reference changes nothing. */
const move = (
  ctx: Ctx,
  bookingId: string,
  kind: 'charge' | 'refund',
  reference: string,
): Promise<CardMoney | Refusal> =>
  ctx.tx(async (tx) => {
    const owed = await lockOwed(tx, bookingId)
    if (!owed) return refuse((await isThere(tx, bookingId)) ? notByCard : commonRefusals.notFound)
    const { moves, about, heldPence, givenBackPence, ...parties } = owed
    const last = moves.at(-1)
    // What was credited is not paid back a second time.
    const amountPence = about.pricePence - (kind === 'charge' ? heldPence : givenBackPence)
    const state = kind === 'charge' ? ('charged' as const) : ('refunded' as const)
    if (last?.kind === kind && last.reference === reference)
      return { bookingId, state, amountPence: last.amountPence, reference, at: new Date(last.at).toISOString() }
    const isCharged = last?.kind === 'charge'
    if (kind === 'charge' && isCharged) return refuse(chargedAlready)
    if (kind === 'refund' && !isCharged) return refuse(notCharged)
    if (amountPence <= 0) return refuse(kind === 'refund' ? nothingToRefund : chargedAlready)
    const now = tx.clock.now()
    await post(tx, [
      {
        ...parties,
        cause: `${kind} ${bookingId} ${moves.length + 1}`,
        kind,
        day: localDayOf(now),
        about: { ...about, reason: reference },
        postings: kind === 'charge' ? postingsOfCharge(amountPence) : postingsOfRefund(amountPence),
      },
    ])
    await recordAudit(tx, {
      action: `card.${state}`,
      object: `booking ${bookingId}`,
      after: { amountPence, reference },
    })
    return { bookingId, state, amountPence, reference, at: now.toISOString() }
  })

export const markCharged = (ctx: Ctx, bookingId: string, reference: string) => move(ctx, bookingId, 'charge', reference)
export const markRefunded = (ctx: Ctx, bookingId: string, reference: string) =>
  move(ctx, bookingId, 'refund', reference)

const isThere = async (ctx: TxCtx, id: string) =>
  Boolean(await ctx.db.selectFrom('bookings.booking').select('id').where('id', '=', id).executeTakeFirst())

type Due = Pick<Entry, 'day' | 'companyId' | 'unitId' | 'customerId' | 'about'> & { bookingId: string }

const BATCH = 500

/**
 * A demonstration begins with a year of jobs, whose cards were charged on the day after: all but the newest few, which the office has in front of
 * it. One of them got its money back. Running it again finds nothing to do.
 */
export async function chargeBacklog(ctx: Ctx, left: number): Promise<number> {
  let total = 0
  for (;;) {
    const charged = await ctx.tx((tx) => chargeSome(tx, left, total === 0))
    total += charged
    if (charged < BATCH) return total
  }
}

async function chargeSome(tx: TxCtx, left: number, isFirst: boolean): Promise<number> {
  const { rows } = await sql<Due>`
    select e.booking_id, e.day, e.company_id, e.unit_id, e.customer_id, e.about
    from (select booking_id, since from billing.card_due order by since desc, booking_id offset ${left} limit ${BATCH}) k
    join billing.entry e on e.booking_id = k.booking_id and e.kind in ('booking', 'cancellation')
    order by k.since desc, k.booking_id`.execute(tx.db)
  await post(
    tx,
    rows.map((due) => entryOf(tx, due, 'charge', 1)),
  )
  const [refunded] = isFirst ? rows : []
  if (refunded) await post(tx, [entryOf(tx, refunded, 'refund', 2)])
  return rows.length
}

function entryOf({ clock }: TxCtx, { about, day, ...due }: Due, kind: 'charge' | 'refund', number: number): Entry {
  const [on, today] = [addDays(day, number), localDayOf(clock.now())]
  const reference = `${kind === 'charge' ? 'ch' : 're'}_${due.bookingId.replaceAll('-', '').slice(-12)}`
  return {
    ...due,
    cause: `${kind} ${due.bookingId} ${number}`,
    kind,
    day: on < today ? on : today,
    about: { ...about, reason: reference },
    postings: (kind === 'charge' ? postingsOfCharge : postingsOfRefund)(about.pricePence),
  }
}
