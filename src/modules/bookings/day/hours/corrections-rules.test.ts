import { describe, expect, it } from 'vitest'
import { timesOf, NEW_CLOCK } from '../clock/rules.ts'
import {
  actsOf,
  arrivalsOfActs,
  clockOfActs,
  fitTime,
  provedAfter,
  withTime,
  type DayAction,
} from './corrections-rules.ts'

const at = (time: string, second = '00') => new Date(`2026-11-28T${time}:${second}.000Z`)
const START = at('09:00')
const act = (seq: number, kind: DayAction['kind'], time: string, more: Partial<DayAction> = {}): DayAction => ({
  seq,
  kind,
  at: at(time),
  reason: null,
  stop: null,
  ...more,
})
const DAY = [
  act(1, 'set_off', '08:20'),
  act(2, 'started', '09:40'),
  act(4, 'paused', '10:00', { reason: 'access' }),
  act(5, 'resumed', '10:30'),
  act(6, 'at_stop', '11:47', { stop: 1 }),
  act(7, 'finished', '12:30'),
]
const fit = (seq: number, to: Date, acts: readonly DayAction[] = DAY) =>
  fitTime(acts, { seq, to, opensAt: at('03:00'), now: at('13:00') })

describe('a corrected time', () => {
  it.each([
    ['lies between the acts before and after it', 2, at('09:10'), at('09:10')],
    ['may be as early as the act before it', 6, at('10:30'), at('10:30')],
    ['may be as late as the act after it', 6, at('12:30'), at('12:30')],
    ['may be before the agreed start', 2, at('08:30'), at('08:30')],
    ['of the last act may be as late as now', 7, at('13:00'), at('13:00')],
  ])('%s', (_, seq, to, fitted) => {
    expect(fit(seq, to)).toEqual(fitted)
  })

  it('in the same minute as the act before it is that act’s, to the second', () => {
    const acts = [{ ...act(1, 'set_off', '08:20'), at: at('08:20', '41') }, act(2, 'started', '09:40')]
    expect(fit(2, at('08:20'), acts)).toEqual(at('08:20', '41'))
  })

  it.each([
    ['the future', 7, at('13:01'), { kind: 'future' }],
    ['the minute that stands', 2, at('09:40', '30'), { kind: 'same' }],
    ['before the day opened', 1, at('02:59'), { kind: 'before_day' }],
    ['before the act before it', 2, at('08:19'), { kind: 'out_of_order', after: DAY[0], before: DAY[2] }],
    ['after the act after it', 4, at('10:31'), { kind: 'out_of_order', after: DAY[1], before: DAY[3] }],
  ])('is never in %s', (_, seq, to, flaw) => {
    expect(fit(seq, to)).toEqual(flaw)
  })
})

describe('the clock of acts', () => {
  const clock = (acts: readonly DayAction[], more = {}) => clockOfActs(acts, { ...NEW_CLOCK, ...more }, START)
  const times = (acts: readonly DayAction[], more = {}) => timesOf(clock(acts, more), START, at('13:00'))

  it('is the clock that the day had, as long as none is corrected', () => {
    expect(clock(DAY)).toMatchObject({
      setOffAt: at('08:20'),
      startedAt: at('09:40'),
      pausedAt: null,
      finishedAt: at('12:30'),
      waitedSeconds: 1800,
    })
    expect(times(DAY)).toEqual({ workedMinutes: 140, waitedMinutes: 30 })
  })

  it.each([
    ['an earlier start is worked from then', 2, '09:10', 170, 30],
    ['a start before the agreed one is worked from the agreed one', 2, '08:30', 180, 30],
    ['a later start is worked from then', 2, '09:55', 125, 30],
    ['a later pause is less waiting', 4, '10:20', 160, 10],
    ['a later resumption is more waiting', 5, '10:40', 130, 40],
    ['a later finish is more work', 7, '12:45', 155, 30],
    ['an arrival changes no hours', 6, '11:31', 140, 30],
  ])('%s', (_, seq, to, workedMinutes, waitedMinutes) => {
    expect(times(withTime(DAY, seq, at(to)))).toEqual({ workedMinutes, waitedMinutes })
  })

  it.each([
    ['earlier than the one that was agreed to, counts from that one', '08:10', 150],
    ['later, counts from the corrected start', '08:40', 140],
  ])('a start that is corrected to be %s', (_, to, workedMinutes) => {
    const acts = [act(1, 'started', '08:30'), act(2, 'finished', '11:00')]
    expect(times(withTime(acts, 1, at(to)), { earlyFrom: at('08:30') }).workedMinutes).toBe(workedMinutes)
  })

  it('has a pause before the agreed early start in no hours', () => {
    const acts = [
      act(1, 'started', '08:00'),
      act(2, 'paused', '08:10', { reason: 'access' }),
      act(3, 'resumed', '08:25'),
      act(4, 'finished', '10:30'),
    ]
    expect(times(acts, { earlyFrom: at('08:30') })).toEqual({ workedMinutes: 120, waitedMinutes: 0 })
  })

  it('runs and pauses as before while the job is not done', () => {
    expect(clock(withTime(DAY.slice(0, 3), 2, at('09:10')))).toMatchObject({
      startedAt: at('09:10'),
      pausedAt: at('10:00'),
      pauseReason: 'access',
      finishedAt: null,
    })
  })
})

it('an arrival is shown at its corrected time', () => {
  const arrivals = [{ stop: 1, at: at('11:47').toISOString() }]
  expect(arrivalsOfActs(withTime(DAY, 6, at('11:31')), arrivals)).toEqual([{ stop: 1, at: at('11:31').toISOString() }])
})

it('“on time” is never earlier by a correction', () => {
  expect(provedAfter(at('09:40'), at('09:00'))).toEqual(at('09:40'))
  expect(provedAfter(at('09:40'), at('09:50'))).toEqual(at('09:50'))
})

it('what was sent for a job that had changed, and what is no act of the clock, can’t be corrected', () => {
  const entry = { happenedAt: at('09:40').toISOString(), correctedTo: null, isConflict: false, payload: null }
  const found = actsOf([
    { ...entry, seq: 1, kind: 'started', isConflict: true },
    { ...entry, seq: 2, kind: 'loaded' },
    { ...entry, seq: 3, kind: 'paused', payload: { reason: 'access' }, correctedTo: at('09:50').toISOString() },
  ])
  expect(found).toEqual([act(3, 'paused', '09:50', { reason: 'access' })])
})
