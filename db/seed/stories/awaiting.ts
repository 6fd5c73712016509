import { addMinutes } from '#shared/local-time.ts'
import type { Story } from './story.ts'

/** Somebody booked and has not confirmed their address yet: no time is held, and no driver sees it. */
export const awaiting: Story = {
  name: 'awaiting verification',
  tell: ({ now, freeFrom, make }) => {
    const start = freeFrom('awaiting', 6)
    if (!start) return []
    const told = { isAwaiting: true }
    return [make({ name: 'awaiting', start, status: 'new_booking', createdAt: addMinutes(now, -20), told })]
  },
}

/** A booking of the driver's first van that came a few minutes ago and waits for an answer. */
export const toAnswer: Story = {
  name: 'to answer',
  tell: ({ now, freeFrom, make }) => {
    const start = freeFrom('to answer', 4)
    if (!start) return []
    return [make({ name: 'to answer', start, status: 'new_booking', createdAt: addMinutes(now, -12), told: {} })]
  },
}
