import { expect, it } from 'vitest'
import { trailEntries, type TrailEvent } from './event-texts.ts'

const event = (more: Partial<TrailEvent>): TrailEvent => ({
  at: '2026-11-28T09:00:00.000Z',
  kind: 'created',
  by: 'customer',
  companyName: 'Tamar Moves',
  feePence: null,
  owedPence: null,
  stop: null,
  reason: null,
  ...more,
})

it.each<[Partial<TrailEvent>, string]>([
  [{}, 'The customer booked'],
  [{ kind: 'confirmed', by: 'driver' }, 'Tamar Moves confirmed'],
  [{ kind: 'confirmed', by: 'driver', companyName: null }, 'The driver confirmed'],
  [{ kind: 'taken_away', by: 'office' }, 'The office took it away from Tamar Moves'],
  [{ kind: 'not_taken', by: 'vanfare' }, 'System had no answer from Tamar Moves in time'],
  [{ kind: 'cancelled', feePence: 6000 }, 'The customer cancelled it. Fee £60.00'],
  [{ kind: 'cancelled', feePence: 0 }, 'The customer cancelled it. Fee £0.00'],
  [
    { kind: 'given_up', by: 'driver', owedPence: 2500 },
    'Tamar Moves confirmed, then handed it back. Tamar Moves owes the customer £25.00',
  ],
  [
    { kind: 'became_hot', by: 'vanfare', stop: 'blocked', reason: 'The certificate was cancelled.' },
    'System made it a hot job. Tamar Moves was blocked: The certificate was cancelled.',
  ],
  [
    { kind: 'taken_away', by: 'vanfare', stop: 'owner_blocked' },
    'System took it away from Tamar Moves. The owner of Tamar Moves was blocked',
  ],
  [
    { kind: 'became_hot', by: 'office', reason: 'The van broke down.' },
    'The office made it a hot job. Reason: The van broke down.',
  ],
  [{ kind: 'hours_confirmed', by: 'vanfare' }, 'System confirmed the hours'],
  [{ kind: 'something_of_later', by: 'vanfare' }, 'System something of later'],
])('%o', (more, text) => {
  const [entry] = trailEntries([event(more)])
  expect(`${entry?.by} ${entry?.text}`).toBe(text)
})
