import { describe, expect, it } from 'vitest'
import type { Job } from '#modules/quoting/schedule/rules.ts'
import {
  advance,
  clampTime,
  dayOpensAt,
  earliestOf,
  eveningBefore,
  mayCancelFree,
  lowersTheBill,
  NEW_CLOCK,
  outcomeAskedAt,
  provedStart,
  stateOfClock,
  timesOf,
  type ClockAction,
  type DayClock,
} from './clock/rules.ts'
import type { DayAction } from './hours/corrections-rules.ts'
import {
  lateJobs,
  likelyEnd,
  type AddedWork,
  type DayOfJob,
  type DayOnTheRoad,
  type LaterJob,
  legsOf,
  likelyArrivals,
  plannedArrivals,
} from './lateness/rules.ts'
import { arriveAt, type Arrival } from './questions/rules.ts'
import { recordPublicKey, recordSigner } from './record/gateway.ts'
import {
  extractForUnit,
  canonical,
  digestOfEntry,
  digestOfPayload,
  FIRST_DIGEST,
  verifyRecord,
  writeRecord,
  type Payload,
  type RecordedEntry,
} from './record/rules.ts'
import type { ClockState } from './rules.ts'

const at = (time: string): Date => new Date(`2026-11-28T${time}:00Z`)
const late: ClockAction = { kind: 'late', newEta: at('09:40') }
const keys: ClockAction = { kind: 'pause', reason: 'keys_not_released' }
const access: ClockAction = { kind: 'pause', reason: 'access' }
const own: ClockAction = { kind: 'pause', reason: 'other' }
const [setOff, start, resume, finish] = (['set_off', 'start', 'resume', 'finish'] as const).map((kind) => ({ kind }))

/** A day as it went; throws where an action could not be done. */
function day(...done: [string, ClockAction | undefined][]): DayClock {
  return done.reduce((clock, [time, action]) => {
    const next = action && advance(clock, action, at(time), at('09:00'))
    if (!next || next === 'already') throw new Error(`${action?.kind} at ${time} could not be done`)
    return next
  }, NEW_CLOCK)
}

const notStarted = NEW_CLOCK
const onTheWay = day(['08:00', setOff])
const running = day(['09:00', start])
const waiting = day(['09:00', start], ['10:00', keys])
const resting = day(['09:00', start], ['10:00', own])
const finished = day(['09:00', start], ['11:00', finish])

describe('the clock', () => {
  const rows: [string, DayClock, ClockAction | undefined, string][] = [
    ['ahead', notStarted, setOff, 'on_the_way'],
    ['ahead', notStarted, late, 'ahead'],
    ['ahead', notStarted, start, 'running'],
    ['ahead', notStarted, keys, 'no'],
    ['ahead', notStarted, resume, 'no'],
    ['ahead', notStarted, finish, 'no'],
    ['on the way', onTheWay, setOff, 'already'],
    ['on the way', onTheWay, late, 'on_the_way'],
    ['on the way', onTheWay, start, 'running'],
    ['on the way', onTheWay, finish, 'no'],
    ['running', running, setOff, 'already'],
    ['running', running, late, 'no'],
    ['running', running, start, 'already'],
    ['running', running, keys, 'paused'],
    ['running', running, own, 'paused'],
    ['running', running, resume, 'already'],
    ['running', running, finish, 'finished'],
    ['waiting', waiting, keys, 'already'],
    ['waiting', waiting, access, 'paused'],
    ['waiting', waiting, resume, 'running'],
    ['waiting', waiting, finish, 'finished'],
    ['finished', finished, start, 'already'],
    ['finished', finished, finish, 'already'],
    ['finished', finished, own, 'no'],
    ['finished', finished, resume, 'no'],
    ['finished', finished, late, 'no'],
  ]
  it.each(rows)('%s: %#', (_, clock, action, expected) => {
    const next = action && advance(clock, action, at('11:30'), at('09:00'))
    expect(next === undefined ? 'no' : next === 'already' ? next : stateOfClock(next)).toBe(expected)
  })
})

describe('what was worked and waited', () => {
  it.each<[string, DayClock, string, number, number]>([
    ['not begun', onTheWay, '12:00', 0, 0],
    ['running', running, '10:30', 90, 0],
    ['until it was finished', finished, '15:00', 120, 0],
    ['waiting still', waiting, '10:45', 60, 45],
    ['the company’s own pause', resting, '10:45', 60, 0],
    ['a pause for each', day(['09:00', start], ['10:00', own], ['10:20', keys], ['11:00', resume]), '12:00', 120, 40],
    ['begun early, before the agreed start', day(['08:20', start]), '08:50', 0, 0],
    ['begun early, from the agreed start', day(['08:20', start]), '11:20', 140, 0],
    ['begun late, from then', day(['09:20', start]), '11:20', 120, 0],
    ['begun early, as the customer agreed', { ...day(['08:20', start]), earlyFrom: at('08:20') }, '11:20', 180, 0],
    ['begun earlier than they agreed', { ...day(['08:00', start]), earlyFrom: at('08:20') }, '11:20', 180, 0],
    ['begun later than they agreed', { ...day(['08:40', start]), earlyFrom: at('08:20') }, '11:20', 160, 0],
    ['agreed to what is no early start', { ...day(['09:30', start]), earlyFrom: at('09:20') }, '11:20', 110, 0],
    ['an early pause takes nothing off', day(['08:00', start], ['08:10', own], ['08:40', resume]), '11:00', 120, 0],
    ['early waiting is free', day(['08:00', start], ['08:10', keys], ['08:40', resume]), '11:00', 120, 0],
    [
      'waiting counts from the agreed start',
      day(['08:00', start], ['08:40', keys], ['09:50', resume]),
      '11:00',
      70,
      50,
    ],
    ['waiting since before it, still', day(['08:00', start], ['08:40', keys]), '09:50', 0, 50],
    [
      'all of a pause after an early start that was agreed',
      { ...day(['08:00', start], ['08:10', keys], ['08:40', resume]), earlyFrom: at('08:00') },
      '11:00',
      150,
      30,
    ],
    ['finished before the agreed start', day(['08:00', start], ['08:50', finish]), '11:00', 0, 0],
    ['finished while it stood', day(['09:00', start], ['10:00', access], ['10:30', finish]), '12:00', 60, 30],
  ])('%s', (_, clock, now, worked, waited) => {
    expect(timesOf(clock, at('09:00'), at(now))).toEqual({ workedMinutes: worked, waitedMinutes: waited })
  })
})

describe('the phone’s time', () => {
  it.each<[string, string, string | null, string, string, boolean]>([
    ['as it is', '10:00', '09:00', '10:01', '10:00', false],
    ['five minutes away isn’t marked', '10:00', '09:00', '10:05', '10:00', false],
    ['six are', '10:00', '09:00', '10:06', '10:00', true],
    ['never ahead of ours', '11:00', '09:00', '10:00', '10:00', true],
    ['never before what has arrived', '08:00', '09:00', '10:00', '09:00', true],
    ['before anything has arrived', '08:00', null, '10:00', '08:00', true],
  ])('%s', (_, phone, last, now, expected, isShifted) => {
    expect(clampTime(at(phone), last === null ? null : at(last), at(now))).toEqual({
      happenedAt: at(expected),
      isShifted,
    })
  })
})

describe('how far a phone may date an action back', () => {
  it.each<[string, string, string | null, boolean, string]>([
    ['as far as it says, if it was offline since', '09:00', null, false, '03:00'],
    ['a quarter of an hour, if it was online since', '09:00', null, true, '11:45'],
    ['as it says within that', '11:50', null, true, '03:00'],
    ['not before what has arrived', '09:00', '09:30', false, '09:30'],
    ['not before its day', '01:00', null, false, '03:00'],
  ])('%s', (_, happenedAt, last, wasOnlineSince, expected) => {
    const given = { last: last === null ? null : at(last), opensAt: at('03:00'), happenedAt: at(happenedAt) }
    expect(earliestOf({ ...given, wasOnlineSince, now: at('12:00') })).toEqual(at(expected))
  })

  it.each<[string, boolean, string | null, string]>([
    ['its own time, near ours', false, null, '09:00'],
    ['our time, where nothing else shows it', true, null, '12:00'],
    ['a position at the door before', true, '08:55', '09:00'],
    ['a position at the door after', true, '09:20', '09:20'],
  ])('a start is proved by %s', (_, isShifted, atTheDoor, expected) => {
    const start = { happenedAt: at('09:00'), isShifted }
    expect(provedStart(start, atTheDoor === null ? null : at(atTheDoor), at('12:00'))).toEqual(at(expected))
  })

  it('is as it says for what makes nothing dearer', () => {
    expect([finish, own].map((action) => action && lowersTheBill(action))).toEqual([true, true])
    expect([start, keys, resume, setOff].map((action) => action && lowersTheBill(action))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('what time allows', () => {
  const start = at('09:00')
  it.each([
    ['confirmed', '09:29', false],
    ['confirmed', '09:30', true],
    ['in_progress', '12:00', false],
    ['completed', '12:00', false],
  ] as const)('%s at %s: may cancel free? %s', (status, now, expected) => {
    expect(mayCancelFree({ status, start }, at(now))).toBe(expected)
  })

  it('opens six hours before, reminds at six in London, asks a day after the end', () => {
    expect(dayOpensAt(start)).toEqual(at('03:00'))
    expect(eveningBefore(start)).toEqual(new Date('2026-11-27T18:00:00Z'))
    // The evening is in summer time.
    expect(eveningBefore(new Date('2026-07-01T08:00:00Z'))).toEqual(new Date('2026-06-30T17:00:00Z'))
    expect(outcomeAskedAt(at('12:00'))).toEqual(new Date('2026-11-29T12:00:00Z'))
  })
})

describe('the record of the day', () => {
  const config = {
    secretKey: 'a secret that is long enough for this test',
    oldSecretKeys: [] as readonly string[],
  } as Parameters<typeof recordSigner>[0]['config']
  const signer = recordSigner({ config })
  const bookingId = '019a0000-0000-7000-8000-000000000001'

  const entryInputs: [RecordedEntry['kind'], Payload][] = [
    ['set_off', { name: 'Zoë' }],
    ['started', { name: 'Zoë' }],
    ['paused', { name: 'Zoë', reason: 'keys_not_released', note: 'The agent’s phone is off' }],
    ['photos', { name: 'Zoë', stage: 'before', photos: ['ab12', 'cd34'] }],
    ['finished', { name: 'Zoë' }],
  ]

  function chain(): RecordedEntry[] {
    let prevDigest = FIRST_DIGEST
    return entryInputs.map(([kind, payload], index) => {
      const salt = `${index}`.repeat(32)
      const at = `2026-11-28T09:0${index}:00.000Z`
      const entry = {
        seq: index + 1,
        kind,
        who: 'driver',
        at,
        happenedAt: at,
        isShifted: false,
        isConflict: false,
        payloadDigest: digestOfPayload(signer.sha256, salt, payload),
        prevDigest,
      } as const
      const digest = digestOfEntry(signer.sha256, bookingId, entry)
      prevDigest = digest
      return { ...entry, digest, salt, payload }
    })
  }

  const head = {
    format: 'vanfare-day-record-1',
    bookingId,
    madeAt: '2026-11-28T12:00:00.000Z',
    publicKey: recordPublicKey({ config }),
  } as const
  const file = writeRecord(head, chain(), signer)

  /** The file with one bit of a byte turned over. */
  const flipped = (index: number, bit = 1): string => {
    const bytes = Buffer.from(file)
    bytes[index] = (bytes[index] ?? 0) ^ bit
    return bytes.toString()
  }
  /** Byte range of each line of the file, its end included. */
  const lines = file.split('\n').reduce<{ from: number; to: number }[]>((found, line) => {
    const from = found.at(-1)?.to ?? 0
    return [...found, { from, to: from + Buffer.byteLength(line) + 1 }]
  }, [])

  describe('a day’s record', () => {
    it('is JSON, and valid as it was written', () => {
      expect(JSON.parse(file)).toMatchObject({
        head: { booking_id: bookingId },
        entries: entryInputs.map(([kind]) => ({ kind })),
      })
      expect(verifyRecord(file, signer)).toEqual({ isValid: true, entries: entryInputs.length, bookingId, wrong: null })
    })

    it('without entries is valid too', () => {
      expect(verifyRecord(writeRecord(head, [], signer), signer)).toMatchObject({ isValid: true, entries: 0 })
    })

    it.each(entryInputs.map((_, index) => index + 1))('names entry %i, whichever of its bytes is changed', (seq) => {
      const line = lines[seq + 1]
      if (!line) throw new Error('There is no such line')
      for (let index = line.from; index < line.to - 1; index++)
        for (const bit of [1, 0x20])
          expect([index, verifyRecord(flipped(index, bit), signer).wrong]).toEqual([
            index,
            { part: 'entry', seq, reason: expect.any(String) },
          ])
    })

    it('is not valid with any other byte changed', () => {
      const of = (index: number) => verifyRecord(flipped(index), signer).isValid
      expect(Array.from({ length: Buffer.byteLength(file) }, (_, index) => index).filter(of)).toEqual([])
    })

    it('is not valid with an entry taken away, added or moved, although the others are whole', () => {
      const all = chain()
      const [a, b, c, d, e] = all as [RecordedEntry, RecordedEntry, RecordedEntry, RecordedEntry, RecordedEntry]
      const parts = ([entries, from]: [RecordedEntry[], RecordedEntry[]]) => {
        const mine = writeRecord(head, entries, signer).split('\n').slice(0, -3)
        return [...mine, ...writeRecord(head, from, signer).split('\n').slice(-3)].join('\n')
      }
      expect(verifyRecord(parts([[a, b, c, d], all]), signer).wrong?.part).toBe('signature')
      expect(verifyRecord(parts([[a, c, d, e], all]), signer).wrong).toMatchObject({ part: 'entry', seq: 2 })
      expect(verifyRecord(parts([[a, c, b, d, e], all]), signer).wrong).toMatchObject({ part: 'entry', seq: 2 })
    })

    it('is not valid with another’s signature', () => {
      const other = recordSigner({ config: { ...config, secretKey: 'another secret, as long as the first one' } })
      expect(verifyRecord(writeRecord(head, chain(), other), signer)).toMatchObject({
        isValid: false,
        wrong: { part: 'head' },
      })
    })

    it('stays valid when the words of an entry are erased', () => {
      const erased = chain().map((entry, index) => (index === 2 ? { ...entry, salt: null, payload: null } : entry))
      const text = writeRecord(head, erased, signer)
      expect(text).not.toContain('phone is off')
      expect(verifyRecord(text, signer).isValid).toBe(true)
    })

    it.each(['', '{}', 'null', '[]', 'hello', '\n\n\n\n\n\n', '{"head":\n\n\n\n\n'])('is not %j', (text) => {
      expect(verifyRecord(text, signer).isValid).toBe(false)
    })

    it('spells an object one way', () => {
      expect(canonical({ b: [1, 'x'], a: null })).toBe(canonical({ a: null, b: [1, 'x'] }))
    })
  })

  const entry = (seq: number, clock: string, isConflict = false): RecordedEntry => ({
    seq,
    kind: 'started',
    who: 'driver',
    at: `2026-11-28T${clock}:00.000Z`,
    happenedAt: `2026-11-28T${clock}:00.000Z`,
    isShifted: false,
    isConflict,
    payloadDigest: '',
    prevDigest: '',
    digest: '',
    salt: 'salt',
    payload: { note: `of ${seq}` },
  })

  const at = (clock: string) => new Date(`2026-11-28T${clock}:00.000Z`)
  const confirmed = [
    { unitId: 'first', at: at('08:00') },
    { unitId: 'second', at: at('10:00') },
  ]
  const entries = [entry(1, '09:00'), entry(2, '11:00'), entry(3, '12:00', true), entry(4, '13:00')]

  const shown = (unitId: string, sentLater: number[] = [], cancelled = false) =>
    extractForUnit(entries, {
      unitId,
      confirmed: cancelled ? confirmed.slice(0, 1) : confirmed,
      sentLater: new Set(sentLater),
    }).map(({ seq, payload }) => [seq, payload !== null])

  it.each([
    ['ends where another took over', shown('first'), [[1, true]]],
    [
      'goes on to what was sent late, without the words of others',
      shown('first', [3]),
      [
        [1, true],
        [2, false],
        [3, true],
      ],
    ],
    [
      'of the later one has nothing of what came before, or was sent late by the other',
      shown('second'),
      [
        [1, false],
        [2, true],
        [3, false],
        [4, true],
      ],
    ],
    [
      'is all of it if nobody took over, but for what somebody else sent',
      shown('first', [], true),
      [
        [1, true],
        [2, true],
        [3, false],
        [4, true],
      ],
    ],
    ['is nothing for anybody who never had it', shown('third'), []],
  ])('the part %s', (_name, found, expected) => expect(found).toEqual(expected))
})

describe('lateness', () => {
  const at = (time: string) => new Date(`2026-11-28T${time}:00Z`)
  const job = (bookingId: string, start: string, end: string): LaterJob<number> => ({
    bookingId,
    start: at(start),
    end: at(end),
    startPlace: 0,
    endPlace: 0,
  })
  const later = [job('a', '13:00', '15:00'), job('b', '15:30', '17:00'), job('c', '20:00', '21:00')]
  const drive = () => 20

  it.each([
    ['12:40', []],
    ['12:41', [['a', '13:05']]],
    [
      '13:30',
      [
        ['a', '13:50'],
        ['b', '16:10'],
      ],
    ],
  ])('ending at %s', (end, expected) =>
    expect(lateJobs({ end: at(end), endPlace: 0 }, later, drive)).toEqual(
      expected.map(([bookingId = '', start = '']) => ({ bookingId, likelyStart: at(start) })),
    ),
  )

  const booked = { start: at('09:00'), end: at('12:00') }

  /** An hour of loading, half an hour's drive, an hour and a half at the drop-off. */
  const way = { planned: [0, 90], drives: [30], added: [], acts: [], arrivals: [], loadedAt: null }
  const thereAt = (time: string) => ({ arrivals: [{ stop: 1, at: at(time).toISOString() }] })

  it.each<[string, Partial<DayOfJob>, string, string, Partial<DayOnTheRoad>?]>([
    ['not begun', {}, '09:30', '12:00'],
    ['said to be late', { lateEta: at('09:40') }, '08:30', '12:40'],
    ['said to be late, and early after all', { lateEta: at('08:50') }, '08:30', '12:00'],
    ['begun late', { startedAt: at('09:30') }, '10:00', '12:30'],
    ['begun, whatever was said before', { startedAt: at('09:05'), lateEta: at('09:40') }, '10:00', '12:05'],
    ['paused once', { startedAt: at('09:00'), pausedSeconds: 2700 }, '11:00', '12:45'],
    ['waited and paused', { startedAt: at('09:00'), pausedSeconds: 600, waitedSeconds: 1200 }, '11:00', '12:30'],
    ['still standing', { startedAt: at('09:00'), pausedAt: at('10:00') }, '11:00', '13:00'],
    ['standing again', { startedAt: at('09:00'), waitedSeconds: 1800, pausedAt: at('10:00') }, '11:00', '13:30'],
    ['at the drop-off late', { startedAt: at('09:00') }, '11:10', '12:30', thereAt('11:00')],
    ['at the drop-off early', { startedAt: at('09:00') }, '10:10', '12:00', thereAt('10:00')],
    ['over its time at the drop-off', { startedAt: at('09:00') }, '12:20', '12:20', thereAt('10:30')],
    ['over its time, and not at the drop-off yet', { startedAt: at('09:00') }, '12:20', '14:20'],
    ['over its time, and loaded since', { startedAt: at('09:00') }, '12:10', '13:50', { loadedAt: at('11:50') }],
    ['finished', { startedAt: at('09:00'), waitedSeconds: 1800, finishedAt: at('11:10') }, '11:20', '11:10'],
  ])('is over when it is %s', (_name, day, now, end, more = {}) => {
    const begun = { start: day.startedAt ?? booked.start, isStarted: day.startedAt !== undefined }
    const road = { ...way, ...begun, now: at(now), ...more }
    expect(likelyEnd(booked, { ...NEW_CLOCK, ...day }, at(now), road)).toEqual(at(end))
  })
})

describe('likely arrivals', () => {
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

  it.each([
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
      added: [] as AddedWork[],
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
        'later by work that was agreed to before the van left',
        { isStarted: true, added: [{ minutes: 30, at: at('10:20') }], now: at('10:30') },
        [
          [1, '11:55'],
          [2, '13:10'],
        ],
      ],
      [
        'later only behind the stop where more work was agreed to',
        {
          isStarted: true,
          arrivals: [{ stop: 1, at: iso('11:40') }],
          added: [
            { minutes: 60, at: at('10:20') },
            { minutes: 30, at: at('11:45') },
          ],
          now: at('11:50'),
        },
        [[2, '13:25']],
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
    ] as const)('is estimated as %s', (_, more, found) => {
      const likely = likelyArrivals({ ...day, ...more })
      expect(likely.map(({ stop, at: time }) => ({ stop, at: time }))).toEqual(
        found.map(([stop, time]) => ({ stop, at: iso(time) })),
      )
    })

    it.each([
      ['all the work before it while nothing has begun', {}, [85, 160]],
      ['the drives and the stops between while it is loaded', { isStarted: true }, [40, 115]],
      ['nothing that is known once it may have left', { isStarted: true, loadedAt: at('11:00') }, [null, null]],
      [
        'the work that was agreed to, for the stops behind it',
        { added: [{ minutes: 30, at: at('08:00') }] },
        [115, 190],
      ],
      ['the drive from the stop where it works', { isStarted: true, arrivals: [{ stop: 1, at: iso('11:40') }] }, [60]],
    ])('has still to come %s', (_, more, minutes) => {
      expect(likelyArrivals({ ...day, ...more }).map(({ awayMinutes }) => awayMinutes)).toEqual(minutes)
    })
  })
})

describe('questions', () => {
  const at = new Date('2026-11-28T09:00:00Z')
  const arrivedAt = (...stops: number[]): Arrival[] => stops.map((stop) => ({ stop, at: at.toISOString() }))

  it.each<[string, ClockState, number[], number, number[] | 'already' | undefined]>([
    ['the pick-up, before the clock runs', 'on_the_way', [], 0, [0]],
    ['the pick-up, without having set off', 'ahead', [], 0, [0]],
    ['no other stop before it runs', 'on_the_way', [0], 1, undefined],
    ['the pick-up again', 'on_the_way', [0], 0, 'already'],
    ['the pick-up, where the clock runs', 'running', [], 0, 'already'],
    ['a stop', 'running', [], 1, [1]],
    ['the next', 'running', [0, 1], 2, [0, 1, 2]],
    ['one further on, where a stop wasn’t said', 'running', [0], 2, [0, 2]],
    ['not one that lies behind', 'running', [0, 2], 1, undefined],
    ['while the clock stands still', 'paused', [1], 2, [1, 2]],
    ['nowhere after the finish', 'finished', [1], 2, undefined],
    ['what was reached, after the finish', 'finished', [1], 1, 'already'],
  ])('%s', (_, state, before, stop, after) => {
    const found = arriveAt({ state, arrivals: arrivedAt(...before) }, stop, at)
    expect(found).toEqual(Array.isArray(after) ? arrivedAt(...after) : after)
  })
})
