import { respondBy } from '#modules/bookings/rules.ts'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import { priceJob } from '#modules/pricing/rules.ts'
import { moveAt } from '#modules/quoting/move/queries.ts'
import { pricedJobOf } from '#modules/quoting/queries.ts'
import { addMinutes, formatTime, toLocal } from '#shared/local-time.ts'
import { keptWorkOf, tariffOf } from '../bookings.ts'
import type { Row } from '../rows.ts'
import { byCustomer, trailRow, type EventRow, type World } from './booked.ts'

export const ASKED_AGAIN = 'reviewed'

/** The customer liked it, and asks the same driver for another day; the driver has not answered yet. */
export function againRows(world: World, freeFrom: (name: string, days: number) => Date | undefined) {
  const booked = world.find(ASKED_AGAIN)
  const start = freeFrom(ASKED_AGAIN, 12)
  const rows: { 'bookings.rebooking': Row<'bookings.rebooking'>[]; 'bookings.event': EventRow[] } = {
    'bookings.rebooking': [],
    'bookings.event': [],
  }
  if (!booked || !start) return rows
  const { booking } = booked
  const move = moveAt(booking.move, start)
  const van = { ...booking.unit.van, category: booking.unit.van.category }
  const price = priceJob(tariffOf(booking.company), van, pricedJobOf(move), ROAD_CHARGES)
  if (!price) throw new Error('The move of a booking that was made has no price')
  const askedAt = addMinutes(world.now, -70)
  const { day, minute } = toLocal(start)
  const { totalPence, ceilingPence, commissionablePence, vatPence, minimumTimePence, lines } = price
  rows['bookings.rebooking'].push({
    bookingId: booking.id,
    unitId: booking.unit.id,
    status: 'open',
    startAt: start,
    endAt: move.end,
    askedAt,
    respondBy: respondBy(askedAt, start),
    quote: {
      unitId: booking.unit.id,
      trips: 1,
      totalPence,
      ceilingPence,
      commissionablePence,
      vatPence,
      minimumTimePence,
      lines,
      paymentMethod: booking.paymentMethod,
      work: keptWorkOf(move),
      move: {
        ...booking.move.request,
        routePoints: booking.move.request.routePoints.map((point, index) =>
          index === 0 ? { ...point, date: day, time: formatTime(minute) } : point,
        ),
      },
    },
  })
  rows['bookings.event'].push(trailRow(booked, 'rebook_asked', askedAt, byCustomer(booked)))
  return rows
}
