import { expect, test } from 'vitest'
import { ownBlockedMs, type TraceEvent } from '../../scripts/own-blocked.ts'

const page = { pid: 7, tid: 1 }
const task = (ts: number, ms: number, ownMs = ms, where = page): TraceEvent => ({
  name: 'RunTask',
  ...where,
  ts,
  dur: ms * 1000,
  tdur: ownMs * 1000,
})
const painted = { name: 'firstContentfulPaint', ...page, ts: 500 }

test('tasks count four times over, beyond 50 ms, and from the first picture on', () => {
  expect(ownBlockedMs([task(400, 100), painted, task(600, 20), task(700, 12), task(800, 15)])).toBe(30 + 10)
})

test('what a task waited for the processor is not its own; its own never exceeds it', () => {
  expect(ownBlockedMs([painted, task(600, 60, 15), task(700, 15, 60)])).toBe(10 + 10)
})

test('other threads and other processes do not hold up the page', () => {
  expect(ownBlockedMs([painted, task(600, 90, 90, { pid: 7, tid: 2 }), task(600, 90, 90, { pid: 8, tid: 1 })])).toBe(0)
})

test('where nothing was drawn nothing is reached', () => {
  expect(ownBlockedMs([task(600, 10)])).toBeNaN()
})
