import { expect, test } from 'vitest'
import { waitingAt, type DayClock } from './clock-view.ts'

const at = (time: string) => `2026-03-14T${time}:00.000Z`
const paused: DayClock = {
  state: 'paused',
  setOffAt: null,
  startedAt: at('08:34'),
  billedFrom: null,
  mayAgreeToStart: false,
  pausedAt: at('13:06'),
  pauseReason: 'keys_not_released',
  finishedAt: null,
  waitedSeconds: 720,
  pausedSeconds: 0,
  lateEta: null,
  likelyStartAt: null,
  asOf: at('13:06'),
  agreedMinutes: 390,
}
const terms = { freeMinutes: 30, halfHourPence: 2000, roomPence: 5000 }

test.each([
  ['13:16', 22, 8, '13:24', 'then £20.00 per half hour'],
  ['13:24', 30, 0, null, 'then £20.00 per half hour'],
  ['13:25', 31, 0, null, '£20.00 so far, £20.00 per half hour'],
  ['14:25', 91, 0, null, '£50.00 so far, and no more'],
])('at %s %i minutes are waited', (time, waitedMinutes, freeLeftMinutes, freeUntil, priceText) => {
  const found = waitingAt(paused, terms, new Date(at(time)))
  expect(found).toMatchObject({ waitedMinutes, freeLeftMinutes, freeUntil, priceText, beforeMinutes: 12 })
  expect(found.hereMinutes).toBe(waitedMinutes - 12)
})

test('whoever sees no prices reads that it is charged', () => {
  const hired = { freeMinutes: 30, halfHourPence: null, roomPence: null }
  expect(waitingAt(paused, hired, new Date(at('13:16'))).priceText).toBe('then it is charged')
  expect(waitingAt(paused, hired, new Date(at('13:30'))).priceText).toBe('charged now')
})

test('a clock that runs has waited what it has waited, and nothing is free until then', () => {
  const running: DayClock = { ...paused, state: 'running', pausedAt: null, pauseReason: null }
  expect(waitingAt(running, terms, new Date(at('14:00')))).toMatchObject({
    waitedMinutes: 12,
    freeLeftMinutes: 18,
    freeUntil: null,
  })
})
