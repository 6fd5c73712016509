import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ITEMS } from '#modules/items/data.ts'
import { confirmBooking, rejectBooking } from '#modules/bookings/answers/contract.ts'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { newId } from '#platform/new-id.ts'
import type { Call } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { must, download } from '#test/support/driver.ts'
import { chargeFor, postedJob, type PostedJob } from '#test/support/factories/billed-month.ts'
import { aBooking, search } from '#test/support/factories/booking.ts'
import { aCommission } from '#test/support/factories/commission.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { aFinishedBooking, finishBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { wordsOf } from '#test/support/pdf.ts'
import { createPerson } from '#test/support/people.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { chargeBacklog } from '../cards/commands.ts'
import { markCharged } from '../cards/contract.ts'
import { addCorrection, invoices, statements } from '../documents/contract.ts'
import { continueRun, startRun } from '../runs/contract.ts'
import { processRuns } from '../runs/steps-commands.ts'
import { catchUp, catchUpOn, enterBooking, post, type Entry } from './commands.ts'
import { postingsOfFee, postingsOfRefund } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Begins a test without companies, on a Friday morning. */
async function clearRoads(): Promise<void> {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
}

describe('the ledger', () => {
  beforeEach(clearRoads)

  const entriesOf = (bookingId: string) =>
    app.ctx.db.selectFrom('billing.entry').select(['id', 'cause']).where('bookingId', '=', bookingId).execute()

  describe('an entry', () => {
    it('is made in the transaction that settles the hours, and once, however often it is tried', async () => {
      const { id: unitId } = await aUnit(app)
      const { id } = await aFinishedBooking(app)
      const undone = app.ctx.tx(async (tx) => {
        await settleHours(tx, id, 'silence')
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      expect(await entriesOf(id)).toEqual([])
      await app.ctx.tx((tx) => settleHours(tx, id, 'silence'))
      await Promise.all(
        Array.from({ length: 20 }, () => app.ctx.tx((tx) => enterBooking(tx, { bookingId: id, unitId }))),
      )
      await catchUp(app.ctx, new Date(0))
      expect(await entriesOf(id)).toMatchObject([{ cause: `booking ${id}` }])
    })

    it('that does not balance, or comes without postings, is not committed; nor is a posting without its entry', async () => {
      const entry = () => ({
        id: newId(app.ctx.clock),
        cause: crypto.randomUUID(),
        kind: 'charge' as const,
        at: app.clock.now(),
        day: '2026-11-20',
        about: '{}' as never,
      })
      const alone = app.ctx.tx((tx) => tx.db.insertInto('billing.entry').values(entry()).execute())
      await expect(alone).rejects.toThrow(/does not balance/)
      const lopsided = app.ctx.tx(async (tx) => {
        const row = entry()
        await tx.db.insertInto('billing.entry').values(row).execute()
        await tx.db
          .insertInto('billing.posting')
          .values([
            { entryId: row.id, position: 1, account: 'money', what: 'charge', amountPence: 100 },
            { entryId: row.id, position: 2, account: 'customer', what: 'charge', amountPence: -99 },
          ])
          .execute()
      })
      await expect(lopsided).rejects.toThrow(/does not balance/)
      await aUnit(app)
      const { id } = await aFinishedBooking(app)
      await app.ctx.tx((tx) => settleHours(tx, id, 'silence'))
      const [storedEntry] = await entriesOf(id)
      const later = app.ctx.tx((tx) =>
        tx.db
          .insertInto('billing.posting')
          .values(
            [8, 9].map((position) => ({
              entryId: storedEntry?.id ?? '',
              position,
              account: 'money',
              what: 'charge',
              amountPence: position === 8 ? 5 : -5,
            })),
          )
          .execute(),
      )
      await expect(later).rejects.toThrow(/in the transaction of its entry/)
    })

    it('that moves nothing is left out', async () => {
      const { id: unitId } = await aUnit(app)
      const { id } = await aFinishedBooking(app)
      await app.ctx.db
        .updateTable('bookings.booking')
        .set({ totalPence: 0, commissionablePence: 0, vatPence: 0, lines: '[]' as never })
        .where('id', '=', id)
        .execute()
      await app.ctx.tx((tx) => enterBooking(tx, { bookingId: id, unitId }))
      expect(await entriesOf(id)).toEqual([])
      expect(await app.ctx.tx((tx) => post(tx, []))).toEqual([])
    })
  })

  it('catching up posts what was settled without a ledger, and nothing twice', async () => {
    await aUnit(app)
    const { id } = await aFinishedBooking(app)
    // Before there was a clock of the day, a booking that was completed was settled.
    await sql`delete from bookings.day where booking_id = ${id}`.execute(app.ctx.db)
    expect(await entriesOf(id)).toEqual([])
    expect(await catchUp(app.ctx, new Date(0))).toBeGreaterThanOrEqual(1)
    expect(await entriesOf(id)).toMatchObject([{ cause: `booking ${id}` }])
    expect(await catchUp(app.ctx, new Date(0))).toBe(0)
  })

  it('catching up posts what a company owes by the trail, on its day, for the unit that left, and once', async () => {
    const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
    const { id } = await aBooking(app)
    const call = callAs(app, unit.company.owner.id)
    await must(call(confirmBooking, { params: { id } }))
    // Ten hours before its start: the minimum time is owed.
    app.clock.set('2026-11-27T23:30:00Z')
    await must(call(rejectBooking, { params: { id }, body: { reason: 'broken_van' } }))
    const cause = `compensation ${id} ${unit.id}`
    const posted = () =>
      app.ctx.db
        .selectFrom('billing.entry as e')
        .innerJoin('billing.posting as p', 'p.entryId', 'e.id')
        .select(['e.cause', 'e.kind', 'e.day', 'e.unitId', 'p.account', 'p.amountPence'])
        .where('e.bookingId', '=', id)
        .orderBy('p.position')
        .execute()
    const asItWas = await posted()
    expect(asItWas).toMatchObject([
      { cause, kind: 'compensation', day: '2026-11-27', unitId: unit.id, amountPence: 10_000 },
      { cause, amountPence: -10_000 },
    ])
    // The entry was written by a version without this column.
    const tables = ['billing.posting', 'billing.entry']
    await app.database.asOwner(
      [
        ...tables.map((table) => `alter table ${table} disable trigger user`),
        `delete from billing.unbilled where entry_id in (select id from billing.entry where booking_id = '${id}')`,
        `delete from billing.posting where entry_id in (select id from billing.entry where booking_id = '${id}')`,
        `delete from billing.entry where booking_id = '${id}'`,
        ...tables.map((table) => `alter table ${table} enable trigger user`),
      ].join(';'),
    )
    expect(await posted()).toEqual([])
    app.clock.set('2026-11-29T03:25:00Z')
    expect(await catchUpOn(app.ctx, {})).toBe(1)
    expect(await posted()).toEqual(asItWas)
    expect(await catchUpOn(app.ctx, {})).toBe(0)
  })
})

describe('commission', () => {
  beforeEach(clearRoads)

  const percentOf = async (bookingId: string) =>
    (
      await app.ctx.db
        .selectFrom('billing.entry')
        .select('about')
        .where('bookingId', '=', bookingId)
        .where('kind', '=', 'booking')
        .executeTakeFirstOrThrow()
    ).about.commissionPercent

  it('a job done after a raise pays what was agreed when it was booked, one booked after it the new percentage', async () => {
    const { company } = await aUnit(app)
    const before = await aBooking(app)
    await aCommission(app, { companyId: company.id, percent: 20, fromDay: '2026-11-27' })
    await finishBooking(app, before)
    await app.ctx.tx((tx) => settleHours(tx, before.id, 'silence'))
    expect(await percentOf(before.id)).toBe(15)

    app.clock.set('2026-11-27T00:00:00Z')
    const after = await aBooking(app, { move: aMove({ date: '2026-12-05' }) })
    await finishBooking(app, after)
    await app.ctx.tx((tx) => settleHours(tx, after.id, 'silence'))
    expect(await percentOf(after.id)).toBe(20)
  })

  it('a job that another company took pays what that one had agreed on when it was booked', async () => {
    const first = await aUnit(app)
    await aCommission(app, { companyId: first.company.id, percent: 20, fromDay: '2026-11-20' })
    const booking = await aBooking(app)
    const other = await aUnit(app)
    app.clock.set('2026-11-20T08:59:00Z')
    await aCommission(app, { companyId: other.company.id, percent: 11, fromDay: '2026-11-20' })
    app.clock.set('2026-11-20T09:01:00Z')
    await aCommission(app, { companyId: other.company.id, percent: 13, fromDay: '2026-11-25' })
    await finishBooking(app, booking)
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({ unitId: other.id, companyId: other.company.id })
      .where('id', '=', booking.id)
      .execute()
    await catchUp(app.ctx, new Date(0))
    await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
    expect(await percentOf(booking.id)).toBe(11)
  })
})

describe('card charges', () => {
  beforeAll(() => removeCompanies(app))
  beforeAll(() => app.clock.set('2027-04-05T12:00:00Z'))

  it('a demonstration’s cards are charged but for the newest, and one of them is refunded; again, nothing happens', async () => {
    const unit = await aUnit(app)
    const days = ['2027-04-05', '2027-04-04', '2027-03-20', '2027-03-01']
    const pricePence = 10_000
    const ids = days.map(() => newId(app.clock))
    await app.ctx.tx((tx) =>
      post(
        tx,
        days.map((day, index) => ({
          cause: `booking ${ids[index]}`,
          kind: 'booking' as const,
          day,
          bookingId: ids[index] ?? '',
          companyId: unit.company.id,
          unitId: unit.id,
          customerId: null,
          about: {
            reference: 'ABCD1234',
            from: 'Walthamstow E17',
            to: 'Brighton BN1',
            startAt: `${day}T09:00:00.000Z`,
            registration: null,
            paidBy: 'card' as const,
            pricePence,
            roadChargesPence: 0,
            commissionPercent: 15,
            moverChargesVat: false,
          },
          postings: postingsOfFee({
            pricePence,
            commissionablePence: pricePence,
            commissionPercent: 15,
            paidBy: 'card',
          }),
        })),
      ),
    )
    const due = () => app.ctx.db.selectFrom('billing.card_due').select('bookingId').execute()
    expect(await due()).toHaveLength(4)
    expect(await chargeBacklog(app.ctx, 1)).toBe(3)
    expect(await due()).toEqual([{ bookingId: ids[0] }])
    const moved = await app.ctx.db
      .selectFrom('billing.entry')
      .select(['bookingId', 'kind', 'day'])
      .where('kind', 'in', ['charge', 'refund'])
      .orderBy('day', 'desc')
      .orderBy('id', 'desc')
      .execute()
    // The day after the job, and never tomorrow.
    expect(moved).toEqual([
      { bookingId: ids[1], kind: 'refund', day: '2027-04-05' },
      { bookingId: ids[1], kind: 'charge', day: '2027-04-05' },
      { bookingId: ids[2], kind: 'charge', day: '2027-03-21' },
      { bookingId: ids[3], kind: 'charge', day: '2027-03-02' },
    ])
    expect(await chargeBacklog(app.ctx, 1)).toBe(0)
  })
})

describe('card money', () => {
  let office: Call
  let bearer: string
  let unit: TestUnit

  beforeAll(() => app.clock.set('2026-11-20T09:00:00Z'))
  beforeEach(async () => {
    await removeCompanies(app)
    await on('2026-12-01T09:00:00Z')
    unit = await aUnit(app)
  })

  async function on(moment: string) {
    app.clock.set(moment)
    const { id } = await createPerson(app, { role: 'admin' })
    ;({ bearer } = await sessionFor(app, id))
    office = app.call(bearer)
  }

  /** The booking is £100 at 15 %: £82.00 for the company by card. */
  async function done(more: Partial<PostedJob> = {}): Promise<Entry> {
    const entry = postedJob(app, { unit, day: '2026-11-28', ...more })
    await app.ctx.tx((tx) => post(tx, [entry]))
    return entry
  }
  const collect = (entry: Entry) => app.ctx.tx((tx) => post(tx, [chargeFor(entry)]))
  const giveBack = (entry: Entry) =>
    app.ctx.tx((tx) =>
      post(tx, [
        {
          ...chargeFor(entry),
          cause: `refund ${entry.bookingId} 2`,
          kind: 'refund',
          postings: postingsOfRefund(entry.about.pricePence),
        },
      ]),
    )

  const november = { startDate: '2026-11-01', endDate: '2026-11-30' }
  const december = { startDate: '2026-12-01', endDate: '2026-12-31' }
  const statementOf = (body: object) =>
    must(office(statements.create, { params: { id: unit.id }, body: body as typeof november }))
  const save = (id: string, version?: number) =>
    office(statements.save, { params: { id }, ...(version === undefined ? {} : { body: { version } }) })

  describe('card money that has not been collected', () => {
    it('stands apart on the statement of its month, and comes in the first one after it was; its commission is invoiced in its month', async () => {
      const waiting = await done()
      const collected = await done({ pricePence: 20_000 })
      await collect(collected)
      await done({ pricePence: 5000, paidBy: 'cash' })
      const draft = await statementOf(november)
      expect(draft).toMatchObject({
        entriesCount: 2,
        notCollected: [{ bookingId: waiting.bookingId, cardState: 'to_be_charged', balancePence: 8200 }],
        totals: {
          grossPence: 25_000,
          heldByMoverPence: 5000,
          commissionPence: 3750,
          vatPence: 750,
          balancePence: 15_500,
        },
      })
      const { number } = await must(save(draft.id, draft.version))
      const run = await must(office(invoices.create, { body: november }))
      expect(run.documents.find(({ companyId }) => companyId === unit.company.id)).toMatchObject({
        entries: 3,
        totals: { commissionPence: 5250, vatPence: 1050 },
      })

      // Paper and table say the same.
      const text = await wordsOf((await file(`statements/${draft.id}/download-report/`)).rawPayload)
      expect(text).toContain('Card money collected, 1 booking £200.00')
      expect(text).toMatch(/Not yet collected: not in the sums[\s\S]*1 booking £100.00 £15.00 £3.00 £82.00/)
      const rows = rowsOfCsv((await file(`statements/${draft.id}/download-csv/`)).body)
      expect(rows.map((row) => [row['Balance (GBP)'], row['Not yet collected (GBP)']])).toEqual([
        ['0.00', '82.00'],
        ['164.00', '0.00'],
        ['-9.00', '0.00'],
      ])

      await on('2027-01-02T09:00:00Z')
      await done({ day: '2026-12-05', paidBy: 'cash' })
      expect(await statementOf(december)).toMatchObject({
        lines: [{ day: '2026-12-05' }],
        notCollected: [{ bookingId: waiting.bookingId }],
      })
      await collect(waiting)
      const next = await statementOf({ ...december, needValidation: false })
      expect(next).toMatchObject({
        lines: [{ bookingId: waiting.bookingId, isLate: true, balancePence: 8200 }, { day: '2026-12-05' }],
        notCollected: [],
        totals: { balancePence: 8200 - 1800 },
      })
      await must(save(next.id))
      // The issued document does not change.
      expect(await must(office(statements.get, { params: { id: draft.id } }))).toMatchObject({
        number,
        notCollected: [{ bookingId: waiting.bookingId }],
        totals: { balancePence: 15_500 },
      })
    })

    it('is on a statement of its month even if it is all there was', async () => {
      await done()
      const draft = await statementOf(november)
      expect(draft).toMatchObject({ lines: [], entriesCount: 0, totals: { balancePence: 0 } })
      expect(await must(save(draft.id))).toMatchObject({ status: 'saved', notCollected: [{ balancePence: 8200 }] })
    })

    it.each([
      ['comes', 0, 8200],
      ['goes back', 8200, 0],
    ])(
      'that %s after a draft was made changes it before it is saved, and who looked is told',
      async (how, before, after) => {
        const entry = await done()
        if (how === 'goes back') await collect(entry)
        const draft = await statementOf(november)
        expect(draft.totals.balancePence).toBe(before)
        await (how === 'comes' ? collect(entry) : giveBack(entry))
        expect(await save(draft.id, draft.version)).toMatchObject({ status: 409, problem: { code: 'draft_changed' } })
        const now = await must(office(statements.get, { params: { id: draft.id } }))
        expect(now).toMatchObject({ version: draft.version + 1, status: 'draft', totals: { balancePence: after } })
        expect(await must(save(draft.id, now.version))).toMatchObject({
          status: 'saved',
          totals: { balancePence: after },
        })
      },
    )

    it('is looked at again by a run that saves its drafts later', async () => {
      const entry = await done()
      await collect(entry)
      const { id } = await must(office(startRun, { body: { month: '2026-11' } }))
      await processRuns(app.ctx, { runId: id })
      await giveBack(entry)
      await must(office(continueRun, { params: { id }, body: { save: true } }))
      await processRuns(app.ctx, { runId: id })
      const { results } = await must(office(statements.list, { query: { workingUnit: unit.id } }))
      expect(results).toMatchObject([{ status: 'saved', entriesCount: 0, totals: { balancePence: 0 } }])
    })
  })

  it('a statement names the invoice that was saved before it', async () => {
    await done({ paidBy: 'cash', day: '2026-10-28' })
    const october = { startDate: '2026-10-01', endDate: '2026-10-31' }
    const run = await must(office(invoices.create, { body: october }))
    await must(office(invoices.save, { params: { id: run.id } }))
    const saved = await must(office(invoices.get, { params: { id: run.id } }))
    const number = saved.documents.find(({ companyId }) => companyId === unit.company.id)?.number
    const { id } = await statementOf(october)
    const text = await wordsOf((await file(`statements/${id}/download-report/`)).rawPayload)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`VAT invoice ${number ?? ''} of 01/12/2026 bills it.`)
  })

  const file = (path: string) => download(app, bearer, `/api/admin/${path}`)

  it('VAT of an invoice is 20% of its net, and the ledger owes what was invoiced', async () => {
    // Two at £172.50: £25.88 and £5.18 VAT each, and 20% of £51.76 is £10.35.
    for (const day of ['2026-09-01', '2026-09-02']) await done({ day, pricePence: 17_250, paidBy: 'cash' })
    const september = { startDate: '2026-09-01', endDate: '2026-09-30' }
    const { id } = await must(office(invoices.create, { body: september }))
    const { totals, documents } = await must(office(invoices.save, { params: { id } }))
    expect(documents).toMatchObject([{ lines: [{ netPence: 5176, vatPence: 1035 }] }])
    expect(totals).toMatchObject({ commissionPence: 5176, vatPence: 1035, balancePence: 6211 })
    const { rows } = await app.app.pool.query(
      `select sum(p.amount_pence)::int as vat from billing.entry e join billing.posting p on p.entry_id = e.id
     where e.company_id = $1 and p.account = 'vat'`,
      [unit.company.id],
    )
    expect(rows).toEqual([{ vat: -1035 }])
    const pdf = await file(`invoices/${id}/download-report/`)
    expect(await wordsOf(pdf.rawPayload)).toContain('Rounding of VAT £0.01')
    expect((await file(`invoices/${id}/download-report/`)).rawPayload.equals(pdf.rawPayload)).toBe(true)
  })
})

describe('a booking of several vans', () => {
  beforeEach(clearRoads)

  const month = { startDate: '01/11/2026', endDate: '30/11/2026' }

  /** A plan of vans of one company; its units, the lead’s first. */
  async function aPlan(paymentMethod: 'cash' | 'card') {
    const company = await aCompany(app, { pencePerHour: 5000, paymentMethods: ['cash', 'card'] })
    for (let made = 0; made < 3; made += 1)
      await aUnit(app, { company, van: { category: 'luton_van', payloadKg: 1300 } })
    const move = aMove({
      items: [...threeBedHouse, { movingItem: ITEMS.find(({ name }) => name === 'Upright piano')?.id ?? 0, amount: 1 }],
      vanCategory: 'luton_van',
      manPower: 'two_porters',
      to: 'CB1 1PT',
    })
    const { results } = await search(app, move)
    const booking = await aBooking(app, { paymentMethod, quoteId: results[0]?.quoteId ?? '' })
    const vans = await app.ctx.db
      .selectFrom('bookings.booking_van')
      .select(['unitId', 'van'])
      .where('bookingId', '=', booking.id)
      .orderBy('van')
      .execute()
    const units = [...new Set(vans.map(({ unitId }) => unitId))]
    expect(units.length).toBeGreaterThan(1)
    return { booking, units, company }
  }

  const finals = async (id: string) =>
    (
      await app.ctx.db
        .selectFrom('calendar.unit_booking')
        .select(['unitId', 'finalPence', 'totalPence'])
        .where('id', '=', id)
        .orderBy('van')
        .execute()
    ).map(({ unitId, finalPence, totalPence }) => ({ unitId, pence: Number(finalPence), total: Number(totalPence) }))

  it.each(['cash', 'card'] as const)(
    'paid by %s is on the statement of each van with its part; together they are the booking, which is invoiced once',
    async (paymentMethod) => {
      const { booking, units, company } = await aPlan(paymentMethod)
      await finishBooking(app, booking)
      await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
      const parts = await finals(booking.id)
      app.clock.set('2026-12-01T09:00:00Z')
      const office = await anOffice(app)
      if (paymentMethod === 'card')
        await must(office(markCharged, { params: { id: booking.id }, body: { reference: 'ch_1' } }))
      const made: AnswerOf<typeof statements.create>[] = []
      for (const id of units) made.push(await must(office(statements.create, { params: { id }, body: month })))
      const price = parts.reduce((sum, { pence }) => sum + pence, 0)
      expect(made.map(({ totals }) => totals.grossPence)).toEqual(parts.map(({ pence }) => pence))
      expect(made.map(({ totals }) => totals.heldByMoverPence)).toEqual(
        parts.map(({ pence }) => (paymentMethod === 'cash' ? pence : 0)),
      )
      const { documents } = await must(office(invoices.create, { body: { ...month, needValidation: false } }))
      const invoice = documents.find(({ companyId }) => companyId === company.id)
      const sum = (of: 'commissionPence' | 'vatPence') => made.reduce((total, { totals }) => total + totals[of], 0)
      expect([price, sum('commissionPence'), sum('vatPence')]).toEqual([
        invoice?.totals.grossPence,
        invoice?.totals.commissionPence,
        invoice?.totals.vatPence,
      ])
      expect(invoice?.lines).toMatchObject([{ workingUnitId: units[0], bookings: 1 }])
      expect(made[0]?.lines.map(({ kind }) => kind).toSorted()).toEqual([
        'booking',
        ...units.slice(1).map(() => 'share'),
      ])
      expect(made[1]?.lines).toMatchObject([{ kind: 'share', bookingId: booking.id, pricePence: parts[1]?.pence }])
      const correction = { statement: made[1]?.id ?? '', booking: booking.id, amountPence: -100, reason: 'A scratch' }
      expect(await office(addCorrection, { body: correction })).toMatchObject({
        problem: { errors: { booking: ['Correct it on the statement of its lead van.'] } },
      })
    },
  )

  it('waits on the statement of every van until its card money has come', async () => {
    const { booking, units } = await aPlan('card')
    await finishBooking(app, booking)
    await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
    app.clock.set('2026-12-01T09:00:00Z')
    const office = await anOffice(app)
    for (const id of units) {
      const { lines, notCollected, totals } = await must(office(statements.create, { params: { id }, body: month }))
      expect([lines, totals.balancePence, notCollected.length > 0]).toEqual([[], 0, true])
    }
  })

  it('is divided among its vans to the penny, whatever it costs in the end', async () => {
    const { booking } = await aPlan('cash')
    const row = await app.ctx.db
      .selectFrom('bookings.booking')
      .select(['totalPence', 'ceilingPence'])
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    const before = await finals(booking.id)
    const all = row.totalPence
    for (const finalPence of [0, 1, 99, all - 1, all, all + 1, all + 1000, row.ceilingPence]) {
      await app.ctx.db.updateTable('bookings.booking').set({ finalPence }).where('id', '=', booking.id).execute()
      const after = await finals(booking.id)
      expect(after.reduce((sum, { pence }) => sum + pence, 0)).toBe(finalPence)
      for (const [index, { pence }] of after.entries())
        // Every van has its share of each penny over; what is left is the lead’s.
        expect(Math.abs(pence - (finalPence * (before[index]?.total ?? 0)) / all)).toBeLessThan(
          index === 0 ? after.length : 1,
        )
    }
  })

  it('costs its cancellation fee once, on the statement of the lead', async () => {
    const { booking, units } = await aPlan('cash')
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({ status: 'canceled_by_customer', cancellationFeePence: 5000 })
      .where('id', '=', booking.id)
      .execute()
    await catchUp(app.ctx, new Date(0))
    const entries = await app.ctx.db
      .selectFrom('billing.entry')
      .select(['kind', 'unitId'])
      .where('bookingId', '=', booking.id)
      .execute()
    expect(entries).toEqual([{ kind: 'cancellation', unitId: units[0] }])
  })
})
