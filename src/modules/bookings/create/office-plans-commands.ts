import { companyVans, type OfficeVan } from './queries.ts'
import { customerOnPhone } from '#modules/identity/opened-accounts/commands.ts'
import { isRegisteredForVat } from '#modules/companies/rules.ts'
import { MOST_DRIVING_MINUTES } from '#modules/calendar/drivers-hours-rules.ts'
import { CREW_SIZE } from '#modules/fleet/rules.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { VAT_PERCENT, type PriceLine } from '#modules/pricing/rules.ts'
import { workOfMove, type FrozenPlan, type FrozenStretch } from '#modules/quoting/commands.ts'
import { prepareMove, timed, type TimedMove } from '#modules/quoting/move/queries.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { closePlanWithin, findOpenPlan } from '#modules/quoting/office-plans/commands.ts'
import type { StoredMove } from '#modules/quoting/saved-moves/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { minutesOfTimeString, timeString } from '#shared/duration.ts'
import { commonRefusals, refuse, Refusal, type FieldErrors, type InputOf } from '#shared/endpoint.ts'
import { addDays, addMinutes, localDayOf, toInstant, toLocal } from '#shared/local-time.ts'
import { formatPounds, sumPence, taxIncluded, type Pence } from '#shared/money.ts'
import { wrongPaymentMethod } from '../contract.ts'
import { enterLifecycle } from '../lifecycle/commands.ts'
import { getOwnBooking } from '../lists/queries.ts'
import { begunBy, contactOf, insertBooking, type Offer } from './commands.ts'
import type { bookOfficePlan as endpoint } from './contract.ts'
import { lockCustomer } from './queries.ts'
import { completePoints, mostAgreedPence, paymentOf, pointProblems } from './rules.ts'

type Asked = InputOf<typeof endpoint>['body']

/** Books the vans of one company for a move that the office has planned, all of them or none; its call is closed with the booking. */
export async function bookOfficePlan(ctx: Ctx, id: string, request: Asked) {
  const stored = await findOpenPlan(ctx, id)
  if (stored instanceof Refusal) return stored
  const vans = await findVans(ctx, request)
  if (vans instanceof Refusal) return vans
  const prepared = await prepareMove(ctx, moveOf(stored, request, vans), { oneVan: false })
  if (prepared instanceof Refusal) return prepared
  const move = timed(prepared)
  if (!move) throw new Error('A move that needs a start was prepared without one')
  const flaws = priceFlaws(request, move)
  if (Object.keys(flaws).length > 0) return refuse(commonRefusals.invalid, { errors: flaws })
  const work = workOfMove(move, await listRoadCharges(ctx))
  return ctx.tx((tx) => book(tx, { id, request, offer: offerOf(tx, { request, vans, move, work }) }))
}

/** The vans by their plates, the lead's first; each beside the first is of the same company. */
async function findVans(ctx: Ctx, { vans: requested, specialPayMethod }: Asked): Promise<OfficeVan[] | Refusal> {
  const found = await companyVans(
    ctx,
    requested.map(({ registration }) => registration),
  )
  const errors: FieldErrors = {}
  const vans = requested.flatMap(({ registration }, index) => {
    const van = found.find((one) => one.plate === registration)
    const at = `vans.${index}.registration`
    if (!van) errors[at] = ['We know no van with this registration that takes jobs.']
    else if (found.find(({ plate }) => plate === requested[0]?.registration)?.companyId !== van.companyId)
      errors[at] = ['This van is another company’s. All vans of a booking are one company’s.']
    else if (requested.findIndex((one) => one.registration === registration) < index)
      errors[at] = ['This van is named twice.']
    return van ?? []
  })
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  return vans[0]?.paymentMethods.includes(paymentOf(specialPayMethod))
    ? vans
    : refuse(wrongPaymentMethod, { errors: { special_pay_method: [wrongPaymentMethod.detail] } })
}

/** The move that was entered, with what the office and the customer have agreed on the phone. */
function moveOf({ names: _names, ...stored }: StoredMove, request: Asked, vans: readonly OfficeVan[]): AskedMove {
  return {
    ...stored,
    manPower: request.manPower,
    vanCategory: vans[0]?.category ?? 'luton_van',
    needTailLift: false,
    routePoints: request.postcodes.map((postcode, number) => ({
      number,
      postcode,
      stairs: stored.routePoints[number]?.stairs ?? 0,
      ...(number === 0 ? { date: request.date, time: request.time, contactNumber: request.customer.phone } : {}),
    })),
  }
}

const priceOf = ({ lines }: Asked['vans'][number]): Pence => sumPence(lines.map(({ amountPence }) => amountPence))

/** Flaws of prices and ceiling, which are bounded by the hours and miles. */
function priceFlaws({ vans, hours, days, ceilingPence }: Asked, { metres }: TimedMove): FieldErrors {
  const mostPence = mostAgreedPence({ minutes: hours * 60 * days, metres })
  const total = sumPence(vans.map(priceOf))
  const errors: FieldErrors = {}
  for (const [index, van] of vans.entries())
    if (priceOf(van) > mostPence)
      errors[`vans.${index}.lines`] = [`Enter at most ${formatPounds(mostPence)} for a van on these days.`]
  if (ceilingPence < total) errors['ceiling_pence'] = [`Enter at least the price, ${formatPounds(total)}.`]
  else if (ceilingPence > mostPence * vans.length)
    errors['ceiling_pence'] = [`Enter at most ${formatPounds(mostPence * vans.length)}.`]
  return errors
}

interface Planned {
  request: Asked
  vans: readonly OfficeVan[]
  move: TimedMove
  work: Offer['work']
}

/** Terms of a plan of the office. Its prices have no minimum time, so cancelling has none to count from. */
function offerOf(ctx: TxCtx, { request, vans, move, work }: Planned): Offer {
  const { days, hours, ceilingPence } = request
  const stretches = stretchesOf({ request, vans, move, work })
  const [lead, end] = [vans[0], stretches.findLast(({ van }) => van === 1)?.end]
  if (!lead || !end) throw new Error('A plan has a lead')
  const totalPence = sumPence(stretches.map((one) => one.totalPence))
  const order = { ...work.order, totalTime: timeString(hours * 60 * days), endAt: end }
  const plan: FrozenPlan = {
    vans: vans.length,
    days,
    people: vans.length * CREW_SIZE[request.manPower],
    stretches,
    order: order as FrozenPlan['order'],
  }
  return {
    id: null,
    companyId: lead.companyId,
    unitId: lead.unitId,
    start: move.start,
    end: new Date(end),
    move: move.request,
    work: { ...work, order },
    totalPence,
    ceilingPence,
    commissionablePence: totalPence,
    vatPence: isRegisteredForVat(lead, localDayOf(move.start)) ? taxIncluded(totalPence, VAT_PERCENT) : 0,
    minimumTimePence: 0,
    offeredAt: ctx.clock.now(),
    lines: stretches.flatMap(({ lines }) => lines),
    plan,
  }
}

/** Stretches of every van on every day, at the same hours. The lines of a van are on its first day; the load is not divided, so each van has the whole list. */
function stretchesOf({
  request: { days, hours, manPower, vans: requested },
  vans,
  move,
  work,
}: Planned): FrozenStretch[] {
  const { day: first, minute } = toLocal(move.start)
  const driving = Math.ceil(minutesOfTimeString(work.order.travelTime) / days)
  return vans.flatMap(({ unitId }, index) =>
    ([1, 2] as const).slice(0, days).map((day): FrozenStretch => {
      const start = toInstant(addDays(first, day - 1), minute)
      const end = addMinutes(start, hours * 60).toISOString()
      const lines = day === 1 ? linesOf(requested[index]?.lines ?? [], index + 1) : []
      const totalPence = sumPence(lines.map(({ amountPence }) => amountPence))
      return {
        van: index + 1,
        day,
        unitId,
        start: start.toISOString(),
        end,
        heldUntil: end,
        trips: 1,
        help: manPower,
        share: null,
        drivingMinutes: Math.min(driving, hours * 60, MOST_DRIVING_MINUTES),
        dutyMinutes: hours * 60,
        totalPence,
        commissionablePence: totalPence,
        minimumTimePence: 0,
        lines,
      }
    }),
  )
}

const linesOf = (lines: Asked['vans'][number]['lines'], van: number): PriceLine[] =>
  lines.map(({ label, amountPence }) => ({
    code: 'agreed',
    label: `Van ${van}: ${label}`,
    quantity: 1,
    unitPence: amountPence,
    amountPence,
    van,
    day: 1,
  }))

async function book(ctx: TxCtx, { id, request, offer }: { id: string; request: Asked; offer: Offer }) {
  const customerId = await customerOnPhone(ctx, request.customer)
  if (customerId instanceof Refusal) return customerId
  const customer = await lockCustomer(ctx, customerId)
  const contact = contactOf(customer.firstName, customer.lastName, customer.phone ?? request.customer.phone)
  const points = completePoints(offer.move, [], contact)
  if (points === 'requote') throw new Error('Nothing was completed')
  const errors = pointProblems(points)
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  const { specialPayMethod } = request
  const booking = await insertBooking(
    ctx,
    {
      quote: offer,
      request: { paymentMethod: paymentOf(specialPayMethod), customerNote: null, photosId: null, allowHotJob: false },
      customerId,
      points,
      special: { madeBy: userIdOf(ctx.actor), specialPayMethod, isCongestionCharged: false },
    },
    begunBy(ctx, 'book', offer.start),
  )
  const refused = (await enterLifecycle(ctx, booking, 'book')) ?? (await closePlanWithin(ctx, id, 'booked', booking.id))
  if (refused) return refused
  await recordAudit(ctx, { action: 'booking.made_by_phone', object: `booking ${booking.id}`, after: { customerId } })
  return getOwnBooking(ctx, booking.id, customerId)
}
