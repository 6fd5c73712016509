import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demonstrationSignIns, loadDemonstration } from '#app/demonstration.ts'
import { listCreditClients } from '#modules/billing/documents/contract.ts'
import { catchUpOn } from '#modules/billing/ledger/commands.ts'
import { agreeChange, listChanges } from '#modules/bookings/changes/contract.ts'
import { answerClaim, getClaim, listClaims } from '#modules/bookings/claims/contract.ts'
import { listFutureBookings, listPastBookings } from '#modules/bookings/contract.ts'
import { listHotJobs, listNewBookings } from '#modules/bookings/lists/contract.ts'
import { getDay, getMyDay } from '#modules/bookings/day/contract.ts'
import { listDayQuestions } from '#modules/bookings/day/questions/contract.ts'
import { recordSigner } from '#modules/bookings/day/record/gateway.ts'
import { readRecord } from '#modules/bookings/day/record/queries.ts'
import { verifyRecord } from '#modules/bookings/day/record/rules.ts'
import { confirmRebook, listRebookings } from '#modules/bookings/replacement/contract.ts'
import { getThread, listConversations, listReports } from '#modules/bookings/thread/contract.ts'
import { listUndelivered } from '#modules/notifications/contract.ts'
import { createLog } from '#platform/log.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { firstOf } from '#test/support/cases.ts'
import { must } from '#test/support/driver.ts'
import { logIn } from '#modules/identity/contract.ts'
import { generateDemonstration } from '../../db/seed/generate.ts'
import { drawPictures, type Pictures } from '../../db/seed/life/photos.ts'
import type { Tables } from '../../db/seed/rows.ts'

let app: TestApp
let pictures: Pictures

beforeAll(async () => {
  app = await createTestApp()
  pictures = await drawPictures()
  await loadDemonstration(app.database.owner, {
    log: createLog('silent'),
    config: { ...app.app.ctx.config, appMode: 'demo' },
    clock: app.clock,
  })
})
afterAll(() => app.close())

const rowsOf = async <Row extends object>(query: string): Promise<Row[]> => (await app.app.pool.query<Row>(query)).rows

async function callAs(wanted: (typeof demonstrationSignIns)[number]['role']) {
  const { email = '', password = '' } = demonstrationSignIns.find(({ role }) => role === wanted) ?? {}
  return app.call((await must(app.call()(logIn, { body: { email, password } }))).access)
}

/** The vans of the demonstration's driver, as they are listed. */
const unitIds = async () =>
  (
    await rowsOf<{ id: string }>(
      `select u.id from fleet.working_unit u join companies.company c on c.id = u.company_id
        join identity."user" o on o.id = c.owner_user_id where o.email = 'driver@vanfare.test' order by u.created_at, u.id`,
    )
  ).map(({ id }) => id)

describe('whenever it is started', () => {
  const starts = ['2027-03-28T00:40:00Z', '2026-11-20T03:10:00Z', '2026-11-23T15:15:16Z', '2026-12-25T13:45:00Z']
  it.each(firstOf(1, [...starts, '2026-08-02T22:55:00Z']))(
    'at %s, every state is there, and nothing is dated later',
    (instant) => {
      const now = new Date(instant)
      const sender = { name: 'Vanfare', reviewUrl: () => 'https://vanfare.test/' }
      const given = { hashes: { signIns: 'x', others: 'x' }, pictures, sender }
      const { tables } = generateDemonstration(now, given)
      const [first] = tables['fleet.working_unit'] ?? []
      const toAnswer = (tables['bookings.booking'] ?? []).filter(
        ({ unitId, status, isHot, awaitingVerification }) =>
          unitId === first?.id && status === 'new_booking' && !isHot && !awaitingVerification,
      )
      expect(toAnswer).not.toEqual([])
      const states = <Row>(rows: readonly Row[] | undefined, of: (row: Row) => unknown) => new Set((rows ?? []).map(of))
      expect(states(tables['bookings.change'], ({ state, proposedBy }) => `${state} ${proposedBy}`)).toEqual(
        new Set(['open mover', 'agreed mover', 'refused customer']),
      )
      expect(states(tables['bookings.claim'], ({ status, answeredAt }) => `${status} ${Boolean(answeredAt)}`)).toEqual(
        new Set(['with_company false', 'with_office true', 'with_office false', 'settled true', 'decided true']),
      )
      expect(states(tables['bookings.day'], ({ hours, hoursBy }) => `${hours} ${hoursBy}`)).toEqual(
        new Set(['open null', 'disputed null', 'confirmed customer', 'confirmed silence']),
      )
      expect(states(tables['bookings.day_photo'], ({ stage }) => stage)).toEqual(new Set(['before', 'after']))
      expect(states(tables['bookings.message_report'], ({ decision }) => decision)).toEqual(new Set([null, 'remove']))
      expect(states(tables['bookings.keys_link'], ({ releasedAt }) => releasedAt)).toEqual(new Set([null]))
      expect(states(tables['notifications.message'], ({ channel }) => channel)).toEqual(new Set(['email', 'sms']))
      expect(tables['bookings.rebooking']).toHaveLength(1)
      expect(tables['bookings.day_question']).toHaveLength(1)
      expect(overlaps(tables)).toEqual([])
      const moments = Object.entries(tables).flatMap(([table, rows]) =>
        rows.flatMap((row) =>
          Object.entries(row)
            .filter(([column, value]) => PAST.test(column) && value instanceof Date && value > now)
            .map(([column, value]) => `${table}.${column} ${String(value)}`),
        ),
      )
      expect(moments).toEqual([])
      const again = generateDemonstration(now, given).tables
      for (const table of ['bookings.day_entry', 'bookings.day_detail', 'bookings.message', 'files.file'] as const)
        expect(again[table]).toEqual(tables[table])
    },
  )
})

/** Bookings of one van, held or done, at the same time. */
function overlaps(tables: Tables): string[] {
  const byUnit = Map.groupBy(
    (tables['bookings.booking'] ?? []).filter(({ status }) =>
      ['confirmed', 'in_progress', 'completed', 'new_booking'].includes(status ?? ''),
    ),
    ({ unitId }) => unitId ?? '',
  )
  return [...byUnit].flatMap(([unitId, bookings]) => {
    if (!unitId) return []
    const sorted = bookings.toSorted((a, b) => Number(a.startAt) - Number(b.startAt))
    return sorted.flatMap((one, index) => {
      const next = sorted[index + 1]
      return next && !one.awaitingVerification && !next.awaitingVerification && one.endAt > next.startAt
        ? [`${unitId} ${String(one.startAt)} ${String(next.startAt)}`]
        : []
    })
  })
}

/** Columns of what has happened. */
const PAST =
  /^(at|createdAt|happenedAt|startedAt|finishedAt|setOffAt|pausedAt|hoursAt|askedAt|madeAt|answeredAt|decidedAt|failedAt|lastAt|removedAt|confirmedAt|attachedAt|customerReadAt|companyReadAt)$/

describe('the days', () => {
  it('have records that verify, each', async () => {
    const days = await rowsOf<{ id: string }>('select booking_id as id from bookings.day')
    expect(days.length).toBeGreaterThan(100)
    const signer = recordSigner(app.ctx)
    for (const { id } of days) {
      const { body } = await readRecord(app.ctx, id)
      expect(verifyRecord(body as string, signer)).toMatchObject({ isValid: true, bookingId: id })
    }
  })

  it('agree with their bookings, their trail and their record', async () => {
    const wrong = await rowsOf(`
      with trail as (
        select booking_id, max(at) filter (where kind = 'started') as started, max(at) filter (where kind = 'finished') as finished,
          max(at) filter (where kind = 'hours_confirmed') as confirmed from bookings.event group by 1
      ), entry as (
        select e.booking_id, max(e.at) filter (where e.kind = 'started') as started, max(e.at) filter (where e.kind = 'finished') as finished,
          count(*) filter (where e.kind = 'loaded')::int as loaded, max(e.at) filter (where e.kind = 'hours_confirmed') as confirmed,
          bool_and(e.at >= b.created_at) as is_after from bookings.day_entry e join bookings.booking b on b.id = e.booking_id group by 1
      )
      select b.id, b.status, d.*, t.*, e.* from bookings.day d
      join bookings.booking b on b.id = d.booking_id join trail t on t.booking_id = b.id left join entry e on e.booking_id = b.id
      where (b.status = 'completed') <> (d.finished_at is not null) or b.status not in ('completed', 'in_progress')
        or (d.started_at, d.finished_at, d.hours_at) is distinct from (t.started, t.finished, t.confirmed)
        or (d.started_at, d.finished_at, d.hours_at, cardinality(d.loaded)) is distinct from (e.started, e.finished, e.confirmed, e.loaded)
        or not e.is_after or (b.final_pence is not null) <> (d.hours = 'confirmed')
        or b.final_pence <> b.total_pence + (select coalesce(sum((line ->> 'amountPence')::int), 0) from jsonb_array_elements(b.extra_lines) line)`)
    expect(wrong).toEqual([])
    const without = await rowsOf(`
      select b.id from bookings.booking b join identity."user" u on u.id = b.customer_id
      where b.status in ('in_progress', 'completed') and (b.status = 'in_progress' or u.email = 'customer@vanfare.test')
        and not exists (select from bookings.day d where d.booking_id = b.id)`)
    expect(without).toEqual([])
  })

  it('keep photos whose digests are those of the files', async () => {
    const photos = await rowsOf<{ key: string; digest: Buffer; recorded: boolean }>(`
      select f.storage_key as key, p.digest, exists (select from bookings.day_detail d
        where d.booking_id = p.booking_id and d.payload -> 'photos' ? encode(p.digest, 'hex') and d.payload ->> 'stage' = p.stage) as recorded
      from bookings.day_photo p join files.file f on f.id = p.file_id`)
    expect(photos.length).toBeGreaterThan(10)
    for (const { key, digest, recorded } of photos) {
      const stored = await app.ctx.services.storage.read(key)
      const hash = createHash('sha256')
      for await (const chunk of stored?.stream ?? []) hash.update(chunk as Buffer)
      expect([hash.digest('hex'), recorded]).toEqual([digest.toString('hex'), true])
    }
  })
})

describe('what is written and asked', () => {
  it('counts unread as the marks say, in bookings of that company, and never before they were booked', async () => {
    const wrong = await rowsOf(`
      select t.* from bookings.thread t join bookings.booking b on b.id = t.booking_id
      where t.company_id <> b.company_id or t.customer_id <> b.customer_id
        or t.last_message_id <> (select m.id from bookings.message m where m.booking_id = b.id order by m.at desc, m.id desc limit 1)
        or exists (select from bookings.message m where m.booking_id = b.id and (m.at < b.created_at or m.company_id <> b.company_id))
        or t.customer_unread <> (select count(*) from bookings.message m
          where m.booking_id = b.id and m.side = 'company' and m.at > coalesce(t.customer_read_at, '-infinity'))
        or t.company_unread <> (select count(*) from bookings.message m
          where m.booking_id = b.id and m.side = 'customer' and m.at > coalesce(t.company_read_at, '-infinity'))`)
    expect(wrong).toEqual([])
  })

  it('claims within a week of the finish, once each, for what their items add up to', async () => {
    const wrong = await rowsOf(`
      select k.* from bookings.claim k join bookings.booking b on b.id = k.booking_id
      where b.status <> 'completed' or k.company_id <> b.company_id
        or k.made_at > (select max(e.at) from bookings.event e where e.booking_id = b.id and e.kind = 'finished') + interval '7 days'
        or k.asked_pence <> (select sum(i.asked_pence) from bookings.claim_item i where i.booking_id = b.id)
        or (select count(*) from bookings.event e where e.booking_id = b.id and e.kind = 'claimed') <> 1`)
    expect(wrong).toEqual([])
  })

  it('has changes in the price as they were agreed', async () => {
    const [agreed] = await rowsOf<{ lines: number }>(`
      select (select count(*)::int from jsonb_array_elements(b.lines) line
        where line ->> 'code' = 'agreed_change' and (line ->> 'amountPence')::int = c.amount_pence) as lines
      from bookings.change c join bookings.booking b on b.id = c.booking_id where c.state = 'agreed'`)
    expect(agreed).toEqual({ lines: 1 })
  })

  it('has a booking by phone, of an account without an address', async () => {
    const [special] = await rowsOf(`
      select u.opened_by, u.email_verified_at, b.special_pay_method, b.payment_method, a.user_role as made_by
      from bookings.booking b join identity."user" u on u.id = b.customer_id join identity."user" a on a.id = b.made_by`)
    expect(special).toEqual({
      opened_by: 'phone',
      email_verified_at: null,
      special_pay_method: 'bank_transfer',
      payment_method: 'cash',
      made_by: 'admin',
    })
  })
})

describe('those who sign in', () => {
  it('as the customer: a move under way, hours to confirm, messages with a photo, a change to answer', async () => {
    const call = await callAs('customer')
    const ahead = (await must(call(listFutureBookings, { query: { pageSize: 100 } }))).results
    const past = (await must(call(listPastBookings, { query: { pageSize: 100, status: 'completed' } }))).results
    const running = ahead.find(({ status }) => status === 'in_progress')
    const day = await must(call(getDay, { params: { id: running?.id ?? '' } }))
    expect(day.clock.state).toBe('running')
    expect(day.photos).toHaveLength(1)
    expect(day.items.some(({ loaded }) => loaded)).toBe(true)
    expect(day.items.every(({ loaded }) => loaded)).toBe(false)
    const days = []
    for (const { id } of past) days.push(await must(call(getDay, { params: { id } })))
    expect(new Set(days.map(({ hours }) => hours.state))).toEqual(new Set(['to_confirm', 'disputed', 'confirmed']))
    const talks = (await must(call(listConversations, { query: {} }))).results
    expect(talks.some(({ unread }) => unread > 0)).toBe(true)
    const thread = await must(call(getThread, { params: { id: running?.id ?? '' } }))
    expect(new Set(thread.results.map(({ side }) => side))).toEqual(new Set(['customer', 'company']))
    expect(thread.results.flatMap(({ photos }) => photos).length).toBeGreaterThan(0)
    const changes = []
    for (const { id } of ahead.filter(({ status }) => status === 'confirmed'))
      changes.push(
        ...(await must(call(listChanges, { params: { id } }))).map((change) => ({ bookingId: id, ...change })),
      )
    const open = changes.find(({ state }) => state === 'open')
    const agreed = await must(
      call(agreeChange, {
        params: { id: open?.bookingId ?? '' },
        body: { changeId: open?.id ?? '', version: open?.version ?? 0 },
      }),
    )
    expect(agreed.state).toBe('agreed')
  })

  it('as the driver: a job that runs, a hot job, a customer who comes again, a claim to answer', async () => {
    const call = await callAs('driver')
    const [id = ''] = await unitIds()
    const { jobs } = await must(call(getMyDay, { params: { id }, query: {} }))
    expect(jobs.map(({ day }) => day.clock.state)).toContain('running')
    expect((await must(call(listNewBookings, { params: { id }, query: {} }))).results.length).toBeGreaterThan(0)
    expect((await must(call(listHotJobs, { params: { id }, query: {} }))).results.length).toBeGreaterThan(0)
    const [again] = (await must(call(listRebookings, { params: { id }, query: {} }))).results
    expect((await must(call(confirmRebook, { params: { id: again?.bookingId ?? '' } }))).status).toBe('confirmed')
    const [claim] = await rowsOf<{ id: string }>(
      `select booking_id as id from bookings.claim where status = 'with_company'`,
    )
    const params = { id: claim?.id ?? '' }
    const { askedPence } = await must(call(getClaim, { params }))
    const body = { acceptedPence: askedPence, text: 'We pay all of it.' }
    expect((await must(call(answerClaim, { params, body }))).status).toBe('settled')
  })

  it('as the hired driver: a job that waits for its keys, and its messages', async () => {
    const call = await callAs('hired')
    const [, id = ''] = await unitIds()
    const { jobs } = await must(call(getMyDay, { params: { id }, query: {} }))
    expect(jobs.map(({ day }) => day.clock.pauseReason)).toContain('keys_not_released')
    const talks = (await must(call(listConversations, { query: {} }))).results
    expect(talks.map(({ unread }) => unread)).toEqual([1])
  })

  it('as the office: a question of a day, claims, a report, and what did not arrive', async () => {
    const call = await callAs('admin')
    expect((await must(call(listDayQuestions, { query: {} }))).results.map(({ kind }) => kind)).toEqual(['hours'])
    expect((await must(call(listClaims, { query: {} }))).results).toHaveLength(2)
    expect((await must(call(listReports, { query: {} }))).results).toHaveLength(1)
    expect((await must(call(listReports, { query: { show: 'decided' } }))).results).toHaveLength(1)
    expect((await must(call(listUndelivered, { query: {} }))).results).toHaveLength(3)
  })
})

it('owes a customer what a company gave back too late, so that the office has a credit to make', async () => {
  await catchUpOn(app.ctx, { since: '2000-01-01T00:00:00Z' })
  const office = await callAs('admin')
  const { results } = await must(office(listCreditClients, { query: {} }))
  expect(results).toHaveLength(1)
})
