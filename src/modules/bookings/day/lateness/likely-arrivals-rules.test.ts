import { describe, expect, it, test } from 'vitest'
import type { Job } from '#modules/quoting/schedule/rules.ts'
import type { DayAction } from '../hours/corrections-rules.ts'
import { legsOf, likelyArrivals, plannedArrivals } from './rules.ts'

const job: Job = {
  van: 'luton_van',
  trips: 1,
  helpLevel: 'driver_helps',
  stairs: [0, 0, 0],
  legMinutes: [40, 60],
  furniture: [],
}
const at = (time: string) => new Date(`2026-11-28T${time}:00.000Z`)
const iso = (time: string) => at(time).toISOString()

describe('the planned arrivals', () => {
  it('are after loading and the drive, and after the work at every stop before', () => {
    const [first, stop, last] = plannedArrivals(job)
    const loading = (stop ?? 0) - 40
    expect(first).toBe(0)
    expect(loading).toBeGreaterThan(0)
    expect(last).toBe(loading + 40 + 15 + 60)
  })

  it('are later by the stairs at the pick-up, and not by those at the drop-off', () => {
    const plain = plannedArrivals(job)
    expect(plannedArrivals({ ...job, stairs: [2, 0, 0] }).at(-1)).toBe((plain.at(-1) ?? 0) + 30)
    expect(plannedArrivals({ ...job, stairs: [0, 0, 2] })).toEqual(plain)
  })

  it('of a job in several trips are those of the first', () => {
    expect(plannedArrivals({ ...job, trips: 2 })).toEqual(plannedArrivals(job))
  })

  it('have the breaks before them', () => {
    const long = { ...job, legMinutes: [300, 300] }
    expect((plannedArrivals(long).at(-1) ?? 0) - (plannedArrivals(job).at(-1) ?? 0)).toBeGreaterThan(500)
  })
})

test.each([
  ['the whole drive of one leg', 72, 1, [50], [72]],
  ['the drives of one trip', 216, 2, [50], [72]],
  ['each leg its share', 90, 1, [20, 40], [30, 60]],
  ['equal shares where nothing is known', 60, 1, [0, 0], [30, 30]],
  ['nothing of it twice', 100, 1, [1, 1, 1], [33, 34, 33]],
])('the legs have %s', (_, travel, trips, estimates, legs) => {
  expect(legsOf(travel, trips, estimates)).toEqual(legs)
})

describe('when the van is likely there', () => {
  const day = {
    planned: [0, 85, 160],
    start: at('10:00'),
    isStarted: false,
    arrivals: [],
    acts: [] as DayAction[],
    drives: [40, 60],
    loadedAt: null as Date | null,
    now: at('08:00'),
  }
  const act = (seq: number, kind: DayAction['kind'], time: string): DayAction => ({
    seq,
    kind,
    at: at(time),
    reason: null,
    stop: null,
  })

  it('is counted from now while the work should have begun and has not', () => {
    expect(likelyArrivals({ ...day, now: at('10:20') }).map((one) => one.at)).toEqual([iso('11:45'), iso('13:00')])
  })

  it.each([
    [
      'before the start, by what was booked',
      {},
      [
        [1, '11:25'],
        [2, '12:40'],
      ],
    ],
    [
      'by the real start once the clock runs',
      { start: at('09:45'), isStarted: true },
      [
        [1, '11:10'],
        [2, '12:25'],
      ],
    ],
    [
      'to the next five minutes',
      { start: at('09:47'), isStarted: true },
      [
        [1, '11:15'],
        [2, '12:30'],
      ],
    ],
    [
      'from the stop that it has reached',
      { isStarted: true, arrivals: [{ stop: 1, at: iso('11:40') }] },
      [[2, '12:55']],
    ],
    ['nowhere more once it is at the last', { isStarted: true, arrivals: [{ stop: 2, at: iso('12:30') }] }, []],
    [
      'by the start as long as it only stands at the pick-up',
      { arrivals: [{ stop: 0, at: iso('09:30') }] },
      [
        [1, '11:25'],
        [2, '12:40'],
      ],
    ],
    [
      'never nearer than the whole drive while loading runs past its time, and every later stop waits for it',
      { isStarted: true, now: at('12:02') },
      [
        [1, '12:45'],
        [2, '14:00'],
      ],
    ],
    [
      'the drive after the last item was ticked off',
      { isStarted: true, loadedAt: at('12:00'), now: at('12:22') },
      [
        [1, '12:40'],
        [2, '13:55'],
      ],
    ],
    [
      'never before now once it has left',
      { isStarted: true, loadedAt: at('11:00'), now: at('12:02') },
      [
        [1, '12:05'],
        [2, '13:20'],
      ],
    ],
    [
      'the drive after it reached the stop where it works longer than planned',
      { isStarted: true, loadedAt: at('10:50'), arrivals: [{ stop: 1, at: iso('11:40') }], now: at('11:50') },
      [[2, '12:55']],
    ],
    [
      'the drive from now while it works at a stop and items are not ticked off',
      { isStarted: true, arrivals: [{ stop: 1, at: iso('11:40') }], now: at('12:20') },
      [[2, '13:20']],
    ],
    [
      'later by every pause',
      { isStarted: true, acts: [act(1, 'paused', '10:10'), act(2, 'resumed', '10:30')], now: at('10:40') },
      [
        [1, '11:45'],
        [2, '13:00'],
      ],
    ],
    [
      'later by the pause that runs',
      { isStarted: true, acts: [act(1, 'paused', '10:10')], now: at('10:40') },
      [
        [1, '11:55'],
        [2, '13:10'],
      ],
    ],
    [
      'not by a pause before the stop that it has reached',
      {
        isStarted: true,
        arrivals: [{ stop: 1, at: iso('11:40') }],
        acts: [act(1, 'paused', '10:10'), act(2, 'resumed', '10:30')],
      },
      [[2, '12:55']],
    ],
  ] as const)('is %s', (_, more, found) => {
    const likely = likelyArrivals({ ...day, ...more })
    expect(likely.map(({ stop, at: time }) => ({ stop, at: time }))).toEqual(
      found.map(([stop, time]) => ({ stop, at: iso(time) })),
    )
  })

  it.each([
    ['all the work before it while nothing has begun', {}, [85, 160]],
    ['the drives and the stops between while it is loaded', { isStarted: true }, [40, 115]],
    ['nothing that is known once it may have left', { isStarted: true, loadedAt: at('11:00') }, [null, null]],
    ['the drive from the stop where it works', { isStarted: true, arrivals: [{ stop: 1, at: iso('11:40') }] }, [60]],
  ])('has still to come %s', (_, more, minutes) => {
    expect(likelyArrivals({ ...day, ...more }).map(({ awayMinutes }) => awayMinutes)).toEqual(minutes)
  })
})
