import { addMinutes } from '#shared/local-time.ts'
import type { SeedBooking, Told } from '../bookings.ts'
import { finished } from './afterwards.ts'
import type { Story, StoryWorld } from './story.ts'

/** One past booking of the demonstration's customer with its driver, for each way in which one can end. */
export const ended: Story = {
  name: 'ended',
  tell: (world) =>
    [
      finished(world, 'reviewed', world.freeBefore('reviewed', 10), { isReviewed: true }),
      finished(world, 'not reviewed', world.freeBefore('not reviewed', 4)),
      one(world, 'canceled_by_customer', 'cancelled late', 16, ({ start }) => ({
        cancelledBy: 'customer',
        confirmedAt: addMinutes(start, -4000),
        hasFee: true,
        events: [
          ['confirmed', addMinutes(start, -4000), 'driver'],
          ['cancelled', addMinutes(start, -600), 'customer'],
        ],
      })),
      one(world, 'rejected', 'rejected', 22, ({ createdAt }) => ({
        rejectReason: 'personal',
        events: [['rejected', addMinutes(createdAt, 50), 'driver', undefined, 'personal']],
      })),
      one(world, 'not_taken_by_driver', 'not taken', 28, ({ createdAt }) => ({
        events: [['not_taken', addMinutes(createdAt, 720), 'system']],
      })),
      one(world, 'no_one_took', 'nobody', 34, ({ start, createdAt }) => ({
        lost: [{ unitId: world.unit.id, status: 'not_taken_by_driver', reason: null, at: addMinutes(createdAt, 720) }],
        events: [
          ['not_taken', addMinutes(createdAt, 720), 'system'],
          ['became_hot', addMinutes(createdAt, 720), 'system'],
          ['no_one_took', addMinutes(start, -60), 'system'],
        ],
      })),
    ].flat(),
}

interface When {
  start: Date
  createdAt: Date
}

function one(
  { make, freeBefore }: StoryWorld,
  status: SeedBooking['status'],
  name: string,
  days: number,
  tell: (when: When) => Told,
): SeedBooking[] {
  const start = freeBefore(name, days)
  if (!start) return []
  const createdAt = addMinutes(start, -5 * 1440)
  return [make({ name, start, status, createdAt, told: { isOwn: true, ...tell({ start, createdAt }) } })]
}
