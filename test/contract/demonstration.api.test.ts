import { readCompany } from '#modules/onboarding/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrationSignIns, loadDemonstration } from '#app/demonstration.ts'
import { getSchedule } from '#modules/calendar/contract.ts'
import { getDrivenUnit } from '#modules/fleet/drivers/contract.ts'
import { listFutureBookings, listPastBookings } from '#modules/bookings/contract.ts'
import { getBookedMove, priceMove } from '#modules/bookings/changes/moves/contract.ts'
import { takeBooking } from '#modules/bookings/answers/contract.ts'
import { listConfirmedBookings, listHotJobs } from '#modules/bookings/lists/contract.ts'
import { hotJobOffered } from '#modules/bookings/notices/commands.ts'
import { reconfirmationAt } from '#modules/bookings/rules.ts'
import { generateDemonstration } from '../../db/seed/generate.ts'
import { drawPictures, type Pictures } from '../../db/seed/life/photos.ts'
import type { Tables } from '../../db/seed/rows.ts'
import { getUser, logIn } from '#modules/identity/contract.ts'
import { massProblems, type Masses, vanProblems, type VanFacts, parseRegistration } from '#modules/fleet/vans/rules.ts'
import { TYPICAL_HOMES } from '#modules/items/typical-homes-data.ts'
import { refuseIfImpossible } from '#modules/quoting/load/queries.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { locate } from '#modules/geo/rules.ts'
import { modelJourney } from '#modules/geo/osrm/rules.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { createLog } from '#platform/log.ts'
import { addDays, dayOfWeek, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { sumPence } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { getVerification, listVerifications } from '#modules/onboarding/verification/contract.ts'

let app: TestApp

const load = (appMode: 'demo' | 'production' = 'demo') =>
  loadDemonstration(app.database.owner, {
    log: createLog('silent'),
    config: { ...app.app.ctx.config, appMode },
    clock: app.clock,
  })

let pictures: Pictures
const tablesAt = (now: Date): Tables =>
  generateDemonstration(now, {
    hashes: { signIns: 'x', others: 'x' },
    pictures,
    sender: { name: 'Vanfare', reviewUrl: () => 'https://vanfare.test/' },
  }).tables

const rowsOf = async <Row extends object>(query: string): Promise<Row[]> => (await app.app.pool.query<Row>(query)).rows

beforeAll(async () => {
  app = await createTestApp()
  pictures = await drawPictures()
  await load()
})
afterAll(() => app.close())

const signInAs = async (wanted: (typeof demonstrationSignIns)[number]['role']) => {
  const { email = '', password = '' } = demonstrationSignIns.find(({ role }) => role === wanted) ?? {}
  return must(app.call()(logIn, { body: { email, password } }))
}

const nextDay = (weekday: number): LocalDay => {
  const tomorrow = addDays(localDayOf(app.clock.now()), 1)
  return addDays(tomorrow, (weekday - dayOfWeek(tomorrow) + 7) % 7)
}

interface Asked {
  from: string
  to: string
  day: LocalDay
  van?: 'small_van' | 'medium_van' | 'large_van' | 'luton_van'
  help?: 'driver_helps' | 'one_porter'
}

async function quotesFor({ from, to, day, van = 'large_van', help = 'one_porter' }: Asked) {
  const answer = await app.call()(findQuotes, {
    query: { pageSize: 100 },
    body: {
      routePoints: [
        { number: 0, postcode: from, stairs: 0, date: day, time: '09:00' },
        { number: 1, postcode: to, stairs: 0 },
      ],
      items: [],
      manPower: help,
      vanCategory: van,
    },
  })
  if (!answer.ok) throw new Error(`${from} to ${to}: ${JSON.stringify(answer.problem)}`)
  return answer.data.results
}

describe('quotes', () => {
  it('gives five or more for Walthamstow to Brighton next Saturday at nine', async () => {
    const quotes = await quotesFor({ from: 'E17 4QH', to: 'BN1 4QL', day: nextDay(6) })
    expect(quotes.length).toBeGreaterThanOrEqual(5)
    for (const quote of quotes) expect(sumPence(quote.lines.map((line) => line.amountPence))).toBe(quote.totalPence)
    expect(new Set(quotes.map(({ company }) => company.id)).size).toBe(quotes.length)
  })

  it('gives three or more between most large towns on a weekday', async () => {
    const towns = [
      'E17 4QH',
      'BN1 4QL',
      'SO14 2AA',
      'BS5 6AA',
      'PL4 8AA',
      'CF24 3AA',
      'B29 6AA',
      'LE2 1AA',
      'NG7 2AA',
      'NR2 3AA',
      'M14 5AA',
      'L15 4AA',
      'LS6 3AA',
      'S7 1AA',
      'HU5 2AA',
      'NE2 2AA',
      'G41 2AA',
      'EH6 5AA',
      'AB24 1AA',
      'SA1 4AA',
      'EX1 1AA',
      'CB4 1AA',
    ]
    const counts: number[] = []
    for (const [index, from] of towns.entries()) {
      const to = towns[(index + 7) % towns.length] ?? ''
      const quotes = await quotesFor({ from, to: sameHalf(from, to), day: nextDay(3), van: 'large_van' })
      counts.push(quotes.length)
    }
    const few = counts.filter((count) => count < 3)
    expect(few.length / counts.length).toBeLessThanOrEqual(0.15)
  })

  it('has vans of every kind in Belfast too', async () => {
    const quotes = await quotesFor({ from: 'BT7 1AA', to: 'BT62 1AA', day: nextDay(2), help: 'driver_helps' })
    expect(quotes.length).toBeGreaterThanOrEqual(3)
  })
})

describe('its vans', () => {
  interface SeedVan extends VanFacts, Masses {}

  it('are vans that a driver could enter: plate, year, Euro class and weights', async () => {
    const vans = await rowsOf<SeedVan>(`
      select registration, category, has_tail_lift as "hasTailLift", fuel, euro_class as "euroClass", year,
        gross_weight_kg as "grossWeightKg", kerb_weight_kg as "kerbWeightKg", payload_kg as "payloadKg" from fleet.van`)
    expect(vans.length).toBeGreaterThan(300)
    const flaws = vans.flatMap((van) => {
      const plate = parseRegistration(van.registration) === null ? { registration: ['no plate'] } : {}
      const found = {
        ...plate,
        ...vanProblems(van, localDayOf(app.clock.now())),
        ...massProblems(van, van, van.category),
      }
      return Object.keys(found).length > 0 ? [{ ...van, found }] : []
    })
    expect(flaws).toEqual([])
    const weighed = vans.filter(({ payloadKg }) => payloadKg !== null).length / vans.length
    expect([weighed > 0.5, weighed < 0.95]).toEqual([true, true])
  })
})

/** Aberdeen to Plymouth takes longer than anybody's day: long moves are asked within reach of one. */
const sameHalf = (from: string, to: string): string =>
  ['AB24 1AA', 'PL4 8AA'].includes(from) ? `${from.split(' ')[0]} 2BB` : to

describe('who is there', () => {
  it.each(demonstrationSignIns)('lets the $role sign in', async ({ role, email, password }) => {
    const tokens = await app.call()(logIn, { body: { email, password } })
    if (!tokens.ok) throw new Error(JSON.stringify(tokens.problem))
    const user = await app.call(tokens.data.access)(getUser)
    expect(user).toMatchObject({
      ok: true,
      data: {
        ...{
          customer: { userRole: 'customer' },
          driver: { userRole: 'driver' },
          hired: { userRole: 'driver' },
          admin: { userRole: 'admin', staffRole: 'owner' },
          support: { userRole: 'admin', staffRole: 'support' },
          billing: { userRole: 'admin', staffRole: 'billing' },
        }[role],
        email,
        emailIsVerified: true,
      },
    })
    expect(user.ok ? (user.data.workingUnitIds ?? []) : []).toHaveLength(
      { customer: 0, driver: 2, hired: 1, admin: 0, support: 0, billing: 0 }[role],
    )
  })

  it('gives the hired driver jobs of one van, without prices', async () => {
    const call = app.call((await signInAs('hired')).access)
    const { unit } = await must(call(getDrivenUnit))
    const { bookings } = await must(call(getSchedule, { params: { id: unit?.id ?? '' }, query: { days: 28 } }))
    expect(bookings.length).toBeGreaterThan(3)
    expect(new Set(bookings.map(({ totalPence }) => totalPence))).toEqual(new Set([null]))
  })

  it('has units whose status is what their documents and profiles make it, whatever changes next', async () => {
    const companies = await rowsOf<{ id: string }>('select id from companies.company')
    const wrong: string[] = []
    for (const { id } of companies) {
      const company = await readCompany(app.ctx, { companyId: id })
      for (const { id: unitId, status, documentsUntil: papersUntil, derived } of company?.units ?? [])
        if (status !== derived.status || papersUntil !== derived.documentsUntil)
          wrong.push(`${unitId}: ${status}, ${papersUntil} should be ${derived.status}, ${derived.documentsUntil}`)
    }
    expect(wrong).toEqual([])
  })

  it('has documents to look at, and a mark and a photo of every company', async () => {
    const { access } = await signInAs('admin')
    const admin = app.call(access)
    const queue = await must(admin(listVerifications))
    expect(queue.results.length).toBeGreaterThanOrEqual(3)
    const desk = await must(admin(getVerification, { params: { id: queue.results[0]?.workingUnit.id ?? '' } }))
    const waiting = desk.documents.flatMap(({ newest }) => (newest?.status === 'pending' ? newest.files : []))
    expect(new Set(waiting.map(({ pages }) => pages.length))).toEqual(new Set([1, 2]))
    for (const { url, bytes } of waiting.flatMap(({ pages }) => pages)) {
      const file = await app.app.fastify.inject({ url, headers: { authorization: `Bearer ${access}` } })
      expect([file.statusCode, file.headers['content-type'], file.rawPayload.length]).toEqual([
        200,
        'image/webp',
        bytes,
      ])
    }
    const [bare] = await rowsOf<{ count: number }>(
      `select count(*)::int as count from companies.company c where logo_url is null or not exists (select from companies.photo p where p.company_id = c.id)`,
    )
    expect(bare?.count).toBe(0)
    const [logo] = await rowsOf<{ logo_url: string }>('select logo_url from companies.company limit 1')
    expect((await app.app.fastify.inject(logo?.logo_url ?? '')).headers['content-type']).toBe('image/webp')
  })

  it('has bookings whose move its customer can change at the terms booked', async () => {
    const customer = app.call((await signInAs('customer')).access)
    const { results } = await must(customer(listFutureBookings, { query: {} }))
    const bookings = results.filter(({ status }) => status === 'confirmed')
    expect(bookings.length).toBeGreaterThan(0)
    for (const { id, totalPence } of bookings) {
      const { version, way } = await must(customer(getBookedMove, { params: { id } }))
      expect(way).toBe('move')
      const [booked] = await rowsOf<{ move: AskedMove }>(`select move from bookings.booking where id = '${id}'`)
      if (!booked) throw new Error('The booking is not there')
      const { routePoints, items, manPower, vanCategory, needTailLift } = booked.move
      const [first, ...others] = items
      const more = first ? [{ ...first, amount: first.amount + 1 }, ...others] : []
      const body = { routePoints, items: more, manPower, vanCategory, needTailLift, version }
      const priced = await must(customer(priceMove, { params: { id }, body }))
      expect(priced.from.totalPence).toBe(totalPence)
      expect(priced.to.totalPence).toBeGreaterThanOrEqual(totalPence)
    }
  })

  it('gives the customer bookings ahead and behind', async () => {
    const call = app.call((await signInAs('customer')).access)
    const [future, past] = [await call(listFutureBookings), await call(listPastBookings)]
    if (!future.ok || !past.ok) throw new Error('The lists did not come')
    expect(new Set(future.data.results.map(({ status }) => status))).toEqual(
      new Set(['new_booking', 'confirmed', 'in_progress']),
    )
    expect(past.data.results.map(({ status }) => status)).toContain('completed')
  })

  it('has companies, vans and work enough', async () => {
    const [counts] = await rowsOf<Record<string, number>>(`
      select (select count(*) from companies.company) as companies, (select count(*) from fleet.working_unit) as units,
        (select count(*) from bookings.booking where status = 'completed') as completed,
        (select count(distinct status) from bookings.booking) as statuses,
        (select count(distinct status) from fleet.working_unit) as unit_statuses`)
    expect(counts?.companies).toBeGreaterThanOrEqual(70)
    expect(counts?.units).toBeGreaterThanOrEqual(170)
    expect(counts?.completed).toBeGreaterThan(1000)
    expect(counts?.statuses).toBeGreaterThanOrEqual(7)
    expect(counts?.unit_statuses).toBe(10)
  })
})

describe('a booking in every state', () => {
  it('is there for its customer and its driver, hot and awaiting too', async () => {
    const call = app.call((await signInAs('customer')).access)
    const [future, past] = [
      await must(call(listFutureBookings, { query: { pageSize: 100 } })),
      await must(call(listPastBookings, { query: { pageSize: 100 } })),
    ]
    const states = (list: typeof past.results) => new Set(list.map(({ status, isHot }) => (isHot ? 'hot' : status)))
    expect(states(future.results)).toEqual(new Set(['new_booking', 'hot', 'confirmed', 'in_progress']))
    expect(states(past.results)).toEqual(
      new Set(['completed', 'canceled_by_customer', 'rejected', 'not_taken_by_driver', 'no_one_took']),
    )
    expect(new Set(past.results.filter(({ status }) => status === 'completed').map((one) => one.hasFeedback))).toEqual(
      new Set([true, false]),
    )
    const [waiting] = await rowsOf<{ count: string }>(
      `select count(*) from bookings.booking where awaiting_verification and status = 'new_booking'`,
    )
    expect(Number(waiting?.count)).toBe(1)
  })

  it('has each hot job offered to somebody', async () => {
    await app.runJobs(hotJobOffered)
    const hot = await rowsOf<{ id: string; offers: number }>(`
      select b.id, (select count(*)::int from bookings.hot_offer o where o.booking_id = b.id) as offers
      from bookings.booking b where b.is_hot and b.status = 'new_booking'`)
    expect(hot.length).toBeGreaterThan(0)
    expect(hot.filter(({ offers }) => offers === 0)).toEqual([])
  })

  it('has a hot job that the driver can take, and one that the driver is asked about again', async () => {
    const call = app.call((await signInAs('driver')).access)
    const [unit] = await rowsOf<{ id: string }>(
      `select u.id from fleet.working_unit u join companies.company c on c.id = u.company_id
        join identity."user" o on o.id = c.owner_user_id where o.email = 'driver@vanfare.test' order by u.created_at, u.id`,
    )
    const params = { id: unit?.id ?? '' }
    const hot = (await must(call(listHotJobs, { params, query: {} }))).results
    expect(hot.length).toBeGreaterThanOrEqual(1)
    const confirmed = (await must(call(listConfirmedBookings, { params, query: { pageSize: 100 } }))).results
    expect(confirmed.filter(({ reconfirmBy }) => reconfirmBy)).toHaveLength(1)
    expect(confirmed.filter(({ status }) => status === 'in_progress')).toHaveLength(1)
    await must(call(takeBooking, { params: { id: hot[0]?.id ?? '' }, body: { workingUnitId: params.id } }))
  })

  it('has asked about every confirmed job of the next day, and asks the driver about each of theirs that is further ahead', async () => {
    const now = app.clock.now()
    const confirmed = await rowsOf<{
      id: string
      start_at: Date
      created_at: Date
      confirmed_at: Date
      is_asked: boolean
      is_own: boolean
      ask_at: Date | null
    }>(`
      select b.id, b.start_at, b.created_at, b.confirmed_at, b.reconfirm_by is not null as is_asked, o.email = 'driver@vanfare.test' as is_own,
        (select min(j.start_after) from pgboss.job j where j.name = 'bookings.reconfirmation-due' and j.data ->> 'bookingId' = b.id::text) as ask_at
      from bookings.booking b join companies.company c on c.id = b.company_id join identity."user" o on o.id = c.owner_user_id
      where b.status = 'confirmed' and b.start_at > '${now.toISOString()}'`)
    const due = confirmed.map((one) => ({
      ...one,
      askAt: reconfirmationAt(one.start_at, one.created_at, one.confirmed_at) ?? null,
    }))
    const asked = due.filter(({ askAt }) => askAt !== null && askAt <= now)
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter(({ is_asked: isAsked }) => !isAsked)).toEqual([])
    const ahead = due.filter(({ askAt, is_own: isOwn }) => isOwn && askAt !== null && askAt > now)
    expect(ahead.length).toBeGreaterThan(0)
    expect(ahead.map(({ ask_at: queued }) => queued)).toEqual(ahead.map(({ askAt }) => askAt))
  })

  it.each(['2026-11-20T03:10:00Z', '2026-12-25T13:45:00Z', '2027-03-28T00:40:00Z'])(
    'started at %s, one is in progress',
    (instant) => {
      const now = new Date(instant)
      const tables = tablesAt(now)
      const own = (tables['bookings.booking'] ?? []).filter(
        ({ status, startAt, endAt }) =>
          status === 'in_progress' && new Date(String(startAt)) < now && new Date(String(endAt)) > now,
      )
      expect(own.length).toBeGreaterThanOrEqual(1)
      const states = new Set(
        (tables['bookings.booking'] ?? []).map(
          ({ status, isHot, awaitingVerification }) => `${status} ${isHot} ${awaitingVerification}`,
        ),
      )
      expect(states.size).toBe(10)
    },
  )
})

describe('what hangs together', () => {
  it('keeps each rating equal to its reviews', async () => {
    const wrong = await rowsOf(`
      select c.name from companies.company c
      left join lateral (
        select count(*) as n, round(avg((punctuality + care + value) / 3.0), 2) as mean from reviews.review where company_id = c.id) r on true
      where c.reviews_count <> r.n or c.rating is distinct from r.mean`)
    expect(wrong).toEqual([])
  })

  it('holds the time of every active booking, inside the working hours', async () => {
    const wrong = await rowsOf(`
      select b.id, b.status from bookings.booking b left join calendar.hold h on h.booking_id = b.id
      where (b.status in ('new_booking', 'confirmed', 'in_progress') and not b.is_hot and not b.awaiting_verification) <> (h.id is not null)
        or h.during <> tstzrange(b.start_at, b.end_at) or h.unit_id <> b.unit_id
        or h.id is not null and b.status <> 'in_progress' and b.reconfirm_by is null and not exists (
          select from calendar.business_day d where d.unit_id = h.unit_id and not d.day_off
            and d.day_of_week = extract(isodow from b.start_at at time zone 'Europe/London')
            and b.start_at at time zone 'Europe/London' >= date_trunc('day', b.start_at at time zone 'Europe/London') + make_interval(mins => d.start_minute)
            and b.end_at at time zone 'Europe/London' <= date_trunc('day', b.start_at at time zone 'Europe/London') + make_interval(mins => d.end_minute))`)
    expect(wrong).toEqual([])
  })

  it('has moves that can be priced again as they were booked', async () => {
    const moves = await rowsOf<{ move: AskedMove }>('select distinct move from bookings.booking')
    expect(moves.length).toBeGreaterThan(100)
    const refused = moves.flatMap(({ move }) => {
      const places = move.routePoints.flatMap(({ postcode }) => locate(postcode, { outcodes, areas }) ?? [])
      return refuseIfImpossible(move, modelJourney(places).legs)?.detail ?? []
    })
    expect(refused).toEqual([])
  })

  it('prices every booking by lines that add up, and dates it before it starts', async () => {
    const wrong = await rowsOf(`
      select id from bookings.booking b
      where total_pence <> (select sum((line ->> 'amountPence')::int) from jsonb_array_elements(lines) line)
        or created_at >= start_at or created_at > '${app.clock.now().toISOString()}'`)
    expect(wrong).toEqual([])
  })
})

describe('when it is loaded', () => {
  it('does nothing where there is a company', async () => {
    const counted = 'select count(*) from bookings.booking'
    const before = await rowsOf(counted)
    await load()
    expect(await rowsOf(counted)).toEqual(before)
  })

  it('does nothing in production mode', async () => {
    const empty = await createTestApp()
    try {
      await loadDemonstration(empty.database.owner, {
        log: createLog('silent'),
        config: { ...empty.app.ctx.config, appMode: 'production' },
      })
      const { rows } = await empty.app.pool.query('select from companies.company')
      expect(rows).toEqual([])
    } finally {
      await empty.close()
    }
  })
})

/** Towns of 5 to 120 miles from each other. */
const HOUSE_ROUTES = [
  { from: 'BS7 8AA', to: 'BS14 8AA', miles: 5 },
  { from: 'NE2 2AA', to: 'SR4 6AA', miles: 14 },
  { from: 'SO14 2AA', to: 'PO4 8AA', miles: 20 },
  { from: 'LS6 3AA', to: 'YO30 6AA', miles: 25 },
  { from: 'BT7 1AA', to: 'BT62 1AA', miles: 28 },
  { from: 'M14 5AA', to: 'L15 4AA', miles: 34 },
  { from: 'BS5 6AA', to: 'CF24 3AA', miles: 40 },
  { from: 'NR2 3AA', to: 'IP4 1AA', miles: 45 },
  { from: 'AB24 1AA', to: 'DD2 1AA', miles: 68 },
  { from: 'E17 4QH', to: 'BN1 4QL', miles: 70 },
  { from: 'M20 1AA', to: 'B29 6AA', miles: 86 },
  { from: 'W3 6AA', to: 'BS3 1AA', miles: 115 },
]
const UPRIGHT_PIANO = 317
const MEDIUM_BOX = 802

describe('a whole house with a piano, on a Saturday three weeks ahead', () => {
  beforeAll(async () => {
    // Bookings already made for that day do not count here.
    await app.app.pool.query('delete from calendar.hold where lower(during) > $1', [
      addDays(localDayOf(app.clock.now()), 15),
    ])
  })

  async function pricesOf(home: 'three' | 'four', boxes: number, { from, to }: (typeof HOUSE_ROUTES)[number]) {
    const friday = addDays(localDayOf(app.clock.now()), 21)
    const items = TYPICAL_HOMES[home].map(({ id, amount }) => ({
      movingItem: id,
      amount: id === MEDIUM_BOX ? amount + boxes : amount,
    }))
    // The searches of an address are limited by the minute.
    app.clock.advance({ minutes: 2 })
    const { results } = await must(
      app.call()(findQuotes, {
        query: { pageSize: 100 },
        body: {
          routePoints: [
            { number: 0, postcode: from, stairs: 0, date: addDays(friday, 6 - dayOfWeek(friday)), time: '09:00' },
            { number: 1, postcode: to, stairs: 0 },
          ],
          items: [...items, { movingItem: UPRIGHT_PIANO, amount: 1 }],
          manPower: 'two_porters',
          vanCategory: 'luton_van',
        },
      }),
    )
    return results
  }

  it('has three or more whole prices of the typical three-bedroom home between each of twelve pairs of towns', async () => {
    const few: string[] = []
    for (const route of HOUSE_ROUTES) {
      const quotes = await pricesOf('three', 0, route)
      for (const quote of quotes) expect(sumPence(quote.lines.map((line) => line.amountPence))).toBe(quote.totalPence)
      if (quotes.length < 3) few.push(`${route.from} to ${route.to}: ${quotes.length}`)
    }
    expect(few).toEqual([])
  })

  it('has one or more of the four-bedroom home with 60 boxes more, up to forty miles', async () => {
    const none: string[] = []
    for (const route of HOUSE_ROUTES.filter(({ miles }) => miles <= 40))
      if ((await pricesOf('four', 60, route)).length === 0) none.push(`${route.from} to ${route.to}`)
    expect(none).toEqual([])
  })
})
