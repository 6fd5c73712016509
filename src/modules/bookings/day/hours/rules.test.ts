import { describe, expect, it } from 'vitest'
import { addMinutes } from '#shared/local-time.ts'
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
import {
  faultInCash,
  mayDisputeCash,
  mayRecordCash,
  paidOf,
  agreedMinutes,
  billOf,
  ceilingRoomOf,
  confirmBy,
  mostForEarlyStart,
  roomLeftPence,
  waitingOf,
  type AgreedPrice,
} from './rules.ts'

const labour = { code: 'labour', label: '3 h at £50.00', quantity: 3, unitPence: 5000, amountPence: 15_000 }
const agreed: AgreedPrice = {
  lines: [labour],
  totalPence: 15_000,
  ceilingPence: 30_000,
  totalTime: '03:00:00',
  changeMinutes: 0,
  waiting: { freeWaitingMinutes: 30, waitingPencePerHalfHour: 1000 },
}

describe('what a day costs', () => {
  it.each<[string, Partial<AgreedPrice>, number, number, Record<string, number>, number]>([
    ['as agreed', {}, 180, 0, {}, 15_000],
    ['early lowers nothing', {}, 60, 0, {}, 15_000],
    ['a minute over costs nothing', {}, 181, 0, {}, 15_000],
    ['ten over cost nothing', {}, 190, 0, {}, 15_000],
    ['eleven over are a half hour', {}, 191, 0, { time_over: 2500 }, 17_500],
    ['thirty over are one', {}, 210, 0, { time_over: 2500 }, 17_500],
    ['thirty-one are two', {}, 211, 0, { time_over: 5000 }, 20_000],
    ['forty over are two, without a second grace', {}, 220, 0, { time_over: 5000 }, 20_000],
    ['sixty over are two', {}, 240, 0, { time_over: 5000 }, 20_000],
    ['sixty-one are three', {}, 241, 0, { time_over: 7500 }, 22_500],
    ['waiting is free at first', {}, 180, 30, {}, 15_000],
    ['then by started half hours, with no grace', {}, 180, 31, { waiting: 1000 }, 16_000],
    ['waiting keeps its price beside a few minutes over', {}, 190, 40, { waiting: 1000 }, 16_000],
    ['both', {}, 240, 95, { time_over: 5000, waiting: 3000 }, 23_000],
    ['never above the ceiling', { ceilingPence: 17_500 }, 300, 0, { time_over: 2500 }, 17_500],
    ['waiting has what room is left', { ceilingPence: 18_000 }, 210, 95, { time_over: 2500, waiting: 500 }, 18_000],
    ['no room at all', { ceilingPence: 15_000 }, 600, 600, {}, 15_000],
    ['a company that charges no waiting', { waiting: null }, 180, 600, {}, 15_000],
    ['what was agreed since is no time over', { changeMinutes: 60 }, 240, 0, {}, 15_000],
    ['ten over that are free as well', { changeMinutes: 60 }, 250, 0, {}, 15_000],
    ['eleven over that are a half hour', { changeMinutes: 60 }, 251, 0, { time_over: 2500 }, 17_500],
    ['by the half hours that it was priced in', { changeMinutes: 35 }, 240, 0, {}, 15_000],
    ['an agreed change raises both', { totalPence: 19_000, ceilingPence: 34_000 }, 180, 0, {}, 19_000],
  ])('%s', (_, change, workedMinutes, waitedMinutes, lines, toPayPence) => {
    const bill = billOf({ ...agreed, ...change }, { workedMinutes, waitedMinutes })
    expect(Object.fromEntries(bill.lines.map(({ code, amountPence }) => [code, amountPence]))).toEqual(lines)
    expect(bill.toPayPence).toBe(toPayPence)
  })

  it('counts from the minimum time where that was charged', () => {
    const short = { lines: [labour], totalTime: '01:00:00', changeMinutes: 0 }
    expect(agreedMinutes(short)).toBe(180)
    // An hour more fits into what is paid for, three do not.
    expect(agreedMinutes({ ...short, changeMinutes: 60 })).toBe(180)
    expect(agreedMinutes({ ...short, changeMinutes: 180 })).toBe(240)
    expect(billOf({ ...agreed, ...short }, { workedMinutes: 170, waitedMinutes: 0 }).lines).toEqual([])
  })

  it('takes the rate of the hour in which the agreed time ended', () => {
    const evening = { ...labour, code: 'labour_out_of_hours', quantity: 1, unitPence: 7500 }
    const bill = billOf(
      { ...agreed, lines: [{ ...labour, quantity: 2 }, evening] },
      { workedMinutes: 191, waitedMinutes: 0 },
    )
    expect(bill.lines).toMatchObject([{ code: 'time_over', amountPence: 3750, quantity: 0.5, unitPence: 7500 }])
  })

  it.each([
    [0, Infinity, { freeLeftMinutes: 30, halfHours: 0, amountPence: 0 }],
    [22, Infinity, { freeLeftMinutes: 8, halfHours: 0, amountPence: 0 }],
    [30, Infinity, { freeLeftMinutes: 0, halfHours: 0, amountPence: 0 }],
    [31, Infinity, { freeLeftMinutes: 0, halfHours: 1, amountPence: 1000 }],
    [95, Infinity, { freeLeftMinutes: 0, halfHours: 3, amountPence: 3000 }],
    [95, 500, { freeLeftMinutes: 0, halfHours: 3, amountPence: 500 }],
  ])('says what %i minutes of waiting have come to with room for %i', (waited, room, found) => {
    const terms = { freeWaitingMinutes: 30, waitingPencePerHalfHour: 1000 }
    expect(waitingOf(terms, waited, room)).toEqual(found)
  })

  it('says what room the time over leaves for the waiting', () => {
    const roomAt = (workedMinutes: number, ceilingPence: number) =>
      billOf({ ...agreed, ceilingPence }, { workedMinutes, waitedMinutes: 95 }).waitingRoomPence
    expect([roomAt(180, 18_000), roomAt(210, 18_000), roomAt(600, 18_000)]).toEqual([3000, 500, 0])
  })

  it('leaves the customer a day from when they are told', () => {
    expect(confirmBy(new Date('2026-11-28T12:00:00Z'))).toEqual(new Date('2026-11-29T12:00:00Z'))
  })
})

describe('what a day of several vans costs', () => {
  const ofVan = (van: number, unitPence: number) => ({ ...labour, van, unitPence, amountPence: unitPence * 3 })
  const plan: AgreedPrice = {
    ...agreed,
    lines: [ofVan(1, 5000), ofVan(2, 4000), ofVan(3, 3000)],
    totalPence: 36_000,
    ceilingPence: 90_000,
  }
  it.each<[string, AgreedPrice['sentHome'], number, number, [string, number][]]>([
    [
      'all to the end',
      [],
      240,
      60,
      [
        ['time_over', 12_000],
        ['waiting', 3000],
      ],
    ],
    [
      'one sent home before the agreed time was over',
      [{ van: 3, workedMinutes: 120, waitedMinutes: 0 }],
      240,
      60,
      [
        ['time_over', 9000],
        ['waiting', 2000],
      ],
    ],
    [
      'one sent home later',
      [{ van: 2, workedMinutes: 210, waitedMinutes: 60 }],
      240,
      60,
      [
        ['time_over', 8000],
        ['time_over', 2000],
        ['waiting', 2000],
        ['waiting', 1000],
      ],
    ],
    ['one that never came', [{ van: 2, workedMinutes: 0, waitedMinutes: 0 }], 240, 0, [['time_over', 8000]]],
    [
      'hours confirmed as fewer than when one was sent home',
      [{ van: 2, workedMinutes: 240, waitedMinutes: 0 }],
      180,
      0,
      [],
    ],
  ])('counts what each van was there for: %s', (_, sentHome, workedMinutes, waitedMinutes, expected) => {
    const bill = billOf({ ...plan, sentHome: sentHome ?? [] }, { workedMinutes, waitedMinutes })
    expect(bill.lines.map(({ code, amountPence }) => [code, amountPence])).toEqual(expected)
    expect(bill.toPayPence).toBe(36_000 + expected.reduce((sum, [, pence]) => sum + pence, 0))
  })

  it('leaves less room under the ceiling for what a van sent home has come to', () => {
    const sentHome = [{ van: 2, workedMinutes: 240, waitedMinutes: 0 }]
    expect(ceilingRoomOf(plan, 0)).toMatchObject({ roomPence: 54_000, halfHourPence: 6000 })
    expect(ceilingRoomOf({ ...plan, sentHome }, 0)).toMatchObject({ roomPence: 50_000, halfHourPence: 4000 })
  })
})

describe('the room under the ceiling', () => {
  it.each<[string, Partial<AgreedPrice>, number, number, number]>([
    ['is all that it adds to the price', {}, 0, 360, 15_000],
    ['is less by the waiting that is charged', {}, 95, 324, 12_000],
    ['is as much as before while waiting is free', {}, 30, 360, 15_000],
    ['ends within a half hour where no whole one fits', { ceilingPence: 18_500 }, 0, 222, 3500],
    ['is nothing where the price is the most already', { ceilingPence: 15_000 }, 0, 180, 0],
    ['is nothing where the waiting has taken it', { ceilingPence: 16_000 }, 600, 180, 0],
  ])('%s', (_, change, waited, coveredMinutes, roomPence) => {
    expect(ceilingRoomOf({ ...agreed, ...change }, waited)).toEqual({ coveredMinutes, roomPence, halfHourPence: 2500 })
  })

  it.each([0, 10, 11, 30, 31, 61, 180, 181, 400])('after %i minutes over is what the bill leaves', (over) => {
    const room = ceilingRoomOf(agreed, 95)
    const { toPayPence } = billOf(agreed, { workedMinutes: 180 + over, waitedMinutes: 95 })
    expect(room && roomLeftPence(room, over)).toBe(agreed.ceilingPence - toPayPence)
  })

  it('is unknown where time over costs nothing', () => {
    expect(ceilingRoomOf({ ...agreed, lines: [] }, 0)).toBeNull()
  })
})

describe('the most that an early start can add', () => {
  const start = new Date('2026-11-28T09:00:00Z')
  const most = (minutes: number, more: Partial<AgreedPrice> = {}) =>
    mostForEarlyStart({ ...agreed, ...more }, addMinutes(start, -minutes), start)

  it.each<[string, number, Partial<AgreedPrice>, number]>([
    ['is nothing at the agreed start', 0, {}, 0],
    ['is nothing after it', -10, {}, 0],
    ['is a half hour for up to twenty minutes', 20, { waiting: null }, 2500],
    ['is two for more, because ten minutes over may be used up', 21, { waiting: null }, 5000],
    ['is what is left under the ceiling', 90, { ceilingPence: 17_500 }, 2500],
  ])('%s', (_, minutes, more, pence) => {
    expect(most(minutes, more)).toBe(pence)
  })

  it.each([20, 21, 40, 75])('holds for %i minutes, however long it takes and however they are spent', (early) => {
    for (let worked = 150; worked <= 280; worked += 1)
      for (const waited of [0, 10, 29, 30, 31, 60])
        for (let idle = 0; idle <= early; idle += 5) {
          const before = billOf(agreed, { workedMinutes: worked, waitedMinutes: waited }).toPayPence
          const after = billOf(agreed, {
            workedMinutes: worked + early - idle,
            waitedMinutes: waited + idle,
          }).toPayPence
          expect(after - before).toBeLessThanOrEqual(most(early))
        }
  })
})

it.each([
  [9600, '', undefined],
  [6000, 'He had no more.', undefined],
  [0, 'He pays tomorrow.', undefined],
  [6000, '', ['reason', 'Enter why it’s less than £96.00.']],
  [0, '', ['reason', 'Enter why it’s less than £96.00.']],
  [9601, '', ['taken_pence', 'Enter at most £96.00, which is what there is to take.']],
])('of 9600 pence %i, because “%s”', (takenPence, reason, fault) => {
  expect(faultInCash(9600, { takenPence, reason })).toEqual(fault)
})

it.each([
  [9600, 'full'],
  [9700, 'full'],
  [9599, 'less'],
  [0, 'none'],
])('%i of 9600 is paid: %s', (taken, paid) => {
  expect(paidOf(taken, 9600)).toBe(paid)
})

it('nothing to take is paid', () => {
  expect(paidOf(0, 0)).toBe('full')
})

it.each([
  ['running', 'open', false],
  ['finished', 'open', true],
  ['finished', 'recorded', true],
  ['finished', 'disputed', false],
  ['finished', 'decided', false],
] as const)('at a clock that is %s, with cash %s, it can be recorded: %s', (clock, state, may) => {
  expect(mayRecordCash(clock, state)).toBe(may)
})

it('is disputed once', () => {
  expect((['open', 'recorded', 'disputed', 'decided'] as const).filter(mayDisputeCash)).toEqual(['recorded'])
})

describe('corrections of hours', () => {
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
    expect(arrivalsOfActs(withTime(DAY, 6, at('11:31')), arrivals)).toEqual([
      { stop: 1, at: at('11:31').toISOString() },
    ])
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
})
