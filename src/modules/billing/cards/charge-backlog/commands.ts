import { sql } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { post, type Entry } from '../../ledger/commands.ts'
import { postingsOfCharge, postingsOfRefund } from '../../ledger/rules.ts'

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
