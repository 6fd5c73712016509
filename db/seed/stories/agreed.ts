import { addMinutes } from '#shared/local-time.ts'
import type { Told } from '../bookings.ts'
import type { Asked, Story, StoryWorld } from './story.ts'

/** Upcoming confirmed jobs with an event since: a change, keys, messages, a booking made on the phone. */
export const agreed: Story = {
  name: 'agreed',
  tell: (world) => [
    ...one(world, 'keys', 1),
    ...one(world, 'by phone', 4, { told: { isByPhone: true } }),
    ...one(world, 'change asked', 5),
    ...one(world, 'change agreed', 7),
    ...one(world, 'change declined', 9),
    ...one(world, 'messages with others', 6, { ...withOther(world, 1) }),
  ],
}

const withOther = ({ others }: StoryWorld, index: number): Pick<Asked, 'with'> => {
  const other = others[index]
  return other ? { with: other } : {}
}

function one(
  { now, freeFrom, make }: StoryWorld,
  name: string,
  days: number,
  { told, ...more }: { told?: Told; with?: Asked['with'] } = {},
) {
  const start = freeFrom(name, days, more.with?.unit)
  if (!start) return []
  const createdAt = addMinutes(now, -3 * 1440 - days * 7)
  const confirmedAt = addMinutes(createdAt, 35)
  return [
    make({
      name,
      start,
      status: 'confirmed',
      createdAt,
      told: { isOwn: !told?.isByPhone, confirmedAt, events: [['confirmed', confirmedAt, 'driver']], ...told },
      ...more,
    }),
  ]
}
