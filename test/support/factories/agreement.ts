import { FIRST_POLICY } from '#modules/pricing/terms/rules.ts'
import type { Agreement } from '#modules/bookings/documents/rules.ts'

/** A move over three points as it is agreed: with a company that is no sole trader, by card, not confirmed yet. */
export const agreed: Agreement = {
  id: '00000000-0000-7000-8000-0000019a7c1e',
  start: new Date('2026-11-28T09:00:00Z'),
  totalTime: '06:30:00',
  points: [
    { flatAndHouse: 'Flat 12', formattedAddress: '48 Hoe Street', postcode: 'E17 4QH', stairs: 2, town: 'Walthamstow' },
    { flatAndHouse: null, formattedAddress: null, postcode: 'CR0 4XG', stairs: 0, town: 'Croydon' },
    {
      flatAndHouse: null,
      formattedAddress: '7 Ditchling Rise, Brighton BN1 4QL',
      postcode: 'BN1 4QL',
      stairs: 1,
      town: 'Brighton',
    },
  ],
  vanCategory: 'large_van',
  van: { make: 'Ford', model: 'Transit LWB', registration: 'LK72 VNF' },
  help: 'one_porter',
  pieces: 28,
  lines: [
    { code: 'labour', label: '6 h 30 min at £62.00', quantity: 6.5, unitPence: 6200, amountPence: 40_300 },
    { code: 'mileage', label: '68.40 miles at £0.55', quantity: 68.4, unitPence: 55, amountPence: 3762 },
  ],
  totalPence: 44_062,
  ceilingPence: 47_162,
  vatPence: 0,
  minimumTimePence: 12_400,
  cancellation: FIRST_POLICY,
  freeUntil: null,
  paymentMethod: 'card',
  isByTransfer: false,
  companyName: 'Pennant & Daughters',
  terms: {
    waitingPencePerHalfHour: 2000,
    freeWaitingMinutes: 15,
    terms: '1. Tape your boxes.',
    cover: { totalPence: 2_000_000, perItemPence: 250_000, source: 'policy' },
    trader: { name: 'Pennant Removals Ltd', companyNumber: '12345678', address: '2 Mill Lane, London E17 4QH' },
  },
  createdAt: new Date('2026-11-20T10:00:00Z'),
  isConfirmed: false,
}
