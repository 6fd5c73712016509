import { cancellationSteps, stepsOnWire, type CancellationPolicy } from '#modules/pricing/cancellation/rules.ts'
import { timeString } from '#shared/duration.ts'
import type { Offer } from '../queries.ts'

/** What a customer is shown of an offer: in a quote, and to its driver who tries it out. */
export const offerOnWire = ({ unit, move, price }: Offer, policy: CancellationPolicy) => ({
  company: {
    id: unit.company.id,
    name: unit.company.name,
    logoUrl: unit.company.logoUrl,
    markColour: unit.company.markColour,
    basePlace: unit.company.basePlace,
    rating: unit.company.rating,
    reviewsCount: unit.company.reviewsCount,
    reliability: unit.company.reliability,
    replyMinutes: unit.company.replyMinutes,
    trader: unit.company.trader,
    cover: unit.company.cover,
  },
  paymentMethods: unit.company.paymentMethods,
  workingUnit: {
    id: unit.id,
    name: unit.name,
    van: {
      category: unit.van.category,
      make: unit.van.make,
      model: unit.van.model,
      registration: unit.van.registration,
      hasTailLift: unit.van.hasTailLift,
      fuel: unit.van.fuel,
    },
  },
  totalPence: price.totalPence,
  ceilingPence: price.ceilingPence,
  vatPence: price.vatPence,
  hourlyPence: unit.pencePerHour,
  cancellation: stepsOnWire(cancellationSteps(move.start, price.minimumTimePence, policy)),
  waiting: {
    waitingPencePerHalfHour: unit.tariff.waitingPencePerHalfHour,
    freeWaitingMinutes: unit.tariff.freeWaitingMinutes,
  },
  lines: price.lines,
  trips: move.trips,
  totalTime: timeString(move.work.rounded),
  startAt: move.start.toISOString(),
  endAt: move.end.toISOString(),
})
