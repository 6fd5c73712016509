import { describe, expect, it } from 'vitest'
import {
  closesText,
  doorToDoor,
  fullText,
  nearestOf,
  nearestText,
  audienceText,
  reasonsToTake,
  listUnavailableJobs,
} from './hot-texts.ts'
import type { HotJob } from './job-texts.ts'

const hot: HotJob['hot'] = {
  openedAt: '2026-11-28T06:00:00.000Z',
  closesAt: '2026-11-28T10:00:00.000Z',
  seenBy: 11,
  from: null,
  minutesTo: null,
  home: null,
  to: null,
}

describe('when a hot job closes', () => {
  it.each([
    ['2026-11-28T08:40:00Z', 'Open until 10:00', 'red'],
    ['2026-11-28T06:00:00Z', 'Open until 10:00', 'yellow'],
    ['2026-11-28T10:30:00Z', 'Closed', 'red'],
    ['2026-11-27T18:00:00Z', 'Open until Sat 28 November, 10:00', 'yellow'],
    ['2026-11-26T09:00:00Z', 'Open until Sat 28 November, 10:00', 'off'],
  ])('at %s it says the moment, without a countdown: %s', (now, text, tone) => {
    expect(closesText({ hot }, new Date(now))).toEqual({ text, tone })
  })
})

describe('what taking it means', () => {
  const job = { totalTime: '04:00:00', youKeepPence: 59_100, distance: 280_000, estimated: true }
  const from = { kind: 'base' as const, place: 'Walthamstow', until: null, distance: 10_944 }
  const withDrives = { ...hot, from, minutesTo: 20, home: { distance: 280_000, minutes: 220 } }
  it('is every mile and minute from door to door, and what an hour of them pays', () => {
    expect(doorToDoor({ ...job, hot: withDrives })).toEqual([
      'About 174 miles with the load, 4 h of work',
      '20 min to the pick-up, about 7 miles',
      '3 h 40 min home from the drop-off, about 174 miles',
      '£591.00 to you: £73.88 an hour over 8 h, before fuel',
    ])
  })
  it('is no hourly pay where a drive is not known, nor for a hired driver', () => {
    expect(doorToDoor({ ...job, hot })).toEqual(['About 174 miles with the load, 4 h of work'])
    expect(doorToDoor({ ...job, youKeepPence: null, hot: withDrives })).toHaveLength(3)
  })
})

describe('why it fits', () => {
  const job = { routePoints: [{ place: 'Ilford' }, { place: 'Chelmsford' }], endAt: '2026-11-28T13:00:00.000Z' }
  const reasonsFor = (change: Partial<HotJob['hot']>) =>
    reasonsToTake({ ...(job as unknown as HotJob), hot: { ...hot, ...change } })
  it('says where from and what is to spare', () => {
    expect(reasonsFor({})).toEqual([])
    expect(reasonsFor({ from: { kind: 'base', place: 'Walthamstow', until: null, distance: 10_944 } })).toEqual([
      { text: 'About 7 miles from your base', isWarning: false },
    ])
    const from = { kind: 'job' as const, place: 'Bow', until: '2026-11-28T08:30:00.000Z', distance: 3380 }
    const to = { place: 'Bow', startsAt: '2026-11-28T14:00:00.000Z', spareMinutes: 15 }
    expect(reasonsFor({ from, to })).toEqual([
      { text: 'About 2 miles from Bow, where you finish at 08:30', isWarning: false },
      {
        text: 'Ends 13:00. 15 min to spare before your 14:00 job in Bow, after the drive from Chelmsford',
        isWarning: true,
      },
    ])
    expect(reasonsFor({ to: { ...to, spareMinutes: 90 } })[0]?.isWarning).toBe(false)
  })
})

it('says how full the van is, by whichever fills first, and who else sees it', () => {
  const job = {
    vanCategory: 'large_van',
    trips: 1,
    load: { pieces: 4, weightKg: 700, volumeM3: 2.1 },
    van: { payloadKg: 1000, volumeM3: 14 },
  } as const
  expect(fullText(job)).toBe('Your Large Van, 70% full with this job')
  expect(fullText({ ...job, trips: 2 })).toBe('Your Large Van, 2 trips for this job')
  expect(fullText({ ...job, van: null })).toBe('Your Large Van')
  expect([audienceText(0), audienceText(1), audienceText(11)]).toEqual([
    '',
    'Only you can see it',
    '11 drivers can see it',
  ])
})

it('names the nearest of the jobs that are left, and any if no way is known', () => {
  const at = (place: string, distance: number | null) => ({
    routePoints: [{ place }] as HotJob['routePoints'],
    hot: { ...hot, from: distance === null ? null : { kind: 'base' as const, place: 'Bow', until: null, distance } },
  })
  const [far, near, unknown] = [at('Ilford', 10_944), at('Hackney', 3380), at('Leyton', null)]
  expect(nearestOf([far, unknown, near])).toBe(near)
  expect(nearestOf([unknown])).toBe(unknown)
  expect(nearestOf([])).toBeUndefined()
  expect([nearestText(near), nearestText(unknown)]).toEqual([
    'Next nearest: Hackney, about 2 miles',
    'Next nearest: Leyton',
  ])
})

const now = new Date('2026-11-28T07:00:00Z')
const job = (id: string, closesAt = '2026-11-28T08:00:00Z') => ({ id, hot: { closesAt } }) as unknown as HotJob
const nothing = { id: null, answer: undefined }
const refused = (code: string) => ({ ok: false as const, status: 409, code, detail: '' })
const taken = { ok: true as const, data: { title: '', text: '' } }

const reasons = (...given: Parameters<typeof listUnavailableJobs>) =>
  listUnavailableJobs(...given).map(({ job: { id }, title, why }) => [id, title, why])

it('says what is known of it: taken, too late, or that nobody took it', () => {
  expect(reasons([job('a'), job('b')], [job('b')], nothing, now)).toEqual([
    ['a', 'Gone', expect.stringMatching(/^It has been taken or cancelled\./)],
  ])
  expect(reasons([job('a')], [], { id: 'a', answer: refused('already_taken') }, now)).toEqual([
    ['a', 'Already taken', expect.stringMatching(/just before you/)],
  ])
  expect(reasons([job('a')], [], { id: 'a', answer: refused('slot_taken') }, now)).toEqual([
    ['a', 'It clashes with another job', expect.stringMatching(/another job then/)],
  ])
  expect(reasons([job('a', '2026-11-28T07:00:00Z')], [], nothing, now)).toEqual([
    ['a', 'Time is up', expect.stringMatching(/^No driver took it/)],
  ])
})

it('is not what one took oneself, nor what is still there', () => {
  expect(listUnavailableJobs([job('a')], [], { id: 'a', answer: taken }, now)).toEqual([])
  expect(listUnavailableJobs([job('a')], [job('a'), job('c')], nothing, now)).toEqual([])
})
