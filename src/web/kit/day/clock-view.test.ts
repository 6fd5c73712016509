import { describe, expect, it, test } from 'vitest'
import { clockText, earlyText, waitedSeconds, workedSeconds, type DayClock } from './clock-view.ts'
import { eventText } from './clock-texts.ts'

const at = (time: string) => `2026-03-14T${time}:00.000Z`

const clock: DayClock = {
  state: 'ahead',
  setOffAt: null,
  startedAt: null,
  billedFrom: null,
  mayAgreeToStart: false,
  pausedAt: null,
  pauseReason: null,
  finishedAt: null,
  waitedSeconds: 0,
  pausedSeconds: 0,
  lateEta: null,
  likelyStartAt: null,
  asOf: at('08:00'),
  agreedMinutes: 390,
}

describe('the clock counts on from the last answer', () => {
  it.each([
    ['nothing before the start', {}, '09:00', 0, 0],
    ['from the start', { state: 'running', startedAt: at('08:34') }, '09:04', 30, 0],
    ['without the pauses before', { startedAt: at('08:34'), waitedSeconds: 720, pausedSeconds: 60 }, '09:04', 17, 12],
    [
      'not during a pause, which counts as waiting',
      { state: 'paused', startedAt: at('08:34'), pausedAt: at('09:00'), pauseReason: 'access', waitedSeconds: 120 },
      '09:10',
      24,
      12,
    ],
    [
      'the company’s own pause isn’t waiting',
      { state: 'paused', startedAt: at('08:34'), pausedAt: at('09:00'), pauseReason: 'other' },
      '09:10',
      26,
      0,
    ],
    [
      'not before the agreed start, if the early one isn’t agreed',
      { state: 'running', startedAt: at('06:20'), billedFrom: at('07:00') },
      '06:50',
      0,
      0,
    ],
    [
      'from the agreed start on',
      { state: 'running', startedAt: at('06:20'), billedFrom: at('07:00') },
      '09:20',
      140,
      0,
    ],
    [
      'only the part of an early pause that counts',
      {
        state: 'paused',
        startedAt: at('06:20'),
        billedFrom: at('07:00'),
        pausedAt: at('06:40'),
        pauseReason: 'access',
      },
      '07:10',
      0,
      10,
    ],
    ['until the finish', { state: 'finished', startedAt: at('08:00'), finishedAt: at('10:30') }, '23:00', 150, 0],
  ] as const)('%s', (_what, change, now, worked, waited) => {
    const own = { ...clock, ...change }
    expect(workedSeconds(own, new Date(at(now)))).toBe(worked * 60)
    expect(waitedSeconds(own, new Date(at(now)))).toBe(waited * 60)
  })

  test('it never runs backwards, whatever the phone’s clock says', () => {
    expect(workedSeconds({ ...clock, state: 'running', startedAt: at('08:34') }, new Date(at('08:00')))).toBe(0)
  })
})

test.each([
  ['06:20', '07:00', '06:50', 'Started 06:20, free until 07:00.'],
  ['06:20', '07:00', '07:00', 'Started 06:20, counted from 07:00.'],
  ['06:20', '06:20', '06:50', ''],
  ['07:05', '07:05', '08:00', ''],
] as const)('a start at %s that counts from %s says at %s: %s', (started, billed, now, text) => {
  const own = { ...clock, startedAt: at(started), billedFrom: at(billed) }
  expect(earlyText(own, new Date(at(now)))).toBe(text)
})

test.each([
  [0, '0:00'],
  [59, '0:00'],
  [11_160, '3:06'],
  [36_000, '10:00'],
])('%i seconds are shown as %s', (seconds, text) => expect(clockText(seconds)).toBe(text))

test.each([
  [{ kind: 'started', who: 'driver' }, 'Started'],
  [
    { kind: 'paused', who: 'driver', reason: 'access', note: 'Bay blocked' },
    'Paused: access: bay, gate or lift. “Bay blocked”',
  ],
  [{ kind: 'late', who: 'driver', newEta: at('08:50') }, 'Running late: now 08:50'],
  [
    { kind: 'correction_proposed', who: 'driver', proposedAt: at('09:10'), countedAt: at('09:40') },
    'Another time was proposed: 09:10 instead of 09:40',
  ],
  [{ kind: 'loaded', who: 'driver', item: 'Sofa', loaded: false }, 'Not loaded: Sofa'],
] as const)('%j is "%s"', (event, text) => expect(eventText(event)).toBe(text))
