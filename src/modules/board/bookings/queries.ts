import { literals } from '#platform/db.ts'
import { sql, type RawBuilder } from 'kysely'
import { stateOf } from '#modules/bookings/lifecycle/rules.ts'
import { linkOf } from '#modules/bookings/lists/queries.ts'
import { askedAgainAt } from '#modules/bookings/office/queries.ts'
import { openQuestion } from '#modules/bookings/office/rules.ts'
import { ceilingPence, pricePence } from '#modules/bookings/queries.ts'
import { NOT_BEGUN, referenceOf, type BookingStatus, type AfterLoss } from '#modules/bookings/rules.ts'
import { outcomeOnLoss } from '#modules/bookings/waiting/queries.ts'
import { shownEmail } from '#modules/identity/verification/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { CameFrom } from '#shared/came-from.ts'
import { type AnswerOf, commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import type { getBoard } from '../contract.ts'
import { boardActions } from '../rules.ts'
import type { getBoardBooking as endpoint } from './contract.ts'

type BoardBooking = NonNullable<AnswerOf<typeof getBoard>['groups'][number]['cases'][number]['booking']>

export interface BookingColumns {
  bookingId: string | null
  status: BookingStatus
  isHot: boolean
  awaitingVerification: boolean
  startAt: Date
  endAt: Date
  fromTown: string | null
  toTown: string | null
  totalPence: number
  paymentMethod: 'cash' | 'card'
}

/** Columns of the booking `b`, beside its id. */
export const bookingColumns = sql`b.status, b.is_hot, b.awaiting_verification, b.start_at, b.end_at,
  b.work #>> '{places,0,town}' as from_town, b.work #>> '{places,-1,town}' as to_town, ${pricePence} as total_pence, b.payment_method`

export interface ContactColumns {
  companyId: string | null
  companyName: string | null
  ownerPhone: string | null
  unitId: string | null
  unitName: string | null
  registration: string | null
  driverName: string | null
  driverPhone: string | null
}

/** Phone contacts, and the company's reports of the day; from the tables in `contacts`. */
export const contactColumns = sql`c.id as company_id, c.name as company_name, o.phone as owner_phone, u.id as unit_id, u.name as unit_name,
  v.registration, h.first_name as driver_name, h.phone as driver_phone, d.set_off_at is not null as is_set_off, d.late_eta`

/** Units whose upcoming jobs leave them: the office has stopped the unit `u`, or blocked its owner. */
export const stoppedUnits = sql`(select * from fleet.working_unit w where w.status in ('blocked', 'deactivated')) u`

/** When the upcoming jobs of the stopped unit `u` leave it: once the decision can no longer be undone. Null if that is over. */
export const givenOutAt = sql<Date | null>`(select max(k.undo_until) from fleet.office_decision k
  where k.unit_id = u.id and k.told_at is null and k.undone_at is null)`

/** Why the office stopped the unit `u` or its owner `o`. */
export const stopReason = sql<
  string | null
>`case when u.office_block is null then o.status_reason else u.office_reason end`

/** Deadlines of the questions to the driver of the booking `b`. */
export const questionColumns = sql`b.respond_by, b.reconfirm_by, b.reconfirmed_at, (select k.expires_at from bookings.change k
  where k.booking_id = b.id and k.state = 'open' and k.awaits = 'mover') as change_due`

/** Joins to the booking `b` for the unit and the company with these ids. */
export const contacts = (unitId: RawBuilder<unknown>, companyId: RawBuilder<unknown>) => sql`
  left join fleet.working_unit u on u.id = ${unitId}
  left join companies.company c on c.id = ${companyId}
  left join identity."user" o on o.id = c.owner_user_id
  left join fleet.van v on v.unit_id = u.id
  left join fleet.unit_driver w on w.unit_id = u.id
  left join identity."user" h on h.id = w.user_id
  left join bookings.day d on d.booking_id = b.id`

type Contacts = Pick<AnswerOf<typeof getBoard>['groups'][number]['cases'][number], 'company' | 'workingUnit' | 'driver'>

export const contactsView = (row: ContactColumns): Contacts => ({
  company: row.companyId === null ? null : { id: row.companyId, name: row.companyName ?? '', phone: row.ownerPhone },
  workingUnit:
    row.unitId === null ? null : { id: row.unitId, name: row.unitName ?? '', registration: row.registration },
  driver: row.driverName === null ? null : { name: row.driverName, phone: row.driverPhone },
})

/** Null for a row that is about no booking, or one that is gone. */
export function bookingView(ctx: Ctx, row: Partial<BookingColumns>): BoardBooking | null {
  const { bookingId: id, status, startAt, endAt, totalPence, paymentMethod } = row
  if (!id || !status || !startAt || !endAt || totalPence === undefined || !paymentMethod) return null
  return {
    id,
    reference: referenceOf(id),
    hash: linkOf(ctx, id),
    status,
    isHot: row.isHot === true,
    awaitingVerification: row.awaitingVerification === true,
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    from: row.fromTown ?? '',
    to: row.toTown ?? '',
    totalPence,
    paymentMethod,
  }
}

type Answer = AnswerOf<typeof endpoint>

interface Row extends BookingColumns, ContactColumns {
  ceilingPence: number | null
  respondBy: Date | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
  changeDue: Date | null
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
  stop: { reason: string | null; due: string | null; outcome: AfterLoss } | null
  moved: { kind: 'charge' | 'refund'; reference: string; at: string } | null
}

/** What is owed by card is the ledger's to say: the fee's entry, and the latest charge or refund. */
const card = sql`(select (e.about ->> 'pricePence')::bigint from billing.entry e where e.booking_id = b.id
    and e.kind in ('booking', 'cancellation') and e.about ->> 'paidBy' = 'card' limit 1) as owed_pence,
  (select json_build_object('kind', m.kind, 'reference', m.about ->> 'reason', 'at', m.at) from billing.entry m
    where m.booking_id = b.id and m.kind in ('charge', 'refund') order by m.at desc, m.id desc limit 1) as moved`

/** Null unless it is an upcoming job of the unit `u`, with the owner `o`, and the office has stopped them. */
const stop = (
  now: Date,
) => sql`case when u.status in ('blocked', 'deactivated') and b.status in ${literals(NOT_BEGUN)} and b.start_at > ${now}
  then json_build_object('reason', ${stopReason}, 'due', ${givenOutAt}, 'outcome', ${outcomeOnLoss(now)}) end`

export async function findBoardBooking(ctx: Ctx, id: string): Promise<Answer | Refusal> {
  const { rows } = await sql<Row>`/* board-booking */
    select b.id as booking_id, ${bookingColumns}, ${ceilingPence} as ceiling_pence, ${questionColumns}, b.allow_hot_job, b.came_from, p.first_name, p.last_name, p.phone, p.email,
      ${contactColumns}, ${card}, ${askedAgainAt} as asked_again_at, ${stop(ctx.clock.now())} as stop
    from bookings.booking b
    join identity."user" p on p.id = b.customer_id
    ${contacts(sql`b.unit_id`, sql`b.company_id`)}
    where b.id = ${id}`.execute(ctx.db)
  const [row] = rows
  const booking = row && bookingView(ctx, row)
  if (!booking) return refuse(commonRefusals.notFound)
  const money = cardOf(row)
  const question = openQuestion({ ...row, state: stateOf(row) }, ctx.clock.now())
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
    question: question && { kind: question.kind, due: question.due.toISOString() },
    stop: row.stop && { ...row.stop, due: row.stop.due === null ? null : new Date(row.stop.due).toISOString() },
    actions: boardActions(
      {
        ...row,
        state: stateOf(row),
        start: row.startAt,
        isStopped: row.stop !== null,
        card: money?.state ?? null,
      },
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
