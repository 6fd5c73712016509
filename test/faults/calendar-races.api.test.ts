import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, toInstant, type LocalDay } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, type TestDriver } from '#test/support/driver.ts'
import { book, copyQuotes, countDeadlocks, prepareRace, type Race } from '#test/support/races.ts'

/** What a driver may do at the moment at which customers book: the call, and whether a booking stands in its way. */
const WRITERS = {
  vacation: { refused: true, send: (day: LocalDay) => ['POST', 'vacation', { start_time: day, end_time: day }] },
  'reset-van': { refused: true, send: () => ['POST', 'reset-van', {}] },
  'hours off': {
    refused: false,
    send: (day: LocalDay) => ['PUT', 'availability', { day_of_week: day, is_available: false }],
  },
  'a week of nights': { refused: false, send: () => ['PUT', 'schedule', week('22:00', '24:00')] },
  'a break': { refused: false, send: () => ['POST', 'deactivate', { deactivate: true }] },
} satisfies Record<string, { refused: boolean; send: (day: LocalDay) => [string, string, object] }>
type Writer = keyof typeof WRITERS
const writers = Object.keys(WRITERS) as Writer[]

const week = (start: string, end: string) => Array.from({ length: 7 }, () => ({ start_time: start, end_time: end }))

/** When the driver sends it, in milliseconds after the customers have sent theirs; negative where they come later. */
const DELAYS = [-20, 0, -40, 10, -5, 20, 40, 80]

interface Setting {
  app: TestApp
  driver: TestDriver
  race: Race
}

/** One driver at work round the clock, three customers, and a list of what was written to their time, in order. */
async function prepare(waitSeconds: number, guardOff: string[] = []): Promise<Setting> {
  const app = await createTestApp({ config: { guardOff: new Set(guardOff) } })
  const driver = await anOperatingDriver(app)
  const race = await prepareRace(app, 3)
  // Whoever has written waits before it commits, so that the others meet it half done.
  await app.database.asOwner(`
    create table written (n bigserial, what text);
    create function note() returns trigger language plpgsql as $$ begin
      insert into public.written (what) values (case tg_table_name when 'hold' then 'held' else 'taken away' end);
      perform pg_sleep(${waitSeconds});
      return null;
    end $$;
    create trigger note after insert on calendar.hold for each statement execute function note();
    create trigger note after insert on calendar.vacation for each statement execute function note();
    create trigger note after insert or update on calendar.availability for each statement execute function note();
    create trigger note after insert on calendar.business_day for each statement execute function note();
    create trigger note after update of status on fleet.working_unit for each row when (new.status <> 'operating') execute function note();
    create table kept_van as table fleet.van;
    create table kept_document as table fleet.document;`)
  return { app, driver, race }
}

/** As it was before the round. */
async function restore({ app, driver }: Setting): Promise<void> {
  await app.app.pool.query(`
    delete from bookings.booking;
    delete from calendar.vacation;
    delete from calendar.availability;
    update calendar.business_day set start_minute = 0, end_minute = 1440, day_off = false;
    insert into fleet.van select * from kept_van on conflict do nothing;
    update fleet.document d set status = k.status from kept_document k where k.id = d.id;
    update fleet.working_unit set status = 'operating', status_reason = null, papers_until = 'infinity', paused_at = null where id = '${driver.unitId}';
    delete from written;`)
}

interface Round {
  writer: Writer
  booked: { status: number; code: string; id: string | undefined }[]
  wrote: { status: number; body: { code?: string; detail?: string; bookings_outside?: { id: string }[] } }
  order: string[]
}

async function runRound({ app, driver, race }: Setting, writer: Writer, day: LocalDay, delay: number): Promise<Round> {
  const quotes = await copyQuotes(race, toInstant(day, 540), race.racers.length)
  const [method, path, payload] = WRITERS[writer].send(day)
  const customers = race.racers.map(async (racer, index) => {
    await sleep(Math.max(0, -delay))
    const answer = await book(app, racer, quotes[index])
    const { code = '', id } = answer.json<{ code?: string; id?: string }>()
    return { status: answer.statusCode, code, id }
  })
  await sleep(Math.max(0, delay))
  const answer = await app.app.fastify.inject({
    method: method as 'POST' | 'PUT',
    url: `/api/company/working-unit/${driver.unitId}/${path}/`,
    headers: { authorization: `Bearer ${driver.bearer}` },
    payload,
  })
  const booked = await Promise.all(customers)
  const { rows } = await sql<{ what: string }>`select what from written order by n`.execute(app.ctx.db)
  return {
    writer,
    booked,
    wrote: { status: answer.statusCode, body: answer.json() },
    order: rows.map(({ what }) => what),
  }
}

/** What is wrong with how a round ended. */
function flawsOf({ writer, booked, wrote, order }: Round): string[] {
  const accepted = booked.filter(({ status }) => status === 201)
  const others = booked.filter(({ status }) => status !== 201)
  const hasWritten = wrote.status < 300
  const { refused } = WRITERS[writer]
  const outside = wrote.body.bookings_outside?.map(({ id }) => id)
  const flaws: [string, boolean][] = [
    ['more than one booking', accepted.length > 1],
    ['a customer isn’t told why', others.some(({ status, code }) => status !== 409 || code !== 'slot_taken')],
    [
      'time was held after it had been taken away',
      order.lastIndexOf('held') > order.indexOf('taken away') && hasWritten,
    ],
    ['the driver was refused without need', !hasWritten && (!refused || accepted.length === 0)],
    ['the driver wasn’t told by which booking', !hasWritten && !isNamed(wrote)],
    ['both were accepted', refused && hasWritten && accepted.length > 0],
    [
      'the bookings outside the week are others',
      outside !== undefined && outside.join() !== accepted.map(({ id }) => id).join(),
    ],
  ]
  return flaws.filter(([, isSo]) => isSo).map(([what]) => what)
}

const isNamed = ({ status, body }: Round['wrote']) =>
  status === 409 && body.code === 'bookings_held' && /09:00, Walthamstow to Brighton/.test(body.detail ?? '')

describe('T-060: a driver takes time away at the moment at which it is booked', () => {
  let setting: Setting
  beforeAll(async () => {
    setting = await prepare(0.02)
  })
  afterAll(() => setting.app.close())

  it(`ends in one order or the other, in ${writers.length * DELAYS.length} rounds without a deadlock`, async () => {
    const deadlocks = await countDeadlocks(setting.app)
    const ends = new Map<string, number>()
    for (const [index, delay] of DELAYS.entries())
      for (const writer of writers) {
        const round = await runRound(setting, writer, addDays('2026-11-28', index), delay)
        expect({ ...round, flaws: flawsOf(round) }).toMatchObject({ flaws: [] })
        const end = round.booked.some(({ status }) => status === 201) ? 'booked' : 'taken away'
        ends.set(end, (ends.get(end) ?? 0) + 1)
        await restore(setting)
      }
    expect(await countDeadlocks(setting.app)).toBe(deadlocks)
    // It would prove little if one side always came first.
    expect(Math.min(ends.get('booked') ?? 0, ends.get('taken away') ?? 0)).toBeGreaterThan(0)
  })
})

describe('T-060, the control: without the lock', () => {
  let setting: Setting
  beforeAll(async () => {
    setting = await prepare(0.1, ['unit_lock'])
  })
  afterAll(() => setting.app.close())

  it.each(writers)('%s and a booking are both accepted, sooner or later', async (writer) => {
    const found: string[] = []
    for (let round = 0; round < 40 && found.length === 0; round += 1) {
      found.push(...flawsOf(await runRound(setting, writer, '2026-11-28', DELAYS[round % DELAYS.length] ?? 0)))
      await restore(setting)
    }
    expect(found.join()).toMatch(/both were accepted|after it had been taken away|outside the week are others/)
  })
})
