import { addMinutes } from '#shared/local-time.ts'
import type { Story } from './story.ts'

/** A job that another driver gave back an hour ago: the demonstration's driver can take it, and its customer waits. */
export const hot: Story = {
  name: 'hot',
  tell: ({ now, freeFrom, make, others, company }) => {
    const start = freeFrom('hot', 3)
    const loser = others[0]
    if (!start || !loser) return []
    const at = addMinutes(now, -60)
    const booking = make({
      name: 'hot',
      start,
      status: 'new_booking',
      createdAt: addMinutes(now, -240),
      told: {
        isOwn: true,
        isHot: true,
        lost: [{ unitId: loser.unit.id, status: 'rejected', reason: 'broken_van', at }],
        events: [
          ['rejected', at, 'driver', loser.unit.id, 'broken_van'],
          ['became_hot', at, 'driver', loser.unit.id],
        ],
      },
    })
    return [{ ...booking, company, unit: booking.unit }]
  },
}
