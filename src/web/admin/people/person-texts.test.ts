import { describe, expect, it } from 'vitest'
import type { AfterBlock } from '#modules/office/people/rules.ts'
import { blockTexts, lossTexts } from './person-texts.ts'

const upcoming = (...all: AfterBlock[]) =>
  all.map((ifBlocked, index) => ({
    id: `b${index}`,
    reference: `B${index}`,
    startAt: '2026-11-28T09:00:00.000Z',
    status: 'confirmed' as const,
    from: 'Leeds',
    to: 'York',
    ifBlocked,
  }))
const signedOut = 'They are logged out everywhere at once and can’t log in.'
const company = { id: 'c1', name: 'Pennant & Daughters' }

describe('what a block does', () => {
  it.each<[Parameters<typeof blockTexts>[0], string[]]>([
    [{ role: 'admin', ahead: [], company: null }, [signedOut]],
    [{ role: 'customer', ahead: [], company: null }, [signedOut]],
    [
      { role: 'customer', ahead: upcoming('stands'), company: null },
      [signedOut, 'Their upcoming booking isn’t affected. Look at each below.'],
    ],
    [
      { role: 'customer', ahead: upcoming('stands', 'stands'), company: null },
      [signedOut, 'Their 2 upcoming bookings aren’t affected. Look at each below.'],
    ],
    [
      { role: 'hired', ahead: [], company },
      [signedOut, 'Their jobs stay with Pennant & Daughters, and we’ll tell them the van has no driver.'],
    ],
    [
      { role: 'driver', ahead: upcoming('hot', 'hot', 'ends', 'goes_on'), company },
      [
        signedOut,
        'Pennant & Daughters isn’t offered or shown.',
        '2 jobs go to other drivers at the same price. We’ll tell the customers.',
        '1 job ends, because the customer didn’t want another driver. We’ll tell them.',
        '1 job goes on, because the driver has begun or is on the way.',
      ],
    ],
  ])('to %o', (person, texts) => {
    expect(blockTexts(person)).toEqual(texts)
  })

  it('says so if nothing lies ahead', () => {
    expect(lossTexts([])).toEqual(['No upcoming jobs.'])
  })
})
