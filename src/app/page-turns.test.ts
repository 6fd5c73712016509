import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { FairQueue } from '#platform/fair-queue.ts'
import { LOAD_LIMITS } from '#platform/load-shedding.ts'
import { everything, RateLimiter } from '#platform/rate-limit.ts'
import { Refusal } from '#shared/endpoint.ts'
import { createPace, createPageTurns } from './page-turns.ts'

function createTurns() {
  const state = { now: new Date('2026-11-22T12:00:00Z'), isOverloaded: false }
  const limiter = new RateLimiter(1)
  const turns = createPageTurns({
    limiter,
    clock: { now: () => state.now },
    isOverloaded: () => state.isOverloaded,
    queue: new FairQueue(LOAD_LIMITS.pages),
    pace: createPace(new EventEmitter()),
  })
  const ask = (ip: string, make = async () => 'page', raw = new EventEmitter()) =>
    turns({ ip } as FastifyRequest, { raw } as unknown as FastifyReply, make)
  const statusOf = async (ip: string) => {
    const made = await ask(ip)
    return made instanceof Refusal ? made.kind.status : 200
  }
  return { state, limiter, ask, statusOf }
}

test('pages count with the calls of their network, and nobody else waits for it', async () => {
  const { state, limiter, statusOf } = createTurns()
  for (let call = 0; call < 500; call++) limiter.spend(everything, '203.0.113.7', state.now.getTime())
  for (let page = 0; page < 100; page++) expect(await statusOf('203.0.113.7')).toBe(200)
  expect(await statusOf('::ffff:203.0.113.7')).toBe(429)
  expect(limiter.spend(everything, '203.0.113.7', state.now.getTime())).toBeDefined()
  expect(await statusOf('203.0.113.8')).toBe(200)
  state.now = new Date(state.now.getTime() + 60_000)
  expect(await statusOf('203.0.113.7')).toBe(200)
})

test('while the database is behind, no page is begun', async () => {
  const { state, statusOf } = createTurns()
  state.isOverloaded = true
  expect(await statusOf('203.0.113.7')).toBe(503)
  state.isOverloaded = false
  expect(await statusOf('203.0.113.7')).toBe(200)
})

test('a flood of one network waits behind itself, is refused above its line, and leaves room for others', async () => {
  const { ask, statusOf } = createTurns()
  let begun = 0
  const gate = Promise.withResolvers<void>()
  const flood = Array.from({ length: 100 }, () =>
    ask('2001:db8::1', async () => {
      begun += 1
      await gate.promise
      return 'page'
    }),
  )
  for (let turns = 0; turns < 10; turns++) await turn()
  const { roomEach, waitingEach } = LOAD_LIMITS.pages
  expect(begun).toBe(roomEach)
  expect(await statusOf('2001:db8:0:1::1')).toBe(200)
  gate.resolve()
  const made = await Promise.all(flood)
  expect(made.filter((page) => page === 'page')).toHaveLength(roomEach + waitingEach)
  const refused = made.find((page) => page instanceof Refusal)
  expect([refused?.kind.status, refused?.retryAfterSeconds]).toEqual([503, 1])
})

test('nothing is made for whoever has gone away meanwhile', async () => {
  const { ask } = createTurns()
  const gate = Promise.withResolvers<string>()
  const busy = Array.from({ length: LOAD_LIMITS.pages.roomEach }, () => ask('::1', () => gate.promise))
  const raw = new EventEmitter()
  let isMade = false
  const abandonedPage = ask('::1', async () => ((isMade = true), 'page'), raw)
  raw.emit('close')
  expect(await abandonedPage).toBeInstanceOf(Refusal)
  gate.resolve('page')
  await Promise.all(busy)
  expect(isMade).toBe(false)
})

test('however many pages are ready to be drawn, the event loop turns between any two', async () => {
  const pace = createPace(new EventEmitter())
  const drawn: number[] = []
  const pages = Array.from({ length: 5 }, async (_, page) => {
    await pace()
    drawn.push(page)
  })
  const seen: number[] = []
  while (drawn.length < 5) {
    await turn()
    seen.push(drawn.length)
  }
  await Promise.all(pages)
  // Never two in one turn.
  expect(seen.every((count, index) => count - (seen[index - 1] ?? 0) <= 1)).toBe(true)
  // The pace starts again once every request has been served.
  await Promise.all([pace(), pace()])
})

test('while connections come, they are let in first, and yet pages are made', async () => {
  const server = new EventEmitter()
  const pace = createPace(server)
  const drawnAfter: number[] = []
  let letIn = 0
  const page = pace().then(() => drawnAfter.push(letIn))
  for (; letIn < 100; letIn++) {
    server.emit('connection')
    await turn()
  }
  await page
  expect(drawnAfter[0]).toBeGreaterThan(10)
  expect(drawnAfter[0]).toBeLessThan(30)
})
