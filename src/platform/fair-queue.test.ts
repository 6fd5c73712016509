import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { FairQueue, noRoom, type FairQueueLimits } from './fair-queue.ts'

/** Who began, in order, and a way to let each finish. */
let begun: string[]
let finish: (() => void)[]

beforeEach(() => {
  begun = []
  finish = []
})

const limits: FairQueueLimits = { room: 4, roomEach: 2, waiting: 20, waitingEach: 5, patienceMs: 10_000 }

const work = (name: string) => () => {
  begun.push(name)
  return new Promise<string>((resolve) => finish.push(() => resolve(name)))
}

/** Finishes the `count` oldest, and lets those after them begin. */
async function finishOldest(count = 1) {
  for (const end of finish.splice(0, count)) end()
  await setImmediate()
}

test('one key never has more than its share, and what does not fit in its line is refused at once', async () => {
  const queue = new FairQueue(limits)
  const flood = Array.from({ length: 10 }, (_, index) => queue.run('a', work(`a${index}`)))
  expect(await Promise.all(flood.slice(7))).toEqual([noRoom, noRoom, noRoom])
  expect(begun).toEqual(['a0', 'a1'])
  const other = queue.run('b', work('b0'))
  expect(begun).toEqual(['a0', 'a1', 'b0'])
  while (finish.length > 0) await finishOldest()
  expect(await other).toBe('b0')
  expect(await Promise.all(flood.slice(0, 7))).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
})

test('where everybody has to wait, the keys are let in by turns, not by who came first', async () => {
  const queue = new FairQueue({ ...limits, room: 1, roomEach: 1 })
  const all = ['a0', 'a1', 'a2', 'a3', 'b0', 'c0', 'b1'].map((name) => queue.run(name[0] ?? '', work(name)))
  while (finish.length > 0) await finishOldest()
  await Promise.all(all)
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
})

test('control: with one line for everybody the flood comes first', async () => {
  const queue = new FairQueue({ ...limits, room: 1, roomEach: 1 })
  const all = ['a0', 'a1', 'a2', 'a3', 'b0'].map((name) => queue.run('everybody', work(name)))
  while (finish.length > 0) await finishOldest()
  await Promise.all(all)
  expect(begun.at(-1)).toBe('b0')
})

test('all lines together are bounded too', async () => {
  const queue = new FairQueue({ ...limits, room: 1, waiting: 3 })
  const all = ['a', 'b', 'c', 'd', 'e'].map((key) => queue.run(key, work(key)))
  expect(await all[4]).toBe(noRoom)
  while (finish.length > 0) await finishOldest()
  expect(await Promise.all(all.slice(0, 4))).toEqual(['a', 'b', 'c', 'd'])
})

test('nobody waits longer than is sensible', async () => {
  const queue = new FairQueue({ ...limits, roomEach: 1, patienceMs: 20 })
  const first = queue.run('a', work('first'))
  expect(await queue.run('a', work('second'))).toBe(noRoom)
  await finishOldest()
  expect(await first).toBe('first')
  expect(begun).toEqual(['first'])
})

test('whoever has left is not worked for, and their place is free', async () => {
  const queue = new FairQueue({ ...limits, roomEach: 1, waitingEach: 1 })
  const left = new AbortController()
  const [first, abandoned] = [queue.run('a', work('first')), queue.run('a', work('gone'), left.signal)]
  left.abort()
  expect(await abandoned).toBe(noRoom)
  const next = queue.run('a', work('next'))
  expect(await queue.run('a', work('late'), AbortSignal.abort())).toBe(noRoom)
  await finishOldest()
  await finishOldest()
  expect(await Promise.all([first, next])).toEqual(['first', 'next'])
  expect(begun).toEqual(['first', 'next'])
})

test('work that fails leaves its room', async () => {
  const queue = new FairQueue({ ...limits, room: 1, roomEach: 1 })
  await expect(queue.run('a', () => Promise.reject(new Error('boom')))).rejects.toThrow('boom')
  expect(await queue.run('a', () => Promise.resolve('well'))).toBe('well')
})
