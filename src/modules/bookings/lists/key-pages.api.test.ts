import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, anOffice, dayHelpers, dayTime, type TestDay } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import { listFutureBookings, listPastBookings } from '../contract.ts'
import { finishJob, startJob } from '../day/actions/contract.ts'
import { confirmHours } from '../day/hours/contract.ts'
import { decideDayQuestion, listDayQuestions } from '../day/questions/contract.ts'

describe('pages opened by a key', () => {
  /** A list that grows, by the example of a customer's bookings (platform/key-pages.ts). */
  const MANY = 12_000

  /** A booking holds some kilobytes of computed work, which these queries do not read. */
  const SMALL_WORK = `jsonb_build_object('places', '[]'::jsonb, 'order',
  jsonb_build_object('distance', work #> '{order,distance}', 'estimated', work #> '{order,estimated}', 'totalTime', work #> '{order,totalTime}'))`

  let app: TestApp
  let likeThis: string
  let many: Customer
  let nearTheEnd: string
  let client: pg.Client

  interface Customer {
    id: string
    bearer: string
  }
  beforeAll(async () => {
    app = await createTestApp()
    // A connection of its own: the product's give a statement three seconds.
    client = new pg.Client(app.database.connection)
    await client.connect()
    many = await aSignedIn()
    await aUnit(app)
    likeThis = (await aBooking(app)).id
    const at = `timestamptz '2026-11-01' - n * interval '10 minutes'`
    // A cursor knows a row, not a number: behind the fiftieth from the end, whatever comes before it later.
    await insert(many, `generate_series(${MANY - 99}, ${MANY}) n`, at)
    nearTheEnd = (await past(many, { pageSize: 50 })).nextCursor ?? ''
    await insert(many, `generate_series(1, ${MANY - 100}) n`, at)
    await app.database.asOwner('vacuum analyze bookings.booking')
  }, 120_000)
  afterAll(async () => {
    await client.end()
    await app.close()
  })

  async function aSignedIn(): Promise<Customer> {
    const { id } = await aCustomer(app)
    return { id, bearer: (await sessionFor(app, id)).bearer }
  }

  /** One booking for each row of a set of numbers `n`. */
  async function insert({ id }: Customer, numbers: string, startAt: string, status = 'completed'): Promise<string[]> {
    const { rows } = await client.query<{ id: string }>(`
    insert into bookings.booking (customer_id, company_id, unit_id, quote_id, status, start_at, end_at, payment_method, total_pence,
      ceiling_pence, commissionable_pence, lines, move, work, route_points, request_digest, created_at)
    select '${id}', company_id, unit_id, md5(random()::text), '${status}', s.at, s.at + interval '3 hours', payment_method, total_pence,
      ceiling_pence, commissionable_pence, '[]', move, ${SMALL_WORK}, '[]', like_this.request_digest, like_this.created_at
    from ${numbers}, lateral (select ${startAt} as at) s, bookings.booking like_this where like_this.id = '${likeThis}' returning id`)
    return rows.map((row) => row.id)
  }

  type Asked = NonNullable<CallInput<typeof listPastBookings>['query']>

  async function past({ bearer }: Customer, query: Asked, endpoint: typeof listPastBookings = listPastBookings) {
    const answer = await app.call(bearer)(endpoint, { query })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return { ...answer.data, ids: answer.data.results.map(({ id }) => id) }
  }

  describe('pages that go on behind a row', () => {
    /** Eight in pairs of one start, a microsecond apart and ten minutes apart, the last one first. */
    async function some() {
      const customer = await aSignedIn()
      await insert(
        customer,
        'generate_series(0, 7) n',
        `timestamptz '2026-10-01 09:00:00.000001' + (n / 4) * interval '10 minutes' + (n / 2) * interval '1 microsecond'`,
      )
      return { customer, before: (await past(customer, { pageSize: 100 })).ids }
    }
    /** Two at each end and one right between those that are there. */
    const others = (customer: Customer) =>
      insert(
        customer,
        `unnest('{2026-10-02,2026-10-01 09:10:01,2026-10-01 09:05,2026-09-01}'::timestamptz[]) n`,
        'n::timestamptz',
      )

    it('have each row once, in order, however many come in meanwhile', async () => {
      const { customer, before } = await some()
      const seen: string[] = []
      let after: string | undefined
      for (let pages = 0; pages < 20; pages += 1) {
        const page = await past(customer, { pageSize: 3, after })
        seen.push(...page.ids)
        if (page.nextCursor === null) break
        after = page.nextCursor
        await others(customer)
      }
      expect(seen.filter((id) => before.includes(id))).toEqual(before)
      expect(new Set(seen).size).toBe(seen.length)
    })

    it('the control: pages by number have a row twice', async () => {
      const { customer, before } = await some()
      const first = await past(customer, { pageSize: 3 })
      await others(customer)
      const second = await past(customer, { pageSize: 3, page: 2 })
      expect([...first.ids, ...second.ids].filter((id) => before.includes(id))).not.toEqual(before.slice(0, 6))
    })

    it('are linked: by number, and behind the cursor of whoever came by one', async () => {
      const { customer } = await some()
      const first = await past(customer, { pageSize: 3 })
      expect([first.count, first.countIsMinimum, first.next]).toEqual([
        8,
        false,
        '/api/booking/past-bookings/?page=2&page_size=3',
      ])
      const second = await past(customer, { pageSize: 3, after: first.nextCursor ?? '' })
      expect(second.next).toBe(`/api/booking/past-bookings/?after=${second.nextCursor}&page_size=3`)
      expect([second.count, second.previous]).toEqual([8, null])
      const last = await past(customer, { pageSize: 3, after: second.nextCursor ?? '' })
      expect([last.ids.length, last.next, last.nextCursor, last.count]).toEqual([2, null, null, 8])
    })

    it('go the other way where the list does', async () => {
      const customer = await aSignedIn()
      const ids = await insert(
        customer,
        'generate_series(0, 4) n',
        `timestamptz '2027-01-01' + n * interval '1 hour'`,
        'confirmed',
      )
      const first = await past(customer, { pageSize: 3 }, listFutureBookings as never)
      const second = await past(customer, { pageSize: 3, after: first.nextCursor ?? '' }, listFutureBookings as never)
      expect([...first.ids, ...second.ids]).toEqual(ids)
    })

    it.each<[string, (own: string) => Promise<string> | string]>([
      ['nonsense', () => 'nonsense'],
      ['one letter changed', (own) => `${own.slice(0, 20)}${own[20] === 'A' ? 'B' : 'A'}${own.slice(21)}`],
      ['half', (own) => own.slice(0, 40)],
      ['text of any kind', () => '{"key":["2026-01-01","x"]} \u{1f600}'],
      ['somebody else’s', async () => (await past(many, { pageSize: 1 })).nextCursor ?? ''],
    ])('a cursor that is %s is refused with its field', async (_name, make) => {
      const { customer } = await some()
      const own = (await past(customer, { pageSize: 1 })).nextCursor ?? ''
      const answer = await app.call(customer.bearer)(listPastBookings, { query: { after: await make(own) } })
      expect(answer).toMatchObject({
        status: 422,
        problem: {
          code: 'invalid',
          errors: { after: ['This cursor doesn’t belong to this list. Start again without it.'] },
        },
      })
      const elsewhere = await app.call(customer.bearer)(listFutureBookings, { query: { after: own } })
      expect(elsewhere).toMatchObject({ status: 422, problem: { errors: { after: [expect.any(String)] } } })
    })
  })

  describe(`a list of ${MANY} rows`, () => {
    it('is counted to 10,000 and paged by number as far, and goes on from there by cursor', async () => {
      const last = await past(many, { page: 500 })
      expect([last.count, last.countIsMinimum, last.ids.length]).toEqual([10_000, true, 20])
      expect(last.next).toBe(`/api/booking/past-bookings/?after=${last.nextCursor}&page_size=20`)
      const behind = await past(many, { after: last.nextCursor ?? '' })
      expect([behind.count, behind.countIsMinimum, behind.ids.length]).toEqual([10_000, true, 20])
      expect(behind.results[0]?.startAt).toBe(startOf(10_001))
      expect(await app.call(many.bearer)(listPastBookings, { query: { page: 501 } })).toMatchObject({
        status: 422,
        problem: { errors: { page: ['Page numbers end after 10,000 rows. Continue with next_cursor.'] } },
      })
    })

    const startOf = (n: number) => new Date(Date.parse('2026-11-01T00:00:00Z') - n * 600_000).toISOString()

    it('costs as much at its end as at its beginning', async () => {
      const first = await readFor({})
      const deep = await readFor({ after: nearTheEnd })
      expect([first.rows, deep.rows]).toEqual([21, 21])
      // The tree of the index is read from its root either way; the pages of the two places differ by a few.
      expect(deep.buffers).toBeLessThan(first.buffers + 30)
      // What it would cost without: by number, half of the way that numbers go.
      const byNumber = await readFor({ page: 250 })
      expect(byNumber.buffers).toBeGreaterThan(deep.buffers * 3)
    })

    it('is counted once, for the page that a cursor begins with', async () => {
      const statements = await sentStatementsOf(app, async () => past(many, { after: nearTheEnd }))
      expect(statements.filter(({ text }) => text.includes('count(*)'))).toHaveLength(0)
    })

    /** What the statement of the rows reads: rows of its answer, and pages of tables and indexes touched. */
    async function readFor(query: Asked) {
      const sent = await sentStatementsOf(app, () => past(many, query))
      const statement = sent.find(
        ({ text }) => text.includes('bookings') && text.includes('limit') && !text.includes('count('),
      )
      if (!statement) throw new Error('There is no statement of the rows')
      const { rows } = await app.app.pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${statement.text}`,
        statement.values,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
      const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
      return { rows: plan['Actual Rows'], buffers }
    }
  })
})

describe('what a company is told on the day of a job', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })
  afterAll(() => app.close())

  const { phone, at } = dayHelpers(() => app)

  /** The pages that the mails and texts of this kind lead to. */
  async function pagesOf({ id }: TestDay, kind: string): Promise<string[]> {
    const messages = await app.ctx.db
      .selectFrom('notifications.message')
      .select(['channel', 'text'])
      .where('subjectId', '=', id)
      .where('kind', '=', kind)
      .execute()
    const links = messages.flatMap(({ text }) => text.match(/https?:\/\/[^\s"<>]+/g) ?? [])
    const pages = links.map((link) => new URL(link)).map(({ pathname, search }) => pathname + search)
    return [...new Set(pages.filter((page) => /^\/(my-day|my-bookings|calendar)/.test(page)))]
  }

  it('leads to that job’s day, of the unit that does it: owner and hired driver alike', async () => {
    const day = await aConfirmedJob(app)
    await aHiredDriver(app, day.driver, day.unit.id)
    const page = [`/my-day/${day.id}?unit=${day.unit.id}`]
    await at(dayTime('09:16'))
    expect(await pagesOf(day, 'job_where_are_you')).toEqual(page)
    const params = { id: day.id }
    await must(day.driver(startJob, { params, body: phone() }))
    await at(dayTime('12:00'))
    await must(day.driver(finishJob, { params, body: phone() }))
    await must(day.customer(confirmHours, { params }))
    expect(await pagesOf(day, 'job_hours_confirmed')).toEqual(page)
  })

  it('leads there the evening before', async () => {
    const day = await aConfirmedJob(app)
    await at('2026-11-27T18:00:00Z')
    expect(await pagesOf(day, 'job_evening_before')).toEqual([`/my-day/${day.id}?unit=${day.unit.id}`])
  })

  it('leads to the job in its list once the day is over for them', async () => {
    const day = await aConfirmedJob(app)
    await at('2026-12-01T09:00:00Z')
    expect(await pagesOf(day, 'job_was_it_done')).toEqual([`/my-day/${day.id}?unit=${day.unit.id}`])
    const desk = await anOffice(app)
    const [question] = (await must(desk(listDayQuestions))).results
    const body = { decision: 'not_done' as const, reason: 'Nobody came.' }
    await must(desk(decideDayQuestion, { params: { id: question?.id ?? '' }, body }))
    expect(await pagesOf(day, 'job_day_decided')).toEqual([
      `/my-bookings/confirmed-bookings?job=${day.id}&unit=${day.unit.id}`,
    ])
  })
})
