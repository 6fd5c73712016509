import { addMinutes } from '#shared/local-time.ts'
import type { Asked, Story, StoryWorld } from './story.ts'

/** In progress at whatever hour the demonstration is started: each began more than an hour ago and has an hour to go at least. */
export const underWay: Story = {
  name: 'under way',
  tell: (world) => {
    const second = world.company.units[1]
    return [
      one(world, 'under way', 60, { isOwn: true }),
      // The hired driver's: it waits for the keys.
      ...(second ? [one(world, 'waits for keys', 90, { with: { company: world.company, unit: second } })] : []),
    ]
  },
}

function one(
  { now, make }: StoryWorld,
  name: string,
  sinceMinutes: number,
  { isOwn = false, ...more }: { isOwn?: boolean; with?: Asked['with'] },
) {
  const start = addMinutes(new Date(Math.floor(now.getTime() / 1_800_000) * 1_800_000), -sinceMinutes)
  const createdAt = addMinutes(start, -5 * 1440)
  const confirmedAt = addMinutes(createdAt, 25)
  const by = isOwn ? 'driver' : 'hired'
  return make({
    name,
    start,
    minutes: 180,
    status: 'in_progress',
    createdAt,
    told: {
      isOwn,
      confirmedAt,
      events: [
        ['confirmed', confirmedAt, by],
        ['started', addMinutes(start, 4), by],
      ],
    },
    ...more,
  })
}
