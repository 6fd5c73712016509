import { setTimeout as pause } from 'node:timers/promises'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'
import { createPerson } from '../people.ts'
import { aMove } from '../factories/move.ts'
import { aUnit } from '../factories/unit.ts'
import { randomOf, type Random } from './random.ts'
import type { ChaosWorld } from './world.ts'

/** Customers and drivers who do not give up: what is not answered is asked again, with the same key, until there is an answer. */

export type Did = 'booked' | 'cancelled' | 'confirmed' | 'rejected' | 'taken'

/** Something that was answered with a yes. */
export interface Acknowledged {
  did: Did
  bookingId: string
  unitId: string | null
  key?: string
}

export interface People {
  acknowledged: Acknowledged[]
  /** Answers that were neither planned nor a 503. */
  unplanned: string[]
  asked: number
  /** Asked again after a broken connection or a 503. */
  askedAgain: number
  /** Ends what is being done, and then stops. */
  stop(): Promise<void>
}

interface Someone {
  userId: string
  sessionId: string
}

interface Answer {
  status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Read by who asked, as another client would.
  body: any
}

/** Not in the answer's own words: nobody else's booking, taken, over, full. */
const PLANNED = new Set([200, 201, 404, 409, 422])

export async function letPeopleLoose(
  world: ChaosWorld,
  { customers, drivers, seed }: { customers: number; drivers: number; seed: number },
): Promise<People> {
  const clock = { now: () => new Date() }
  const state = { isOver: false }
  const people: People = {
    acknowledged: [],
    unplanned: [],
    asked: 0,
    askedAgain: 0,
    stop: async () => {
      state.isOver = true
      await Promise.all(everybody)
    },
  }

  async function sessionOf(userId: string): Promise<Someone> {
    const now = clock.now()
    const { id: sessionId } = await world.app.ctx.db
      .insertInto('identity.session')
      .values({ userId, createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { userId, sessionId }
  }

  async function ask(who: Someone, method: string, path: string, body?: object, key?: string): Promise<Answer> {
    people.asked++
    for (;;) {
      const answer = await askOnce(who, method, path, body, key)
      if (answer && answer.status !== 503) {
        if (!PLANNED.has(answer.status))
          people.unplanned.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return answer
      }
      people.askedAgain++
      await pause(50)
    }
  }

  async function askOnce(who: Someone, method: string, path: string, body?: object, key?: string) {
    try {
      const response = await fetch(`${world.url()}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await signAccessToken(world.app.ctx, who)}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(toWire(body)) } : {}),
        signal: AbortSignal.timeout(20_000),
      })
      return { status: response.status, body: await response.json() }
    } catch {
      return undefined
    }
  }

  async function customer(who: Someone, random: Random, number: number): Promise<void> {
    for (let round = 0; !state.isOver; round++) {
      // No faster than mails can be sent: a worker sends one at a time.
      await pause(400 + random.below(1600))
      const date = addDays(localDayOf(clock.now()), 4 + random.below(80))
      const time = `${String(7 + random.below(12)).padStart(2, '0')}:${random.below(2) === 0 ? '00' : '30'}`
      const found = await ask(who, 'POST', '/booking/companies-quotes/', aMove({ date, time }))
      const quote = random.of<{ quote_id: string }>(found.body.results ?? [])
      if (!quote) continue
      const key = `${number}-${round}`
      const body = { quoteId: quote.quote_id, paymentMethod: 'cash' }
      const booked = await ask(who, 'POST', '/booking/', body, key)
      if (booked.status !== 201) {
        // Full: the oldest one that can be is cancelled.
        if (booked.body.code === 'too_many_open_bookings') await cancelOne(who, random)
        continue
      }
      people.acknowledged.push({ did: 'booked', bookingId: booked.body.id, unitId: null, key })
      if (random.next() < 0.3) await cancelOne(who, random)
    }
  }

  async function cancelOne(who: Someone, random: Random): Promise<void> {
    const listed = await ask(who, 'GET', '/booking/future-bookings/')
    const open = (listed.body.results ?? []).filter((one: { allowed_actions: string[] }) =>
      one.allowed_actions.includes('cancel'),
    )
    const one = random.of<{ id: string; cancellation_fee_pence: number }>(open)
    if (!one) return
    const feePence = one.cancellation_fee_pence
    const { status } = await ask(who, 'POST', `/booking/${one.id}/cancel/`, { feePence })
    if (status === 200) people.acknowledged.push({ did: 'cancelled', bookingId: one.id, unitId: null })
  }

  async function driver(who: Someone, unitId: string, random: Random): Promise<void> {
    while (!state.isOver) {
      const isHot = random.next() < 0.4
      const list = isHot ? 'hot-jobs' : random.next() < 0.85 ? 'new-bookings' : 'confirmed-bookings'
      const listed = await ask(who, 'GET', `/booking/working-unit/${unitId}/${list}/`)
      const job = random.of<{ id: string; status: string }>(listed.body.results ?? [])
      if (!job) {
        await pause(100 + random.below(200))
        continue
      }
      const did = isHot ? 'taken' : job.status === 'confirmed' || random.next() < 0.35 ? 'rejected' : 'confirmed'
      const [action, body] = {
        taken: ['take', { workingUnitId: unitId }] as const,
        rejected: ['reject', { reason: 'personal' }] as const,
        confirmed: ['confirm', undefined] as const,
      }[did]
      const { status } = await ask(who, 'POST', `/booking/${job.id}/${action}/`, body)
      if (status === 200) people.acknowledged.push({ did, bookingId: job.id, unitId })
    }
  }

  const { ctx } = world.app
  const drivenBy = []
  for (let made = 0; made < drivers; made++) drivenBy.push(await aUnit({ ctx }))
  const everybody: Promise<void>[] = []
  for (const [index, { id, company }] of drivenBy.entries())
    everybody.push(driver(await sessionOf(company.owner.id), id, randomOf(seed * 1000 + index)))
  for (let made = 0; made < customers; made++) {
    const { id } = await createPerson({ ctx })
    everybody.push(customer(await sessionOf(id), randomOf(seed * 1000 + 500 + made), made))
  }
  return people
}
