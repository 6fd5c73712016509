import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { RefusedError } from './errors.ts'
import { FairQueue } from './fair-queue.ts'

const never = new AbortController().signal

/** A queue whose first piece of work is under way and ends when told to. */
function busyQueue(...limits: ConstructorParameters<typeof FairQueue>) {
  const queue = new FairQueue(...limits)
  const first = Promise.withResolvers<void>()
  const done: string[] = []
  const add = (person: string, name: string, until = never) =>
    queue.run(person, until, async () => {
      await sleep(1)
      done.push(name)
    })
  const all = [queue.run('first', never, () => first.promise)]
  return { queue, done, add, all, finish: first.resolve }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) =>
      error instanceof RefusedError ? [error.refusal.kind.status, error.refusal.retryAfterSeconds] : error,
  )

describe('a fair queue', () => {
  test('takes turns by person, whoever came with how much', async () => {
    const { add, all, done, finish } = busyQueue()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) all.push(add(name[0] ?? '', name))
    finish()
    await Promise.all(all)
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('does one at a time, and goes on after one that failed', async () => {
    const queue = new FairQueue()
    let at = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++at)
      await sleep(1)
      at -= 1
      throw new Error('broken')
    }
    const all = Array.from({ length: 9 }, (_, index) => queue.run(String(index % 3), never, work))
    const outcomes = await Promise.allSettled(all)
    expect([most, outcomes.length, queue.waiting]).toEqual([1, 9, 0])
    expect(await queue.run('a', never, async () => 'ok')).toBe('ok')
  })

  test('turns away whoever has too many waiting, and everybody where all together are too many', async () => {
    const { queue, add, all, finish } = busyQueue({ waitingEach: 2, waitingAll: 3 })
    all.push(add('a', 'a1'), add('a', 'a2'))
    expect(await codeOf(add('a', 'a3'))).toEqual([503, 10])
    all.push(add('b', 'b1'))
    expect(await codeOf(add('c', 'c1'))).toEqual([503, 10])
    expect(queue.waiting).toBe(3)
    finish()
    await Promise.all(all)
  })

  test('keeps nobody longer than their patience: they leave the queue with an answer', async () => {
    const { queue, add, all, done, finish } = busyQueue()
    const patience = new AbortController()
    const late = codeOf(add('a', 'late', patience.signal))
    all.push(add('b', 'b1'))
    patience.abort()
    expect([await late, queue.waiting]).toEqual([[503, 10], 1])
    expect(await codeOf(add('a', 'never', AbortSignal.abort()))).toEqual([503, 10])
    finish()
    await Promise.all(all)
    expect(done).toEqual(['b1'])
    expect(await codeOf(new FairQueue().run('a', AbortSignal.abort(), async () => 1))).toEqual([503, 10])
  })
})
