import { askForRebook, getRebookPrice } from '#modules/bookings/replacement/contract.ts'
import { writeMessage } from '#modules/bookings/thread/contract.ts'
import { signId } from '#platform/secrets.ts'
import { must } from '#test/support/driver.ts'
import type { World } from '../world.ts'
import type { Job } from './booking.ts'
import type { Maker } from './maker.ts'

type MakeJob = (world: World, columns: { status: 'completed' }) => Promise<Job>
type When = { date: string; time: string }

/** What can be asked of a booking that is over. */
export function afterRequests(aJob: MakeJob, aFreshDay: () => When): Record<string, Maker> {
  const finished = async (world: World): Promise<Job> => {
    const job = await aJob(world, { status: 'completed' })
    const { db, clock } = world.app.ctx
    await db
      .insertInto('bookings.event')
      .values({ bookingId: job.id, unitId: job.unitId, kind: 'finished', at: clock.now(), actorKind: 'system' })
      .execute()
    return job
  }
  const claimed = async (world: World, status: 'with_company' | 'with_office'): Promise<Job> => {
    const job = await finished(world)
    const { db, clock } = world.app.ctx
    const at = clock.now()
    const { companyId } = await db
      .selectFrom('bookings.booking')
      .select('companyId')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('bookings.claim')
      .values({ bookingId: job.id, companyId: companyId ?? '', status, askedPence: 5000, madeAt: at, answerBy: at })
      .execute()
    return job
  }
  const reviewed = async ({ app, hood }: World, isHidden: boolean): Promise<string> => {
    const marks = { punctuality: 3, care: 3, value: 3, authorName: 'Jo' }
    const at = app.ctx.clock.now()
    const { id } = await app.ctx.db
      .insertInto('reviews.review')
      .values({ ...marks, companyId: hood.things.companyId, createdAt: at, hiddenAt: isHidden ? at : null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  /** A time at which the same van is free, with its price. */
  const priced = async (world: World) => {
    const job = await finished(world)
    const call = world.app.call(job.customer)
    for (let tries = 0; tries < 30; tries += 1) {
      const when = aFreshDay()
      const answer = await call(getRebookPrice, { params: { id: job.id }, query: when })
      if (answer.ok) return { job, when, totalPence: answer.data.totalPence }
    }
    throw new Error('No upcoming moves on none of thirty days')
  }
  const askedAgain = async (world: World): Promise<Job> => {
    const { job, when, totalPence } = await priced(world)
    await must(world.app.call(job.customer)(askForRebook, { params: { id: job.id }, body: { ...when, totalPence } }))
    return job
  }
  const byDriver = async (world: World) => {
    const { id, driver } = await askedAgain(world)
    return { bearer: driver, params: { id } }
  }
  const admin = (world: World) => world.bearerOf('A')
  return {
    reviewBooking: async (world) => {
      const { id } = await finished(world)
      const body = { punctuality: 5, care: 4, value: 5, text: 'On time.' }
      return { params: { hash: signId(world.app.ctx, 'review hash', id) }, body }
    },
    answerReview: async (world) => ({
      bearer: await world.bearerOf('D1'),
      params: { id: await reviewed(world, false) },
      body: { text: 'Thank you.' },
    }),
    hideReview: async (world) => ({
      bearer: await admin(world),
      params: { id: await reviewed(world, false) },
      body: { reason: 'insulting', note: 'It is.' },
    }),
    restoreReview: async (world) => ({
      bearer: await admin(world),
      params: { id: await reviewed(world, true) },
      body: { note: 'It isn’t.' },
    }),
    getRebookPrice: async (world) => {
      const { job, when } = await priced(world)
      return { bearer: job.customer, params: { id: job.id }, query: when }
    },
    askForRebook: async (world) => {
      const { job, when, totalPence } = await priced(world)
      return { bearer: job.customer, params: { id: job.id }, body: { ...when, total_pence: totalPence } }
    },
    confirmRebook: byDriver,
    declineRebook: byDriver,
    reportMessage: async (world) => {
      const { id, customer, driver } = await finished(world)
      const message = await must(
        world.app.call(customer)(writeMessage, { params: { id }, body: { text: 'You were late.' } }),
      )
      return { bearer: driver, params: { id, message_id: message.id }, body: { reason: 'It isn’t so.' } }
    },
    createClaim: async (world) => {
      const { id, customer } = await finished(world)
      return { bearer: customer, params: { id }, body: { items: [{ words: 'A lamp.', asked_pence: 5000 }] } }
    },
    answerClaim: async (world) => {
      const { id, driver } = await claimed(world, 'with_company')
      return { bearer: driver, params: { id }, body: { accepted_pence: 1000, text: 'It was old.' } }
    },
    decideClaim: async (world) => {
      const { id } = await claimed(world, 'with_office')
      return { bearer: await admin(world), params: { id }, body: { awarded_pence: 2500, text: 'Half of it.' } }
    },
  }
}
