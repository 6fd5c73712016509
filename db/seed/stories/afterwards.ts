import { addMinutes } from '#shared/local-time.ts'
import type { SeedBooking } from '../bookings.ts'
import type { Asked, Story, StoryWorld } from './story.ts'

/** Moves of the demonstration's customer that are done and not over: hours to be confirmed, damage claimed. */
export const afterwards: Story = {
  name: 'afterwards',
  tell: (world) => {
    const [, , other] = world.others
    return [
      ...finished(world, 'hours to confirm', world.freeLately('hours to confirm'), { over: 22 }),
      ...before(world, 'hours disputed', 2, { over: 35 }),
      ...before(world, 'claim open', 5),
      ...before(world, 'claim answered', 11),
      ...before(world, 'claim settled', 30),
      ...before(world, 'claim with office', 26, { with: other }),
      ...before(world, 'claim decided', 44, { with: other }),
      ...givenBackLate(world),
    ]
  },
}

/**
 * A job that one of the other companies gave back six hours before, which it owes the customer for: the office has a
 * credit to make.
 */
function givenBackLate(world: StoryWorld): SeedBooking[] {
  const [first] = world.others
  const [booking] = finished(world, 'given back late', world.freeBefore('given back late', 64))
  if (!first || !booking) return []
  const { createdAt, move, price } = booking
  const givenBackAt = addMinutes(move.start, -360)
  const takenAt = addMinutes(move.start, -330)
  const owed = { owedToCustomerPence: price.minimumTimePence }
  return [
    {
      ...booking,
      told: {
        ...booking.told,
        confirmedAt: takenAt,
        lost: [{ unitId: first.unit.id, status: 'rejected', reason: 'broken_van', at: givenBackAt }],
        events: [
          ['confirmed', addMinutes(createdAt, 30), 'driver', first.unit.id],
          ['given_up', givenBackAt, 'driver', first.unit.id, 'broken_van', owed],
          ['became_hot', givenBackAt, 'driver', first.unit.id],
          ['confirmed', takenAt, 'driver'],
          ...(booking.told?.events ?? []).slice(1),
        ],
      },
    },
  ]
}

interface More {
  with?: Asked['with']
  /** Minutes by which it took longer than booked. */
  over?: number
}

const before = (world: StoryWorld, name: string, days: number, more: More = {}): SeedBooking[] =>
  finished(world, name, world.freeBefore(name, days, more.with?.unit), more)

/** A job of the customer that its driver started and finished. */
export function finished(
  { make }: StoryWorld,
  name: string,
  start: Date | undefined,
  { over = -12, isReviewed = false, ...more }: More & { isReviewed?: boolean } = {},
): SeedBooking[] {
  if (!start) return []
  const createdAt = addMinutes(start, -5 * 1440)
  const confirmedAt = addMinutes(createdAt, 30)
  const booking = make({ name, start, status: 'completed', createdAt, told: {}, ...more })
  const told: SeedBooking['told'] = {
    ...booking.told,
    isOwn: true,
    isReviewed,
    confirmedAt,
    events: [
      ['confirmed', confirmedAt, 'driver'],
      ['started', addMinutes(start, 3), 'driver'],
      ['finished', addMinutes(booking.move.end, over), 'driver'],
    ],
  }
  return [{ ...booking, told }]
}
