import { sql } from 'kysely'
import { stateOf } from '#modules/bookings/lifecycle/rules.ts'
import { askedAgainAt } from '#modules/bookings/office/queries.ts'
import { shownEmail } from '#modules/identity/opened-accounts/rules.ts'
import type { CameFrom } from '#shared/came-from.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { boardActions } from '../../rules.ts'
import type { getBoardBooking as endpoint } from '../contract.ts'
import {
  bookingColumns,
  bookingView,
  contactColumns,
  contacts,
  contactsView,
  type BookingColumns,
  type ContactColumns,
} from '../queries.ts'

type Answer = AnswerOf<typeof endpoint>

interface Row extends BookingColumns, ContactColumns {
  ceilingPence: number
  respondBy: Date | null
  askedAgainAt: Date | null
  allowHotJob: boolean
  cameFrom: CameFrom | null
  firstName: string
  lastName: string | null
  phone: string | null
  email: string
  isSetOff: boolean
  lateEta: Date | null
  owedPence: number | null
  moved: { kind: 'charge' | 'refund'; reference: string; at: string } | null
}

/** What is owed by card is the ledger's to say: the fee's entry, and the latest charge or refund. */
const card = sql`(select (e.about ->> 'pricePence')::bigint from billing.entry e where e.booking_id = b.id
    and e.kind in ('booking', 'cancellation') and e.about ->> 'paidBy' = 'card' limit 1) as owed_pence,
  (select json_build_object('kind', m.kind, 'reference', m.about ->> 'reason', 'at', m.at) from billing.entry m
    where m.booking_id = b.id and m.kind in ('charge', 'refund') order by m.at desc, m.id desc limit 1) as moved`

export async function findBoardBooking(ctx: Ctx, id: string): Promise<Answer | Refusal> {
  const { rows } = await sql<Row>`/* board-booking */
    select b.id as booking_id, ${bookingColumns}, b.ceiling_pence, b.respond_by, b.allow_hot_job, b.came_from, p.first_name, p.last_name, p.phone, p.email,
      ${contactColumns}, ${card}, ${askedAgainAt} as asked_again_at
    from bookings.booking b
    join identity."user" p on p.id = b.customer_id
    ${contacts(sql`b.unit_id`, sql`b.company_id`)}
    where b.id = ${id}`.execute(ctx.db)
  const [row] = rows
  const booking = row && bookingView(ctx, row)
  if (!booking) return refuse(commonRefusals.notFound)
  const money = cardOf(row)
  return {
    ...booking,
    ceilingPence: row.ceilingPence,
    respondBy: row.respondBy?.toISOString() ?? null,
    allowHotJob: row.allowHotJob,
    cameFrom: row.cameFrom,
    customer: {
      name: [row.firstName, row.lastName].filter(Boolean).join(' '),
      phone: row.phone,
      email: shownEmail(row.email),
    },
    ...contactsView(row),
    day: { isSetOff: row.isSetOff, lateEta: row.lateEta?.toISOString() ?? null },
    card: money,
    askedAgainAt: row.askedAgainAt?.toISOString() ?? null,
    actions: boardActions(
      { ...row, state: stateOf(row), start: row.startAt, card: money?.state ?? null },
      { now: ctx.clock.now(), staffRole: ctx.actor.kind === 'admin' ? ctx.actor.staffRole : undefined },
    ),
  }
}

function cardOf({ owedPence: amountPence, moved }: Row): Answer['card'] {
  if (amountPence === null || amountPence === 0) return null
  if (!moved) return { state: 'to_be_charged', amountPence, reference: null, at: null }
  const { kind, reference, at } = moved
  return {
    state: kind === 'charge' ? 'charged' : 'refunded',
    amountPence,
    reference,
    at: new Date(at).toISOString(),
  }
}
