import type { RemoteData } from '#web/quote-flow/draft/draft.ts'
import type { Quote } from '#web/quote-flow/draft/order.ts'

/** A price as the API answers it, valid until noon on 21 November 2026. */
export const aQuote: Quote = {
  quoteId: 'q_7f3a',
  validUntil: '2026-11-21T12:00:00.000Z',
  company: {
    id: '0b7c9a52-6b0e-4f0a-9d7e-3f4c1f5b2a10',
    name: 'Hoe Street Removals',
    logoUrl: null,
    markColour: 'green',
    basePlace: 'Walthamstow',
    rating: 4.8,
    reviewsCount: 132,
    reliability: null,
    trader: { name: 'Hoe Street Removals Ltd', companyNumber: '12345678' },
    cover: { totalPence: 2_000_000, perItemPence: 250_000, source: 'policy' },
  },
  paymentMethods: ['cash', 'card'],
  workingUnit: {
    id: '5c1d2e3f-0a1b-4c2d-8e3f-4a5b6c7d8e9f',
    name: 'Van 2',
    van: {
      category: 'luton_van',
      make: 'Ford',
      model: 'Transit',
      registration: 'LM21 ABC',
      hasTailLift: true,
      fuel: 'diesel',
    },
  },
  totalPence: 45_312,
  ceilingPence: 49_812,
  vatPence: 7552,
  hourlyPence: 6000,
  cancellation: [
    { until: '2026-11-26T09:00:00.000Z', feePence: 0 },
    { until: '2026-11-27T09:00:00.000Z', feePence: 6000 },
    { until: null, feePence: 12_000 },
  ],
  waiting: { waitingPencePerHalfHour: 1500, freeWaitingMinutes: 30 },
  lines: [
    { code: 'labour', label: 'Labour, 6 h 30 min', quantity: 6.5, unitPence: 6000, amountPence: 39_000 },
    { code: 'mileage', label: 'Mileage', quantity: 63.12, unitPence: 100, amountPence: 6312 },
  ],
  trips: 1,
  totalTime: '06:30:00',
  startAt: '2026-11-28T09:00:00.000Z',
  endAt: '2026-11-28T15:30:00.000Z',
}

export const routeOrder: RemoteData['routeDetails'] = {
  trips: 1,
  distance: 110_079,
  travelTime: '02:20:00',
  loadUnloadTime: '02:00:00',
  stairsTime: '00:45:00',
  stopsTime: '00:15:00',
  assemblingTime: '00:30:00',
  disassemblingTime: '00:30:00',
  breaksTime: '00:00:00',
  totalTime: '06:30:00',
  declaredWaiting: '00:00:00',
  returnTime: '02:20:00',
  isUlezCharged: true,
  isCongestionCharged: false,
  zones: [{ code: 'ulez', name: 'ULEZ', kind: 'charge', isApproximate: false }],
  tolls: [],
  precision: 'outcode',
  recalculated: false,
  estimated: true,
  startAt: '2026-11-28T09:00:00.000Z',
  endAt: '2026-11-28T15:30:00.000Z',
  places: ['Walthamstow', 'Brighton'],
  warnings: [],
  unknownPostcodes: [],
}

export const quotesAnswer: RemoteData['companyQuotes'] = {
  order: routeOrder,
  count: 1,
  next: null,
  previous: null,
  nearestTimes: [],
  cheapestDays: [],
  biggerVan: null,
  results: [aQuote],
}
