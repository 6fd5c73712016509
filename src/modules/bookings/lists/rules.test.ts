import { describe, expect, it } from 'vitest'
import type { Document } from '#modules/fleet/documents/rules.ts'
import { toInstant } from '#shared/local-time.ts'
import { expiringOf, takingsOf, weekOf, type WeekJob, type WeekStatus } from './rules.ts'

const job = (status: WeekStatus, day: string, minutes = 180): WeekJob => ({
  status,
  start: toInstant(day, 540),
  end: toInstant(day, 540 + minutes),
  totalPence: 20_000,
  commissionablePence: 18_000,
  commissionPercent: 15,
})

describe('a week', () => {
  const jobs = [
    job('completed', '2026-11-16'),
    job('in_progress', '2026-11-20', 240),
    job('confirmed', '2026-11-22'),
    job('new_booking', '2026-11-22', 60),
    job('confirmed', '2026-11-23'),
  ]
  it('runs from Monday to Sunday, and says what is done, booked and not answered', () => {
    expect(weekOf(jobs, '2026-11-20')).toEqual({
      fromDay: '2026-11-16',
      toDay: '2026-11-22',
      done: { jobs: 1, minutes: 180 },
      booked: { jobs: 2, minutes: 420 },
      waiting: { jobs: 1, minutes: 60 },
    })
    expect(weekOf(jobs, '2026-11-23')).toMatchObject({ done: { jobs: 0 }, booked: { jobs: 1, minutes: 180 } })
  })

  it('leaves the price less commission and its VAT', () => {
    expect(takingsOf(jobs, '2026-11-20')).toEqual({ donePence: 16_760, bookedPence: 33_520, waitingPence: 16_760 })
  })

  it('counts real minutes where the clocks change', () => {
    const night = {
      ...job('confirmed', '2026-10-25'),
      start: toInstant('2026-10-25', 0),
      end: toInstant('2026-10-25', 240),
    }
    expect(weekOf([night], '2026-10-25').booked.minutes).toBe(300)
  })
})

describe('what expires', () => {
  const today = '2026-11-20'
  const document = (kind: Document['kind'], expiresOn: string | null, status: Document['status'] = 'approved') => ({
    kind,
    status,
    expiresOn,
    submittedAt: toInstant('2026-01-01', 0),
  })

  it('is within sixty days, nearest first, documents and people alike', () => {
    const documents = [
      document('hire_and_reward', '2027-01-19'),
      document('mot', '2026-12-01'),
      document('public_liability', '2027-01-20'),
      document('v5c', null),
    ]
    const people = [{ id: 'p', firstName: 'Ali', checks: [document('mot', '2026-12-24')] }]
    expect(expiringOf(documents, people, today).map((one) => [one.kind, one.expiresOn, one.daysLeft])).toEqual([
      ['document', '2026-12-01', 11],
      ['person', '2026-12-24', 34],
      ['document', '2027-01-19', 60],
    ])
  })

  it('is the document that runs longest, and says whether a new one waits', () => {
    const renewed = [document('mot', '2026-12-01'), document('mot', '2027-12-01')]
    expect(expiringOf(renewed, [], today)).toEqual([])
    const sent = [document('mot', '2026-12-01'), document('mot', '2027-12-01', 'pending')]
    expect(expiringOf(sent, [], today)).toMatchObject([{ expiresOn: '2026-12-01', isRenewalWaiting: true }])
  })

  it('is not what has expired, nor the right-to-work document from before people had checks', () => {
    expect(expiringOf([document('mot', today), document('right_to_work', '2026-12-01')], [], today)).toEqual([])
  })
})
