import { describe, expect, it, test } from 'vitest'
import { at, dayClock } from '#test/support/factories/day-clock.ts'
import {
  bodyOf,
  pathOf,
  describeAction,
  type DayAction,
  areKeysThere,
  currentJob,
  jobAfter,
  withUnsent,
  type Job,
  canBeUndone,
  followsFrom,
  UNDO_MS,
  undoLeftMs,
} from './day-state.ts'
import { filesIn } from '#web/kit/day/cache-day.ts'
import { outcomeOf } from './use-outbox.ts'

const jobWith = (change: Partial<Job['day']['clock']> = {}, id = 'job', startAt = at('08:30')): Job =>
  ({
    id,
    startAt,
    day: {
      clock: dayClock(change),
      allowedActions: ['propose_change', 'set_off', 'start', 'late'],
      items: [
        { index: 0, name: 'Sofa', amount: 1, loaded: false },
        { index: 1, name: 'Box', amount: 9, loaded: false },
      ],
      sharesPosition: false,
      arrivals: [],
    },
  }) as unknown as Job

const done = (time: string, act: DayAction, more = {}) => ({ bookingId: 'job', act, happenedAt: at(time), ...more })

describe('what was done on this phone is shown before it is sent', () => {
  it('carries the clock through a whole day', () => {
    const day = withUnsent(jobWith(), [
      done('08:00', { does: 'set-off', sharesPosition: true }),
      done('08:34', { does: 'start' }),
      done('09:02', { does: 'pause', reason: 'access', note: '' }),
      done('09:14', { does: 'resume' }),
      done('10:00', { does: 'pause', reason: 'other', note: '' }),
      done('10:05', { does: 'loaded', item: 1, loaded: true, name: 'Box' }),
      done('10:10', { does: 'finish' }),
    ]).day
    expect(day.clock).toMatchObject({
      state: 'finished',
      startedAt: at('08:34'),
      finishedAt: at('10:10'),
      pausedAt: null,
      waitedSeconds: 720,
      pausedSeconds: 600,
    })
    expect(day.items.map(({ loaded }) => loaded)).toEqual([false, true])
    expect(day.sharesPosition).toBe(false)
    expect(day.allowedActions).toEqual(['propose_change'])
  })

  it('knows where the van is, and shows it to nobody from the pick-up on', () => {
    const arrived = (time: string, stop: number) => done(time, { does: 'at-stop', stop, name: 'Unit 214' })
    const day = withUnsent(jobWith(), [
      done('08:00', { does: 'set-off', sharesPosition: true }),
      arrived('08:20', 0),
      done('08:34', { does: 'start' }),
      arrived('11:08', 1),
      arrived('11:09', 1),
    ]).day
    expect(day.arrivals).toEqual([
      { stop: 0, at: at('08:20') },
      { stop: 1, at: at('11:08') },
    ])
    expect(day.sharesPosition).toBe(false)
  })

  it('asks for the cash once it is finished, and keeps what was said', () => {
    const { day } = jobWith({ state: 'running', startedAt: at('08:34') })
    const job = { ...jobWith(), day: { ...day, cashToTakePence: 9600, cash: null, mayRecordCash: false } }
    const finished = withUnsent(job, [done('15:14', { does: 'finish' })])
    expect(finished.day).toMatchObject({ mayRecordCash: true, cash: null })
    const cashReport = done('15:20', { does: 'cash', duePence: 9600, takenPence: 6000, reason: 'He had no more.' })
    expect(withUnsent(finished, [cashReport]).day.cash).toEqual({
      state: 'recorded',
      paid: 'less',
      takenPence: 6000,
      duePence: 9600,
      reason: 'He had no more.',
      at: at('15:20'),
    })
    const byCard = withUnsent({ ...job, day: { ...job.day, cashToTakePence: null } }, [
      done('15:14', { does: 'finish' }),
    ])
    expect(byCard.day.mayRecordCash).toBe(false)
  })

  it('holds a change that was proposed without signal open, beside one that the server knows', () => {
    const line = { label: 'Your price', amountPence: 5000 }
    const requested = {
      flights: undefined,
      extraMinutes: undefined,
      newStartAt: undefined,
      photosId: null,
      code: undefined,
      line,
    }
    const proposal = { ...requested, kind: 'item' as const, words: ' A piano ' }
    const stored = done('09:40', { does: 'propose-change', proposal })
    const known = { awaits: 'mover', what: 'A stop', amountPence: null } as const
    const job = jobWith()
    expect(withUnsent(job, [stored]).day.openChange).toEqual({ awaits: 'customer', what: 'A piano', amountPence: 5000 })
    expect(withUnsent({ ...job, day: { ...job.day, openChange: known } }, [stored]).day.openChange).toBe(known)
  })

  it('leaves out what was refused, and what is another job’s', () => {
    const job = jobWith()
    const others = [
      done('08:34', { does: 'start' }, { refused: 'This job was cancelled.' }),
      done('08:34', { does: 'start' }, { bookingId: 'other' }),
    ]
    expect(withUnsent(job, others)).toBe(job)
  })

  it('offers what follows by the table where the server has not been asked', () => {
    expect(withUnsent(jobWith(), [done('08:34', { does: 'start' })]).day.allowedActions).toEqual([
      'propose_change',
      'pause',
      'finish',
    ])
  })
})

test('the job to do is the one that runs, then the next', () => {
  const [first, second] = [jobWith({ state: 'finished' }, 'a'), jobWith({}, 'b', at('16:30'))]
  expect(currentJob([first, second])?.id).toBe('b')
  expect(currentJob([jobWith({}, 'a'), jobWith({ state: 'paused' }, 'b')])?.id).toBe('b')
  expect(jobAfter([first, second], first)?.id).toBe('b')
  expect(jobAfter([first, second], second)).toBeUndefined()
})

test('an action is sent with the key and the time of the phone', () => {
  const act: DayAction = { does: 'late', newEta: at('08:50'), note: 'Traffic' }
  expect(pathOf({ bookingId: 'b', act })).toBe('/api/booking/b/late/')
  expect(bodyOf({ act, key: 'k', happenedAt: at('08:20') })).toEqual({
    action_key: 'k',
    happened_at: at('08:20'),
    new_eta: at('08:50'),
    note: 'Traffic',
  })
  expect(describeAction(act)).toBe('Late, now 08:50')
  const cash: DayAction = { does: 'cash', duePence: 9600, takenPence: 6000, reason: 'Less.' }
  expect(pathOf({ bookingId: 'b', act: cash })).toBe('/api/booking/b/cash/')
  expect(bodyOf({ act: cash, key: 'k', happenedAt: at('08:20') })).toMatchObject({
    due_pence: 9600,
    taken_pence: 6000,
    reason: 'Less.',
  })
  const corrected: DayAction = { does: 'correct-time', seq: 4, toAt: at('08:05'), why: '', name: 'Started' }
  expect(pathOf({ bookingId: 'b', act: corrected })).toBe('/api/booking/b/correct-time/')
  expect(bodyOf({ act: corrected, key: 'k', happenedAt: at('08:20') })).toEqual({
    seq: 4,
    happened_at: at('08:05'),
    why: '',
  })
  expect(describeAction(corrected)).toBe('To correct: Started, 08:05')
  expect(describeAction(cash)).toBe('Paid in cash: £60.00')
  const arrived: DayAction = { does: 'at-stop', stop: 1, name: 'Unit 214' }
  expect(pathOf({ bookingId: 'b', act: arrived })).toBe('/api/booking/b/at-stop/')
  expect(bodyOf({ act: arrived, key: 'k', happenedAt: at('08:20') })).toMatchObject({ stop: 1 })
  expect(describeAction(arrived)).toBe('Arrived at Unit 214')
})

test.each([
  [200, 'done'],
  [201, 'done'],
  [409, 'refused'],
  [422, 'refused'],
  [404, 'refused'],
  [401, 'later'],
  [429, 'later'],
  [503, 'later'],
])('an answer of %i settles it as %s', (status, kind) => {
  expect(outcomeOf(status, { code: 'job_changed', detail: 'This job was cancelled.' }).kind).toBe(kind)
})

test('a refusal keeps its reason', () => {
  expect(outcomeOf(409, { code: 'job_changed', detail: 'This job was cancelled.' })).toEqual({
    kind: 'refused',
    reason: 'This job was cancelled.',
    code: 'job_changed',
  })
})

test('the files of a page are found in it', () => {
  const html = '<link href="/assets/root-Ab1_x.css"><script>import "/assets/manifest-9f.js";</script><a href="/my-day">'
  expect(filesIn(html)).toEqual(['/assets/root-Ab1_x.css', '/assets/manifest-9f.js'])
})

describe('areKeysThere', () => {
  const jobOf = (state: string, { arrivals = [0], waited = false } = {}) =>
    ({
      routePoints: [{ number: 0 }, { number: 1 }],
      day: {
        clock: { state },
        arrivals: arrivals.map((stop) => ({ stop, at: 'then' })),
        events: waited ? [{ kind: 'paused', reason: 'keys_not_released' }, { kind: 'resumed' }] : [],
      },
    }) as unknown as Job
  test.each([
    ['before the day', jobOf('ahead'), false, false],
    ['released before the day, which the page still says', jobOf('ahead'), true, false],
    ['on the road', jobOf('running'), false, false],
    ['while it waits', jobOf('paused', { waited: true }), true, false],
    ['after the wait', jobOf('running', { waited: true }), false, true],
    ['released on the road', jobOf('running'), true, true],
    ['at the last stop', jobOf('running', { arrivals: [0, 1] }), false, true],
  ])('%s', (_, job, isReleased, expected) => {
    expect(areKeysThere(job, isReleased)).toBe(expected)
  })
})

const acts: readonly [DayAction, boolean][] = [
  [{ does: 'set-off', sharesPosition: false }, true],
  [{ does: 'start' }, true],
  [{ does: 'at-stop', stop: 1, name: 'Mill Lane' }, true],
  [{ does: 'pause', reason: 'access', note: '' }, true],
  [{ does: 'resume' }, true],
  [{ does: 'finish' }, true],
  [{ does: 'late', newEta: '2026-11-28T09:00:00Z', note: 'Traffic' }, false],
  [{ does: 'loaded', item: 0, loaded: true, name: 'Sofa' }, false],
  [{ does: 'cash', duePence: 100, takenPence: 100, reason: '' }, false],
  [{ does: 'day-photos', stage: 'before' }, false],
]

test.each(acts)('whether %o can be undone is %s', (act, expected) => {
  expect(canBeUndone(act)).toBe(expected)
})

describe('undoLeftMs', () => {
  test.each([
    ['just done', UNDO_MS, 0, UNDO_MS],
    ['half of the time over', UNDO_MS, 5000, 5000],
    ['at its end', UNDO_MS, UNDO_MS, 0],
    ['never held back', undefined, 0, 0],
    ['with a clock set back since', UNDO_MS + 60_000, 0, 0],
  ])('%s', (_, sendAfter, now, left) => {
    expect(undoLeftMs(sendAfter === undefined ? {} : { sendAfter }, now)).toBe(left)
  })
})

test('a tick goes with the start, cash with the finish, and nothing else', () => {
  const follows = acts.flatMap(([undone]) =>
    acts.flatMap(([act]) => (followsFrom(undone, act) ? [[undone.does, act.does]] : [])),
  )
  expect(follows).toEqual([
    ['start', 'loaded'],
    ['finish', 'cash'],
  ])
})

test('what was seen without signal is asked with its time, and nothing that was not chosen', () => {
  const proposal = {
    kind: 'item' as const,
    words: 'The piano',
    flights: undefined,
    extraMinutes: 60,
    newStartAt: undefined,
    photosId: null,
    line: { label: 'The piano', amountPence: 11_500 },
    code: undefined,
  }
  const unsent = { act: { does: 'propose-change' as const, proposal }, key: 'k', happenedAt: '2026-11-28T11:50:00Z' }
  const body = {
    kind: 'item',
    words: 'The piano (Noted at 11:50, without signal.)',
    extra_minutes: 60,
    line: { label: 'The piano', amount_pence: 11_500 },
  }
  expect(bodyOf(unsent)).toEqual(body)
  expect(bodyOf({ ...unsent, photosId: 'p' })).toEqual({ ...body, photos_id: 'p' })
  const signed = { ...unsent, act: { ...unsent.act, proposal: { ...proposal, code: 'K7QM2 XPD9R' } } }
  expect(bodyOf(signed)).toEqual({ ...body, signed: { code: 'K7QM2 XPD9R', at: '2026-11-28T11:50:00Z' } })
})
