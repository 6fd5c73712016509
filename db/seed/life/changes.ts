import { changeExpiry, raisedBy } from '#modules/bookings/changes/rules.ts'
import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import { taxIncluded } from '#shared/money.ts'
import type { SeedBooking } from '../bookings.ts'
import { randomOf } from '../random.ts'
import type { Row } from '../rows.ts'
import { byCustomer, byOwner, trailRow, type World } from './booked.ts'

interface Change {
  name: string
  by: 'mover' | 'customer'
  words: string
  line: { label: string; amountPence: number } | null
  minutesAgo: number
  answer?: { state: 'agreed' | 'refused'; minutesAgo: number }
}

/** Things that were not on the list. None of them adds time, so none moves a later job. */
const CHANGES: readonly Change[] = [
  {
    name: 'change asked',
    by: 'mover',
    words: 'The wardrobe from the loft, in two parts.',
    line: { label: 'Wardrobe', amountPence: 2_500 },
    minutesAgo: 95,
  },
  {
    name: 'change agreed',
    by: 'mover',
    words: 'A chest freezer from the garage.',
    line: { label: 'Chest freezer', amountPence: 1_800 },
    minutesAgo: 2200,
    answer: { state: 'agreed', minutesAgo: 2140 },
  },
  {
    name: 'change declined',
    by: 'customer',
    words: 'Could you take the old piano to the tip on the way?',
    line: null,
    minutesAgo: 1700,
    answer: { state: 'refused', minutesAgo: 1610 },
  },
]

/** Total, ceiling and lines as the agreed change of its story made them. */
export function withAgreedChange(booking: SeedBooking): SeedBooking {
  const line = CHANGES.find(({ name, answer }) => name === booking.told?.name && answer?.state === 'agreed')?.line
  if (!line) return booking
  const { label, amountPence } = line
  const { price } = booking
  const raised = raisedBy(price, amountPence)
  const added = { code: 'agreed_change', label, quantity: 1, unitPence: amountPence, amountPence }
  return {
    ...booking,
    price: {
      ...price,
      ...raised,
      commissionablePence: price.commissionablePence + amountPence,
      vatPence: price.vatPence > 0 ? taxIncluded(raised.totalPence, VAT_PERCENT) : 0,
      lines: [...price.lines, added],
    },
  }
}

const photoOf = (name: string, at: Date, { photos }: World) => photos.take(`change ${name}`, 'wardrobe', at).uploadId

export function changeRows(world: World) {
  const changes = CHANGES.flatMap((change) => {
    const booked = world.find(change.name)
    if (!booked) return []
    const { name, by, words, line, minutesAgo, answer } = change
    const { booking } = booked
    const createdAt = addMinutes(world.now, -minutesAgo)
    const isMovers = by === 'mover'
    const row: Row<'bookings.change'> = {
      id: randomOf(`change ${name}`).uuid(createdAt),
      bookingId: booking.id,
      kind: 'item',
      state: answer?.state ?? 'open',
      version: 1,
      proposedBy: by,
      awaits: isMovers ? 'customer' : 'mover',
      proposerId: isMovers ? booked.owner.id : booked.customer.id,
      words,
      photosId: answer ? null : photoOf(name, createdAt, world),
      label: line?.label ?? null,
      amountPence: line?.amountPence ?? null,
      expiresAt: changeExpiry({ now: createdAt, start: booking.move.start, isInProgress: false, newStart: null }),
      createdAt,
      answeredAt: answer ? addMinutes(world.now, -answer.minutesAgo) : null,
      consent: answer?.state === 'agreed' ? 'signed_in' : null,
    }
    const data = {
      changeId: row.id,
      kind: row.kind,
      version: 1,
      amountPence: row.amountPence,
      extraMinutes: null,
      newStartAt: null,
    }
    const [proposer, answerer] = isMovers ? [byOwner, byCustomer] : [byCustomer, byOwner]
    const events = [trailRow(booked, 'change_proposed', createdAt, proposer(booked), data)]
    if (answer && row.answeredAt)
      events.push(trailRow(booked, `change_${answer.state}`, row.answeredAt, answerer(booked), data))
    return [{ row, events }]
  })
  return {
    'bookings.change': changes.map(({ row }) => row),
    'bookings.event': changes.flatMap(({ events }) => events),
    'bookings.keys_link': ['keys', 'waits for keys'].flatMap((name): Row<'bookings.keys_link'>[] => {
      const booked = world.find(name)
      // Made, and not pressed by anybody yet.
      return booked
        ? [
            {
              id: booked.booking.id,
              bookingId: booked.booking.id,
              forName: name === 'keys' ? 'Harrop & Sons, agents' : null,
              madeBy: name === 'keys' ? 'customer' : 'mover',
              createdAt: addMinutes(world.now, name === 'keys' ? -295 : -400),
              releasedAt: null,
              withdrawnAt: null,
            },
          ]
        : []
    }),
  }
}
