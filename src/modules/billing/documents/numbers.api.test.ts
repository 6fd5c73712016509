import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withActor, type Ctx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { Refusal } from '#shared/endpoint.ts'
import { percentOf, sumPence } from '#shared/money.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { casesOf } from '#test/support/cases.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { ledgerEntry, randomBooking, randomHistory, type BookingHistory } from '#test/support/histories.ts'
import { createPerson } from '#test/support/people.ts'
import { findFeeMoney } from '../corrections/queries.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { postingsOfFee, type Posting } from '../ledger/rules.ts'
import { makeDocument, saveDocument } from './commands.ts'
import { DOCUMENT_KINDS, totalsOf, type DocumentEntry, type DocumentKind } from './rules.ts'
import { sheetTotals } from './sheet-totals-queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('numbers of documents', () => {
  let office: Ctx
  beforeEach(async () => {
    app.clock.set('2027-04-05T12:00:00Z')
    await removeCompanies(app)
    const { id: userId } = await createPerson(app, { role: 'admin' })
    office = withActor(app.ctx, { kind: 'admin', userId, sessionId: userId, company: null })
  })

  const march = { startDate: '2027-03-01', endDate: '2027-03-31', needValidation: false }

  /** A job of a unit that day, as a booking would post it. */
  const jobOf = (unit: Awaited<ReturnType<typeof aUnit>>, day = '2027-03-15'): Entry => ({
    cause: `booking ${newId(app.ctx.clock)}`,
    kind: 'booking',
    day,
    bookingId: newId(app.ctx.clock),
    companyId: unit.company.id,
    unitId: unit.id,
    customerId: null,
    about: {
      reference: 'ABCD1234',
      from: 'Walthamstow E17',
      to: 'Brighton BN1',
      startAt: `${day}T09:00:00.000Z`,
      registration: null,
      paidBy: 'cash',
      pricePence: 10_000,
      roadChargesPence: 0,
      commissionPercent: 15,
      moverChargesVat: false,
    },
    postings: postingsOfFee({ pricePence: 10_000, commissionablePence: 10_000, commissionPercent: 15, paidBy: 'cash' }),
  })

  const done = <T>(answer: T | Refusal): T => {
    if (answer instanceof Refusal) throw new Error(answer.detail)
    return answer
  }

  const draftOf = async (unitId: string) => done(await makeDocument(office, 'statement', { unitId }, march)).id

  const numbersOf = async (taxYear: string) => {
    const rows = await app.ctx.db
      .selectFrom('billing.sheet')
      .select('number')
      .where('kind', '=', 'statement')
      .where('taxYear', '=', taxYear)
      .orderBy('number')
      .execute()
    return rows.map(({ number }) => number ?? 0)
  }

  const DAYS = casesOf(3, 10)
  const DRAFTS = 20 * DAYS
  const KILLED = Math.ceil(DRAFTS / 7)

  /** Drafts of 20 units, each saved at the same moment; every seventh is killed once it has its number: half by an error, half by a connection that ends. */
  async function saveManyAtOnce(taxYear: string): Promise<{ saved: number; numbers: number[] }> {
    const units = await Promise.all(Array.from({ length: 20 }, () => aUnit(app)))
    const days = Array.from({ length: DAYS }, (_, index) => `2027-03-${10 + index}`)
    await app.ctx.tx((tx) =>
      post(
        tx,
        units.flatMap((unit) => days.map((day) => jobOf(unit, day))),
      ),
    )
    const drafts = await Promise.all(
      units.flatMap(({ id: unitId }) =>
        days.map(async (day) => {
          const period = { startDate: day, endDate: day, needValidation: false }
          return done(await makeDocument(office, 'statement', { unitId }, period)).id
        }),
      ),
    )
    const outcomes = await Promise.allSettled(
      drafts.map((id, index) =>
        index % 7 === 0 ? saveAndDie(id, index % 2 === 0) : saveDocument(office, 'statement', id),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      drafts.map((_, index) => (index % 7 === 0 ? 'rejected' : 'fulfilled')),
    )
    const saved = outcomes.filter(({ status }) => status === 'fulfilled').length
    return { saved, numbers: await numbersOf(taxYear) }
  }

  const saveAndDie = (id: string, isCutOff: boolean) =>
    office.tx(async (tx) => {
      const { number } = done(await saveDocument(tx, 'statement', id))
      expect(number).toMatch(/^STM-20/)
      if (isCutOff) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx.db)
      throw new Error('killed')
    })

  const unbroken = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

  it(`${DRAFTS} saves at once, some of which are killed between number and commit, leave no gap in the numbers`, async () => {
    const { saved, numbers } = await saveManyAtOnce('2026/27')
    expect(saved).toBe(DRAFTS - KILLED)
    expect(numbers).toEqual(unbroken(saved))
  })

  it('control: numbers from a sequence have gaps under the same saves', async () => {
    app.clock.set('2029-03-01T12:00:00Z')
    await app.database.asOwner(`
    create sequence billing.careless;
    create function billing.number_carelessly() returns trigger language plpgsql security definer as $$
    begin
      new.number := nextval('billing.careless');
      return new;
    end $$;
    create trigger careless before update of number on billing.sheet for each row
    when (new.number is distinct from old.number) execute function billing.number_carelessly()`)
    try {
      const { saved, numbers } = await saveManyAtOnce('2028/29')
      expect(new Set(numbers).size).toBe(saved)
      expect(numbers).not.toEqual(unbroken(saved))
      expect(Math.max(...numbers)).toBe(DRAFTS)
    } finally {
      await app.database.asOwner('drop function billing.number_carelessly() cascade; drop sequence billing.careless')
    }
  })

  it('a tax year begins on 6 April with 1', async () => {
    const unit = await aUnit(app)
    await app.ctx.tx((tx) => post(tx, [jobOf(unit)]))
    app.clock.set('2027-04-06T00:00:00+01:00')
    done(await saveDocument(office, 'statement', await draftOf(unit.id)))
    expect(await numbersOf('2027/28')).toEqual([1])
  })

  it('two drafts of the same entries saved at the same moment: one is refused; without the look before, the index refuses it', async () => {
    const unit = await aUnit(app)
    await app.ctx.tx((tx) => post(tx, [jobOf(unit)]))
    const both = async (ctx: Ctx) => {
      const drafts = [await draftOf(unit.id), await draftOf(unit.id)]
      return Promise.all(drafts.map((id) => saveDocument(ctx, 'statement', id)))
    }
    const answers = await both(office)
    expect(answers.map((answer) => (answer instanceof Refusal ? answer.kind.code : answer.status)).toSorted()).toEqual([
      'already_billed',
      'saved',
    ])
    // The index stops it even without the earlier check.
    const careless = { ...app.ctx, config: { ...app.ctx.config, guardOff: new Set(['billed_once']) } }
    await expect(both(withActor(careless, office.actor))).rejects.toThrow(/entry_billed_once/)
  })
})

describe('totals of documents', () => {
  /** The totals in SQL beside the rule `totalsOf`, on the same random histories; `npm run histories` takes 100,000. */
  const HISTORIES = Number(process.env['HISTORIES'] ?? casesOf(400, 2000))
  const AT_ONCE = 1000
  const SMALL = 100
  let client: pg.Client

  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })
  beforeAll(async () => {
    client = new pg.Client(app.database.connection)
    await client.connect()
  })
  afterAll(() => client.end())

  const insert = (text: string, rows: unknown) => client.query(text, [JSON.stringify(rows)])

  const insertPostings = (entries: readonly DocumentEntry[]) =>
    insert(
      `insert into billing.posting (entry_id, position, account, what, amount_pence)
     select * from json_to_recordset($1) as r(entry_id uuid, position smallint, account text, what text, amount_pence bigint)`,
      entries.flatMap(({ id, postings }) =>
        postings.map(({ account, what, amountPence }, index) => ({
          entry_id: id,
          position: index + 1,
          account,
          what,
          amount_pence: amountPence,
        })),
      ),
    )

  interface Filled {
    kind: DocumentKind
    sheetId: string
    entries: DocumentEntry[]
  }

  /** Histories with a document of each kind, whose one sheet has all of its entries. The entries are those of two units. */
  async function fill(from: number, to: number): Promise<Filled[]> {
    const units = [crypto.randomUUID(), crypto.randomUUID()]
    const sheets = Array.from({ length: to - from }, (_, index) => {
      const entries = randomHistory(from + index).map((one, place) => ({ ...one, unitId: units[place % 2] ?? null }))
      return DOCUMENT_KINDS.map((kind): Filled => ({ kind, sheetId: crypto.randomUUID(), entries }))
    }).flat()
    await client.query('begin')
    await insert(
      `insert into billing.document (id, kind, start_day, end_day, unit_id, customer_id, made_at)
     select id, kind, '2026-11-01', '2026-11-30', case kind when 'statement' then id end, case kind when 'sales_credit' then id end, now()
     from json_to_recordset($1) as r(id uuid, kind text)`,
      sheets.map(({ sheetId, kind }) => ({ id: sheetId, kind })),
    )
    await insert(
      `insert into billing.sheet (id, document_id, kind, party, issuer, entries, gross_pence, held_by_mover_pence, commission_pence, vat_pence,
       corrections_pence, balance_pence)
     select id, id, kind, '{}', '{}', 0, 0, 0, 0, 0, 0, 0 from json_to_recordset($1) as r(id uuid, kind text)`,
      sheets.map(({ sheetId, kind }) => ({ id: sheetId, kind })),
    )
    const entries = sheets
      .filter(({ kind }) => kind === 'statement')
      .flatMap(({ sheetId, entries: some }) => some.map((one) => ({ ...one, sheetId })))
    await insert(
      `insert into billing.entry (id, cause, kind, at, day, unit_id, document_id, document_kind, about)
     select id, id, kind, now(), '2026-11-15', unit_id, case kind when 'correction' then sheet_id end,
       case kind when 'correction' then 'statement' end, about
     from json_to_recordset($1) as r(id uuid, kind text, unit_id uuid, sheet_id uuid, about jsonb)`,
      entries.map(({ id, kind, unitId, sheetId, about }) => ({ id, kind, unit_id: unitId, sheet_id: sheetId, about })),
    )
    await insertPostings(entries)
    await insert(
      `insert into billing.sheet_entry (sheet_id, entry_id, kind) select * from json_to_recordset($1) as r(sheet_id uuid, entry_id uuid, kind text)`,
      sheets.flatMap(({ kind, sheetId, entries: some }) =>
        some.map(({ id }) => ({ sheet_id: sheetId, entry_id: id, kind })),
      ),
    )
    await client.query('commit')
    return sheets
  }

  interface Row {
    id: string
    entries: number
    gross: string
    held: string
    commission: string
    vat: string
    corrections: string
    balance: string
    lines: { unitId: string; bookings: number; netPence: number; vatPence: number }[]
  }

  /** How many sheets come to something else than the rule says. `alter` changes the statement. */
  async function countWrong(sheets: readonly Filled[], alter = (text: string) => text): Promise<number> {
    let wrong = 0
    for (const kind of DOCUMENT_KINDS) {
      const own = sheets.filter((sheet) => sheet.kind === kind)
      const ids = own.map(({ sheetId }) => sheetId)
      const { sql: text, parameters } = sheetTotals(kind, sql`s.id = any (${ids}::uuid[])`).compile(app.ctx.db)
      const { rows } = await client.query<Row>(alter(text), [...parameters])
      const found = new Map(rows.map((row) => [row.id, inOrder(row)]))
      wrong += own.filter((sheet) => found.get(sheet.sheetId) !== expectedOf(sheet)).length
    }
    return wrong
  }

  const inOrder = ({ entries, gross, held, commission, vat, corrections, balance, lines }: Row): string =>
    JSON.stringify([
      entries,
      ...[gross, held, commission, vat, corrections, balance].map(Number),
      lines
        .map(({ unitId, bookings, netPence, vatPence }) => [unitId, bookings, netPence, vatPence])
        .toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)),
    ])

  function expectedOf({ kind, entries }: Filled): string {
    const totals = totalsOf(kind, entries)
    const { grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence } = totals
    const figures = [grossPence, heldByMoverPence, commissionPence, vatPence, correctionsPence, balancePence]
    return JSON.stringify([
      entries.length,
      ...figures.map((pence) => pence + 0),
      kind === 'invoice' ? linesOf(entries) : [],
    ])
  }

  function linesOf(entries: readonly DocumentEntry[]): unknown[] {
    const byUnit = Map.groupBy(
      entries.filter(({ kind }) => kind !== 'correction'),
      ({ unitId }) => unitId ?? '',
    )
    return [...byUnit]
      .map(([unitId, own]) => {
        const each = own.map((one) => totalsOf('invoice', [one]))
        const net = sumPence(each.map(({ commissionPence }) => commissionPence)) + 0
        return [unitId, own.length, net, percentOf(net, 20)]
      })
      .toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))
  }

  it(`${HISTORIES} random histories come to the same in SQL and by the rule`, { timeout: 3_600_000 }, async () => {
    let wrong = 0
    for (let from = 1; from <= HISTORIES; from += AT_ONCE)
      wrong += await countWrong(await fill(from, Math.min(from + AT_ONCE, HISTORIES + 1)))
    expect(wrong).toBe(0)
  })

  it.each([
    ['who holds the money', `'paid_to_mover'`, `'price'`],
    [
      'the sign of a balance',
      `-coalesce(sum(p.amount_pence) filter (where p.account = 'mover'), 0)`,
      `coalesce(sum(p.amount_pence) filter (where p.account = 'mover'), 0)`,
    ],
    ['compensation among the corrections', `'correction', 'compensation'`, `'correction'`],
    ['VAT within a credit, of companies without VAT', `(e.about ->> 'moverChargesVat')::boolean`, 'true'],
    ['how VAT is rounded', ' + 100, 200)', ' + 0, 200)'],
    ['lines of an invoice', `where kind <> 'correction' group`, 'group'],
  ])('control: with %s altered it is seen', async (_name, from, to) => {
    const sheets = await fill(1, SMALL)
    const alter = (text: string) => text.replaceAll(from, to)
    const { sql: text } = sheetTotals('invoice', sql`true`).compile(app.ctx.db)
    expect(alter(text)).not.toBe(text)
    expect(await countWrong(sheets)).toBe(0)
    expect(await countWrong(sheets, alter)).toBeGreaterThan(0)
  })

  interface FilledBooking {
    bookingId: string
    history: BookingHistory
  }

  /** Bookings with what the office corrected of them. The database checks each credit as it commits. */
  async function fillBookings(from: number, to: number): Promise<FilledBooking[]> {
    const bookings = Array.from({ length: to - from }, (_, index) => ({
      bookingId: crypto.randomUUID(),
      history: randomBooking(from + index),
    }))
    await insertEntries(bookings.map(({ bookingId, history }) => ({ bookingId, entries: history.entries })))
    return bookings
  }

  async function insertEntries(bookings: readonly { bookingId: string; entries: BookingHistory['entries'] }[]) {
    await client.query('begin')
    await insert(
      `insert into billing.entry (id, cause, kind, at, day, booking_id, company_id, unit_id, customer_id, document_id, document_kind, about)
     select id, id, kind, now(), '2026-11-15', booking_id, booking_id, booking_id, booking_id, document_id, document_kind, about
     from json_to_recordset($1) as r(id uuid, kind text, booking_id uuid, document_id uuid, document_kind text, about jsonb)`,
      bookings.flatMap(({ bookingId, entries }) =>
        entries.map(({ id, kind, of, about }) => ({
          id,
          kind,
          booking_id: bookingId,
          document_id: of && bookingId,
          document_kind: of,
          about,
        })),
      ),
    )
    await insertPostings(bookings.flatMap(({ entries }) => entries))
    await client.query('commit')
  }

  /**
   * Violations that no booking may have, whatever the office corrects, each with its count. Commission corrected alone
   * follows no price.
   */
  const WRONG_BOOKINGS = `
  select count(*) filter (where billing.given_back(m.id) not between 0 and billing.charged(m.id))::int as "creditedBeyondTheCharge",
    count(*) filter (where not m.has_own_commission and m.commission <> round(greatest(0, m.base) * m.percent / 100))::int as "commissionOffTheRate",
    count(*) filter (where m.vat <> round(m.commission * 20 / 100.0))::int as "vatOffTheRate",
    count(*) filter (where m.paid_out > m.collected + m.borne)::int as "paidOutBeyondWhatCameIn"
  from (
    select e.booking_id as id, bool_or(e.about ->> 'corrects' = 'commission') is true as has_own_commission,
      max((e.about ->> 'commissionPercent')::numeric) as percent,
      coalesce(-sum(p.amount_pence) filter (where p.account = 'commission'), 0) as commission,
      coalesce(-sum(p.amount_pence) filter (where p.account = 'vat'), 0) as vat,
      max((e.about ->> 'pricePence')::bigint - (e.about ->> 'roadChargesPence')::bigint)
        + coalesce(-sum(p.amount_pence) filter (where p.account = 'mover' and p.what = 'correction' and e.about ->> 'corrects' = 'price'), 0) as base,
      coalesce(-sum(p.amount_pence) filter (where p.account = 'mover'), 0) as paid_out,
      coalesce(sum(p.amount_pence) filter (where p.account = 'money'), 0) as collected,
      coalesce(sum(p.amount_pence) filter (where p.account = 'adjustments'), 0) as borne
    from billing.entry e join billing.posting p on p.entry_id = e.id
    where e.booking_id = any ($1::uuid[]) group by e.booking_id) m`

  const NONE_WRONG = {
    creditedBeyondTheCharge: 0,
    commissionOffTheRate: 0,
    vatOffTheRate: 0,
    paidOutBeyondWhatCameIn: 0,
  }

  async function wrongOf(bookings: readonly FilledBooking[]): Promise<unknown> {
    const { rows } = await client.query(WRONG_BOOKINGS, [bookings.map(({ bookingId }) => bookingId)])
    return rows[0]
  }

  it(
    `${HISTORIES} bookings with corrections have the same money in SQL and by the rule, and keep its bounds`,
    { timeout: 3_600_000 },
    async () => {
      for (let from = 1; from <= HISTORIES; from += AT_ONCE) {
        const bookings = await fillBookings(from, Math.min(from + AT_ONCE, HISTORIES + 1))
        expect(await wrongOf(bookings)).toEqual(NONE_WRONG)
        for (const { bookingId, history } of bookings)
          expect((await findFeeMoney(app.ctx, bookingId))?.money).toEqual(history.money)
      }
    },
  )

  const posting = (account: Posting['account'], what: Posting['what'], amountPence: number): Posting => ({
    account,
    what,
    amountPence,
  })

  const BEYOND = 10_000_000

  it.each([
    ['creditedBeyondTheCharge', [posting('customer', 'correction', -BEYOND), posting('mover', 'correction', BEYOND)]],
    ['commissionOffTheRate', [posting('commission', 'commission', -5), posting('mover', 'commission', 5)]],
    ['vatOffTheRate', [posting('vat', 'vat', -1), posting('mover', 'vat', 1)]],
    ['paidOutBeyondWhatCameIn', [posting('mover', 'price', -BEYOND), posting('customer', 'price', BEYOND)]],
  ] as const)('control: one entry with %s is found', async (name, postings) => {
    const bookings = await fillBookings(1, SMALL)
    const first = bookings.find(({ history }) => !history.hasOwnCommission)
    if (!first) throw new Error('Every booking has commission of its own.')
    // On a statement, whose corrections the trigger for credits leaves alone.
    const more = { ...ledgerEntry('correction', postings), of: 'statement' as const }
    await insertEntries([{ bookingId: first.bookingId, entries: [more] }])
    expect(await wrongOf(bookings)).toMatchObject({ [name]: 1 })
  })
})
