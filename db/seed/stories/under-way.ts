import { addMinutes } from '#shared/local-time.ts'
import type { Story } from './story.ts'

/** In progress at whatever hour the demonstration is started: it began an hour and a half ago and has an hour to go at least. */
export const underWay: Story = {
  name: 'under way',
  tell: ({ now, make }) => {
    const start = new Date(Math.floor(now.getTime() / 1_800_000) * 1_800_000 - 3_600_000)
    const createdAt = addMinutes(start, -5 * 1440)
    const confirmedAt = addMinutes(createdAt, 25)
    return [
      make({
        name: 'under way',
        start,
        minutes: 180,
        status: 'in_progress',
        createdAt,
        told: {
          isOwn: true,
          confirmedAt,
          events: [
            ['confirmed', confirmedAt, 'driver'],
            ['started', addMinutes(start, 4), 'driver'],
          ],
        },
      }),
    ]
  },
}
