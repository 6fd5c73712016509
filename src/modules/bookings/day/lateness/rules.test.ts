import { expect, it } from 'vitest'
import { NEW_CLOCK } from '../clock/rules.ts'
import { lateJobs, likelyEnd, type DayOfJob, type LaterJob } from './rules.ts'

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
it.each<[string, Partial<DayOfJob>, string, string, boolean]>([
  ['not begun', {}, '09:30', '12:00', false],
  ['said to be late', { lateEta: at('09:40') }, '08:30', '12:40', false],
  ['said to be late, and early after all', { lateEta: at('08:50') }, '08:30', '12:00', false],
  ['begun late', { startedAt: at('09:30') }, '10:00', '12:30', false],
  ['begun, whatever was said before', { startedAt: at('09:05'), lateEta: at('09:40') }, '10:00', '12:05', false],
  ['paused once', { startedAt: at('09:00'), pausedSeconds: 2700 }, '11:00', '12:45', false],
  ['waited and paused', { startedAt: at('09:00'), pausedSeconds: 600, waitedSeconds: 1200 }, '11:00', '12:30', false],
  ['still standing', { startedAt: at('09:00'), pausedAt: at('10:00') }, '11:00', '13:00', true],
  ['standing again', { startedAt: at('09:00'), waitedSeconds: 1800, pausedAt: at('10:00') }, '11:00', '13:30', true],
  ['over its time', { startedAt: at('09:00') }, '12:20', '12:20', false],
  ['finished', { startedAt: at('09:00'), waitedSeconds: 1800, finishedAt: at('11:10') }, '11:20', '11:10', false],
])('%s', (_name, day, now, end, isPaused) =>
  expect(likelyEnd(booked, { ...NEW_CLOCK, ...day }, at(now))).toEqual({ end: at(end), isPaused }),
)
