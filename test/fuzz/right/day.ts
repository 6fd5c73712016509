import { tokenOf } from '#modules/bookings/changes/gateway.ts'
import { hashOf } from '#modules/bookings/gateway.ts'
import type { BookingStatus } from '#modules/bookings/rules.ts'
import { newId } from '#platform/new-id.ts'
import { addMinutes } from '#shared/local-time.ts'
import { upload } from '#test/support/driver.ts'
import { addVan } from '#test/support/factories/booking.ts'
import { jpeg } from '#test/support/pictures.ts'
import type { World } from '../world.ts'
import { aJob, type Job } from './booking.ts'
import type { Maker } from './maker.ts'

/** A job that begins within the hour, as far as its day has come. */
async function aDay(
  world: World,
  status: BookingStatus & ('confirmed' | 'in_progress' | 'completed') = 'confirmed',
  more: { pausedAt?: Date; pauseReason?: 'access'; setOffAt?: Date; sharesPosition?: true } = {},
): Promise<Job> {
  const { ctx } = world.app
  const now = ctx.clock.now()
  const times = { startAt: addMinutes(now, 30), endAt: addMinutes(now, 120), confirmedAt: addMinutes(now, -60) }
  const job = await aJob(world, { status, ...times })
  const startedAt = status === 'confirmed' ? null : addMinutes(now, -30)
  const finishedAt = status === 'completed' ? now : null
  await ctx.db
    .insertInto('bookings.day')
    .values({ bookingId: job.id, startedAt, finishedAt, ...more })
    .execute()
  return job
}

const phone = ({ app }: World) => ({ action_key: crypto.randomUUID(), happened_at: app.clock.now().toISOString() })

const byDriver =
  (made: (world: World) => Promise<Job>, more: (world: World) => object = () => ({})): Maker =>
  async (world) => {
    const { id, driver } = await made(world)
    return { bearer: driver, params: { id }, body: { ...phone(world), ...more(world) } }
  }

const byCustomer =
  (made: (world: World) => Promise<Job>): Maker =>
  async (world) => {
    const { id, customer } = await made(world)
    return { bearer: customer, params: { id } }
  }

const ofUnit: Maker = async (world) => {
  const { id, unitId, driver } = await aDay(world)
  return { bearer: driver, params: { id: unitId, booking_id: id } }
}

/** It began half an hour ago, as its record says; with a corrected time that the company has proposed. */
async function aRecordedStart(world: World): Promise<Job & { correctionId: string }> {
  const job = await running(world)
  const { db, clock } = world.app.ctx
  const [bookingId, now] = [job.id, clock.now()]
  const startedAt = addMinutes(now, -30)
  const digest = Buffer.alloc(32)
  const digests = { payloadDigest: digest, prevDigest: digest, digest }
  const entry = { kind: 'started', who: 'driver', at: startedAt, happenedAt: startedAt, ...digests } as const
  await db
    .insertInto('bookings.day_entry')
    .values({ bookingId, seq: 1, isShifted: false, isConflict: false, ...entry })
    .execute()
  const correctionId = newId(clock)
  const times = { fromAt: startedAt, toAt: addMinutes(now, -20), createdAt: now, expiresAt: addMinutes(now, 60) }
  await db
    .insertInto('bookings.day_correction')
    .values({ id: correctionId, bookingId, seq: 1, proposalSeq: 2, proposedBy: 'mover', ...times })
    .execute()
  return { ...job, correctionId }
}

/** The link to agree to a start half an hour ago, an hour before the agreed one. */
async function anEarlyToken(world: World): Promise<string> {
  const { id: bookingId } = await running(world)
  const { ctx } = world.app
  const now = ctx.clock.now()
  const link = { startedAt: addMinutes(now, -30), mostPence: 1_000_000, createdAt: now, expiresAt: addMinutes(now, 60) }
  const id = newId(ctx.clock)
  await ctx.db
    .insertInto('bookings.early_start_link')
    .values({ id, bookingId, ...link })
    .execute()
  return tokenOf(ctx, 'early start', id)
}

const running = (world: World) => aDay(world, 'in_progress')

/** One that is done, and paid in cash. */
async function paidInCash(world: World, said?: { cashState: 'recorded'; cashPence: number }): Promise<Job> {
  const job = await aDay(world, 'completed')
  const { db, clock } = world.app.ctx
  await db.updateTable('bookings.booking').set({ paymentMethod: 'cash' }).where('id', '=', job.id).execute()
  if (said) {
    const cash = { ...said, cashAt: clock.now() }
    await db.updateTable('bookings.day').set(cash).where('bookingId', '=', job.id).execute()
  }
  return job
}

export const dayRequests: Record<string, Maker> = {
  setOff: byDriver(aDay, () => ({ share_position: true })),
  startJob: byDriver(aDay),
  pauseJob: byDriver(running, () => ({ reason: 'keys_not_released', note: 'The agent is at lunch.' })),
  resumeJob: byDriver((world) =>
    aDay(world, 'in_progress', { pausedAt: world.app.clock.now(), pauseReason: 'access' }),
  ),
  finishJob: byDriver(running),
  runLate: byDriver(aDay, ({ app }) => ({ new_eta: addMinutes(app.clock.now(), 60).toISOString(), note: 'Traffic.' })),
  tickLoaded: async (world) => {
    const { id, driver } = await running(world)
    const { move } = await world.app.ctx.db
      .selectFrom('bookings.booking')
      .select('move')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const items = [{ movingItem: 102, amount: 1, needAssembling: false, needDisassembling: false }]
    await world.app.ctx.db
      .updateTable('bookings.booking')
      .set({ move: JSON.stringify({ ...move, items }) as never })
      .where('id', '=', id)
      .execute()
    return { bearer: driver, params: { id }, body: { ...phone(world), item: 0, loaded: true } }
  },
  sendVanHome: async (world) => {
    const { id, driver } = await running(world)
    const { db, clock } = world.app.ctx
    const { unitId } = await db
      .selectFrom('bookings.booking')
      .select('unitId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const tomorrow = { day: 2, start: addMinutes(clock.now(), 1440), end: addMinutes(clock.now(), 1500) }
    await addVan(world.app, id, { id: unitId ?? '' }, tomorrow)
    return { bearer: driver, params: { id }, body: { ...phone(world), van: 2 } }
  },
  reachStop: byDriver(running, () => ({ stop: 1 })),
  recordCash: byDriver(
    (world) => paidInCash(world),
    () => ({ due_pence: 9600, taken_pence: 6000, reason: 'He had no more.' }),
  ),
  disputeCash: byCustomer((world) => paidInCash(world, { cashState: 'recorded', cashPence: 6000 })),
  sayArrived: byCustomer(aDay),
  sayArrivedByLink: async (world) => {
    const { id } = await aDay(world)
    return { params: { hash: hashOf(world.app.ctx, id) } }
  },
  agreeToStart: async (world) => {
    const { id, customer } = await running(world)
    const startedAt = addMinutes(world.app.clock.now(), -30).toISOString()
    return { bearer: customer, params: { id }, body: { started_at: startedAt } }
  },
  correctTime: async (world) => {
    const { id, driver } = await aRecordedStart(world)
    const body = { seq: 1, happened_at: addMinutes(world.app.clock.now(), -10).toISOString(), why: 'We were carrying.' }
    return { bearer: driver, params: { id }, body }
  },
  answerCorrection: async (world) => {
    const { id, customer, correctionId } = await aRecordedStart(world)
    return { bearer: customer, params: { id }, body: { correction_id: correctionId, agree: true } }
  },
  getAnswerLink: async (world) => ({ params: { token: await anEarlyToken(world) } }),
  confirmHours: byCustomer((world) => aDay(world, 'completed')),
  addDayPhotos: async (world) => {
    const { id, driver } = await aDay(world)
    const { data } = await upload<{ id: string }>(world.app, undefined, '/booking/images/', [{ content: await jpeg() }])
    return { bearer: driver, params: { id }, body: { ...phone(world), stage: 'before', photos_id: data.id } }
  },
  sendPosition: async (world) => {
    const { id, driver } = await aDay(world, 'confirmed', { setOffAt: world.app.clock.now(), sharesPosition: true })
    const at = world.app.clock.now().toISOString()
    return { bearer: driver, params: { id }, body: { lat: 51.5, lng: -0.1, at } }
  },
  getDriverDay: ofUnit,
  getDriverDayRecord: ofUnit,
  decideDayQuestion: async (world) => {
    const { id: bookingId } = await aDay(world)
    const { db, clock } = world.app.ctx
    const question = { id: newId(clock), bookingId, kind: 'conflict', askedAt: clock.now() } as const
    await db.insertInto('bookings.day_question').values(question).execute()
    const body = { decision: 'keep_changed', reason: 'It was off.' }
    return { bearer: await world.bearerOf('A'), params: { id: question.id }, body }
  },
}
