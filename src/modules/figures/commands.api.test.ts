import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reversed, type Posting } from '#modules/billing/ledger/rules.ts'
import { newId } from '#platform/new-id.ts'
import { toJson } from '#platform/json-columns.ts'
import { addMinutes, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { firstOf } from '#test/support/cases.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { countFigures } from './commands.ts'
import type { DayFigures } from './rules.ts'

/** Figures counted by the database against figures counted by hand, of whatever may happen around the nights when the clocks change. */

let app: TestApp
let units: TestUnit[]
let template: string
beforeAll(async () => {
  app = await createTestApp()
  units = [await aUnit(app), await aUnit(app), await aUnit(app)]
  template = (await aBooking(app)).id
})
beforeEach(async () => {
  await app.ctx.db.deleteFrom('bookings.event').execute()
  await clearFigures()
})
afterAll(() => app.close())

async function clearFigures(): Promise<void> {
  const { db } = app.ctx
  await db.deleteFrom('figures.day').execute()
  await db.deleteFrom('figures.reply').execute()
  await db.updateTable('figures.counted').set({ until: null }).execute()
}

/** The entries that earlier tests posted remain. */
const ledger: Entry[] = []

/** The same numbers every time, from a seed. */
function chances(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Happened {
  kind: string
  unitId: string | null
  at: Date
}

interface Story {
  id: string
  pence: number
  isUnverified: boolean
  events: Happened[]
}

function aStory(at: Date, chance: (below: number) => number): Story {
  const events: Happened[] = []
  let time = at
  let unit: TestUnit | undefined = units[chance(3)]
  const happens = (kind: string, minutes = 0) => {
    time = addMinutes(time, minutes)
    events.push({ kind, unitId: unit?.id ?? null, at: time })
  }
  const story = { id: crypto.randomUUID(), pence: 5000 + chance(40_000), isUnverified: chance(8) === 0, events }
  happens('created')
  if (story.isUnverified) {
    if (chance(2) === 0) happens('no_one_took', 600)
    else happens('cancelled', 60)
    return story
  }
  if (chance(4) === 0) {
    if (chance(4) === 0) {
      happens('time_gone', 20)
      return story
    }
    happens('verified', 20 + chance(600))
  }
  const answer = chance(5)
  if (answer === 0) happens('rejected', chance(700))
  if (answer === 1) happens('not_taken', 720)
  if (answer < 2) {
    if (chance(3) === 0) return story
    unit = undefined
    happens('became_hot')
    if (chance(3) === 0) {
      happens('no_one_took', 900)
      return story
    }
    unit = units[chance(3)]
  }
  happens('confirmed', chance(500))
  if (chance(5) === 0) happens('change_agreed', 200)
  if (chance(5) === 0) {
    happens('given_up', 100)
    happens('became_hot')
    unit = units[chance(3)]
    happens('confirmed', 50)
  }
  if (chance(5) === 0) {
    happens('cancelled', 300)
    if (chance(2) === 0) return story
    happens('cancellation_denied', 60 + chance(3000))
    happens('became_hot')
    if (chance(2) === 0) {
      happens('cancelled', 30)
      return story
    }
    happens('confirmed', 30)
  }
  happens('finished', 400 + chance(2000))
  return story
}

interface Entry {
  day: LocalDay
  at: Date
  postings: Posting[]
}

async function store(stories: readonly Story[], entries: readonly Entry[] = []): Promise<void> {
  for (const { id, pence, isUnverified } of stories)
    await app.app.pool.query(
      `insert into bookings.booking select (jsonb_populate_record(b, jsonb_build_object('id', $2::uuid, 'quote_id', $2::text, 'total_pence', $3::bigint,
         'ceiling_pence', 99999, 'commissionable_pence', 0, 'awaiting_verification', $4::boolean))).* from bookings.booking b where id = $1
       on conflict (id) do nothing`,
      [template, id, pence, isUnverified],
    )
  const rows = stories.flatMap(({ id: bookingId, events }) =>
    events.map((event) => ({
      ...event,
      bookingId,
      actorKind: 'system' as const,
      data: toJson<Record<string, unknown>>({}),
    })),
  )
  if (rows.length > 0) await app.ctx.db.insertInto('bookings.event').values(rows).execute()
  for (const { day, at, postings } of entries)
    await app.ctx.tx(async (tx) => {
      const id = newId(app.ctx.clock)
      await tx.db
        .insertInto('billing.entry')
        .values({ id, cause: id, kind: 'booking', at, day, about: '{}' as never })
        .execute()
      await tx.db
        .insertInto('billing.posting')
        .values(postings.map((posting, index) => ({ ...posting, entryId: id, position: index + 1 })))
        .execute()
    })
}

const none = (): DayFigures => ({
  made: 0,
  madePence: 0,
  confirmed: 0,
  completed: 0,
  cancelled: 0,
  accepted: 0,
  declined: 0,
  unanswered: 0,
  hot: 0,
  hotTaken: 0,
  untaken: 0,
  settledPence: 0,
  commissionPence: 0,
})

/** Rounds to the minute for half an hour, to five until two hours, to a quarter of an hour beyond. */
function rounded(minutes: number): number {
  if (minutes < 30) return minutes
  return minutes < 120 ? minutes - (minutes % 5) : minutes - (minutes % 15)
}

interface ByHand {
  days: Record<LocalDay, DayFigures>
  replies: Record<string, number>
}

/** Counts one story after another, like a reader of the trails. */
function byHand(stories: readonly Story[], entries: readonly Entry[]): ByHand {
  const { days, replies }: ByHand = { days: {}, replies: {} }
  const on = (day: LocalDay) => (days[day] ??= none())
  for (const { pence, isUnverified, events } of stories) {
    if (isUnverified) continue
    const isMadeLater = events.some(({ kind }) => kind === 'verified' || kind === 'time_gone')
    const requestTimes = new Map<string | null, Date>()
    let [isConfirmed, isHot] = [false, false]
    for (const [index, { kind, at, unitId }] of events.entries()) {
      const day = on(localDayOf(at))
      if (kind === 'verified' || (kind === 'created' && !isMadeLater)) {
        day.made += 1
        day.madePence += pence
      }
      if (kind === 'confirmed') {
        if (!isConfirmed) day.confirmed += 1
        if (isHot) day.hotTaken += 1
        isConfirmed = true
      }
      if (kind === 'finished') day.completed += 1
      if (kind === 'became_hot') day.hot += 1
      if (kind === 'no_one_took') day.untaken += 1
      const next = events.slice(index + 1).find((one) => one.kind.startsWith('cancel'))
      if (kind === 'cancelled' && next?.kind !== 'cancellation_denied') day.cancelled += 1
      const askedAt = requestTimes.get(unitId)
      if (askedAt && askedAt < at) {
        if (kind === 'confirmed') day.accepted += 1
        if (kind === 'rejected') day.declined += 1
        if (kind === 'not_taken') day.unanswered += 1
        if (kind === 'confirmed' || kind === 'rejected') {
          const minutes = Math.floor((at.getTime() - askedAt.getTime()) / 60_000)
          const key = `${localDayOf(at)} ${rounded(minutes)}`
          replies[key] = (replies[key] ?? 0) + 1
        }
      }
      if (kind === 'created' || kind === 'verified') requestTimes.set(unitId, at)
      if (['created', 'verified', 'became_hot', 'confirmed'].includes(kind)) isHot = kind === 'became_hot'
    }
  }
  for (const { day, postings } of entries)
    for (const { account, what, amountPence } of postings) {
      if (account === 'customer' && what === 'price') on(day).settledPence += amountPence
      if (account === 'commission') on(day).commissionPence -= amountPence
    }
  return { days, replies }
}

async function stored(): Promise<ByHand> {
  const rows = await app.ctx.db.selectFrom('figures.day').selectAll().execute()
  const replies = await app.ctx.db.selectFrom('figures.reply').selectAll().execute()
  const busy = rows.map(({ day, ...figures }) => [day, figures] as const)
  return {
    days: Object.fromEntries(busy.filter(([, figures]) => Object.values(figures).some((figure) => figure !== 0))),
    replies: Object.fromEntries(replies.map(({ day, minutes, replies: count }) => [`${day} ${minutes}`, count])),
  }
}

const busyDays = ({ days, replies }: ByHand): ByHand => ({
  days: Object.fromEntries(Object.entries(days).filter(([, one]) => Object.values(one).some((figure) => figure !== 0))),
  replies,
})

const fee = (pence: number): Posting[] => [
  { account: 'customer', what: 'price', amountPence: pence },
  { account: 'mover', what: 'price', amountPence: -pence },
  { account: 'mover', what: 'commission', amountPence: Math.round(pence / 8) },
  { account: 'commission', what: 'commission', amountPence: -Math.round(pence / 8) },
]

describe('the figures of each day', () => {
  const seeds: [seed: number, first: string][] = [
    [1, '2026-10-23T22:00:00Z'],
    [3, '2027-03-26T22:00:00Z'],
    [2, '2026-10-23T22:00:00Z'],
    [4, '2027-03-26T22:00:00Z'],
  ]
  it.each(firstOf(2, seeds))(
    'are what somebody would count by hand, at once and bit by bit (seed %d, from %s)',
    async (seed, first) => {
      const chance = chances(seed)
      const start = new Date(first)
      const stories = Array.from({ length: 250 }, () => aStory(addMinutes(start, chance(3 * 1440)), chance))
      const entries = Array.from({ length: 30 }, () => {
        const at = addMinutes(start, chance(6 * 1440))
        const postings = fee(1000 + chance(9000))
        return { at, day: localDayOf(addMinutes(at, -1440)), postings: chance(6) === 0 ? reversed(postings) : postings }
      })
      // The clock moves on in steps, because events between two counts are stored before the later one.
      for (let hour = 9; hour <= 24 * 9; hour += 15) {
        const until = addMinutes(start, hour * 60)
        const since = addMinutes(until, -15 * 60)
        const isNew = ({ at }: { at: Date }) => at >= since && at < until
        const recentStories = stories.map((story) => ({ ...story, events: story.events.filter(isNew) }))
        await store(
          recentStories.filter(({ events }) => events.length > 0),
          entries.filter(isNew),
        )
        // A change that was agreed has another price from then on.
        for (const story of recentStories.filter(({ events }) => events.some(({ kind }) => kind === 'change_agreed'))) {
          const known = stories.find(({ id }) => id === story.id)
          if (known) known.pence += 777
          await app.ctx.db
            .updateTable('bookings.booking')
            .set((eb) => ({ totalPence: eb('totalPence', '+', 777) }))
            .where('id', '=', story.id)
            .execute()
        }
        app.clock.set(until)
        await countFigures(app.ctx)
      }
      ledger.push(...entries)
      const expected = busyDays(byHand(stories, ledger))
      expect(await stored()).toEqual(expected)
      expect(Object.keys(expected.days).length).toBeGreaterThan(5)
      // The figures are counted once more from nothing.
      await clearFigures()
      expect(await countFigures(app.ctx, { isWhole: true })).toBeGreaterThan(9)
      expect(await stored()).toEqual(expected)
    },
  )
})
