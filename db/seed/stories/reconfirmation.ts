import { reconfirmBy } from '#modules/bookings/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { Story } from './story.ts'

/** Tomorrow's job, about which the driver has just been asked once more. */
export const reconfirmation: Story = {
  name: 're-confirmation asked',
  tell: ({ now, make }) => {
    // On the half hour, 20 to 20½ hours from now: eight hours to answer.
    const start = new Date(Math.ceil(now.getTime() / 1_800_000) * 1_800_000 + 20 * 3_600_000)
    const createdAt = addMinutes(now, -4 * 1440)
    return [
      make({
        name: 'reconfirmation',
        start,
        status: 'confirmed',
        createdAt,
        told: {
          reconfirmBy: reconfirmBy(start, now),
          confirmedAt: addMinutes(createdAt, 40),
          events: [
            ['confirmed', addMinutes(createdAt, 40), 'driver'],
            ['reconfirmation_asked', addMinutes(start, -1440), 'system'],
          ],
        },
      }),
    ]
  },
}
