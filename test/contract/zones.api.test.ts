import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { createCall } from '#app/call.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { getPlace } from '#modules/geo/contract.ts'
import { importPostcodes } from '#modules/geo/postcode-import/commands.ts'
import { openRelease } from '#modules/geo/postcode-import/release-gateway.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { aCustomer, aQuoteFor, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { keptOutcomes } from '#test/support/kept-searches.ts'

/** The zones that are law, as the product is judged by them: without an import, then with one. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await removeCompanies(app)
  await app.ctx.db.deleteFrom('geo.postcode').execute()
})
afterAll(() => app.close())

const euro5 = { fuel: 'diesel', euroClass: 5 } as const
const euro6 = { fuel: 'diesel', euroClass: 6 } as const
const petrol3 = { fuel: 'petrol', euroClass: 3 } as const

/** An old van and a new one where the pick-up is. */
async function vans(postcode: string): Promise<{ old: TestUnit; clean: TestUnit }> {
  const districts = [postcode.split(' ')[0] ?? '']
  const old = await aUnit(app, { company: { name: 'Old' }, van: euro5, districts })
  return { old, clean: await aUnit(app, { company: { name: 'Clean' }, van: euro6, districts }) }
}

const linesOf = (answer: Awaited<ReturnType<typeof search>>, unit: TestUnit) =>
  answer.results
    .find(({ workingUnit }) => workingUnit.id === unit.id)
    ?.lines.filter(({ code }) => !/^(labour|mileage)/.test(code))
    .map(({ code, label, amountPence }) => [code, label, amountPence])

describe('a zone that charges', () => {
  it.each([
    ['B2 8AA', 'M1 1AA', ['birmingham', 'Birmingham Clean Air Zone, 1 day', 800]],
    ['S1 6AA', 'M1 1AA', ['sheffield', 'Sheffield Clean Air Zone, 1 day', 1000]],
    ['OX1 4AA', 'RG1 1AA', ['oxford', 'Oxford Zero Emission Zone, 1 day', 2000]],
    ['BD1 1AA', 'LS1 1AA', ['bradford', 'Bradford Clean Air Zone, 1 day', 900]],
    ['BS1 2AA', 'EX1 1AA', ['bristol', 'Bristol Clean Air Zone, 1 day', 900]],
    ['BA1 1AA', 'SN1 1AA', ['bath', 'Bath Clean Air Zone, 1 day', 900]],
    ['NE1 1AA', 'DH1 1AA', ['tyneside', 'Tyneside Clean Air Zone, 1 day', 1250]],
  ] as const)('%s to %s is on an old van’s receipt, both ways', async (from, to, line) => {
    const { old, clean } = await vans(from)
    const answer = await search(app, aMove({ from, to, date: '2026-11-30' }))
    expect(linesOf(answer, old)).toEqual([line])
    expect(linesOf(answer, clean)).toEqual(
      line[0] === 'oxford' ? [['oxford', 'Oxford Zero Emission Zone, 1 day', 800]] : [],
    )
    expect(answer.order.zones.map(({ code, kind }) => [code, kind])).toEqual([[line[0], 'charge']])
    const back = await aUnit(app, { van: euro5, districts: [to.split(' ')[0] ?? ''] })
    expect(linesOf(await search(app, aMove({ from: to, to: from, date: '2026-11-30' })), back)).toEqual([line])
  })

  it('charges nothing before its first day, and what a later row says from then on', async () => {
    const { old } = await vans('B2 4QA')
    const move = (date: string) => aMove({ from: 'B2 4QA', to: 'M1 1AA', date })
    const row = { zone: 'birmingham', vehicleClass: 'noncompliant' } as const
    const raise = await app.ctx.db
      .selectFrom('pricing.road_charge')
      .selectAll()
      .where('zone', '=', row.zone)
      .where('vehicleClass', '=', row.vehicleClass)
      .executeTakeFirstOrThrow()
    const { id: _, version: _version, hours, ...shared } = raise
    const raised = { ...shared, hours: JSON.stringify(hours) as never, amountPence: 1250, fromDay: '2026-12-15' }
    await app.ctx.db.insertInto('pricing.road_charge').values(raised).execute()
    app.ctx.services.datedSettings.forget()
    const paid = []
    for (const date of ['2026-12-14', '2026-12-15']) paid.push(linesOf(await search(app, move(date)), old)?.[0]?.[2])
    await app.ctx.db
      .updateTable('pricing.road_charge')
      .set({ withdrawnAt: app.clock.now() })
      .where('fromDay', '=', '2026-12-15')
      .execute()
    app.ctx.services.datedSettings.forget()
    expect(paid).toEqual([800, 1250])
  })

  it('may be a zone that no code knows: the office adds rows, and it is charged', async () => {
    const day = { fromDay: '2026-11-29', toDay: null, source: 'A council, a test', checkBy: '2027-11-01' }
    await app.ctx.db
      .insertInto('geo.zone')
      .values({
        ...day,
        code: 'canterbury',
        name: 'Canterbury Clean Air Zone',
        kind: 'charge',
        nation: 'england',
        authorities: [],
        inside: ['CT1'],
        mostlyInside: [],
        hardlyInside: [],
        edgeMetres: 0,
        edgeMinutes: 5,
      })
      .execute()
    const hours = { weekday: [0, 1440], weekend: [0, 1440], freeDays: 'none' }
    await app.ctx.db
      .insertInto('pricing.road_charge')
      .values({
        ...day,
        zone: 'canterbury',
        label: 'Canterbury Clean Air Zone',
        vehicleClass: 'noncompliant',
        amountPence: 700,
        hours: JSON.stringify(hours) as never,
      })
      .execute()
    app.ctx.services.zones.forget()
    app.ctx.services.datedSettings.forget()
    const { old } = await vans('CT1 1AA')
    const paid = []
    for (const date of ['2026-11-28', '2026-11-30'])
      paid.push(linesOf(await search(app, aMove({ from: 'CT1 1AA', to: 'ME1 1AA', date })), old))
    await app.ctx.db.deleteFrom('geo.zone').where('code', '=', 'canterbury').execute()
    app.ctx.services.zones.forget()
    expect(paid).toEqual([[], [['canterbury', 'Canterbury Clean Air Zone, 1 day', 700]]])
  })
})

describe('a zone that keeps vans out', () => {
  it.each(['G2 8AA', 'EH1 6AA', 'DD1 4AA', 'AB10 1AA'])('%s: a van below the standard is not offered', async (from) => {
    const { old, clean } = await vans(from)
    const petrol = await aUnit(app, { van: petrol3, districts: [from.split(' ')[0] ?? ''] })
    const answer = await search(app, aMove({ from, to: 'FK8 1AA' }))
    expect(answer.results.map(({ workingUnit }) => workingUnit.id)).toEqual([clean.id])
    expect(linesOf(answer, clean)).toEqual([])
    const outcomes = await keptOutcomes(app)
    expect([old, petrol, clean].map(({ id }) => outcomes.get(id))).toEqual(['zone', 'zone', 'shown'])
    expect(answer.order.zones).toMatchObject([{ kind: 'ban' }])
  })

  it('keeps them from a move with only a stop or the drop-off inside', async () => {
    const { clean } = await vans('FK8 1AA')
    for (const move of [
      aMove({ from: 'FK8 1AA', to: 'G2 8AA' }),
      aMove({ from: 'FK8 1AA', stops: ['EH1 6AA'], to: 'FK9 4AA' }),
    ])
      expect((await search(app, move)).results.map(({ workingUnit }) => workingUnit.id)).toEqual([clean.id])
    expect((await search(app, aMove({ from: 'FK8 1AA', to: 'FK9 4AA' }))).count).toBe(2)
  })

  it('offers no other time or day with such a van, nor a bigger one', async () => {
    await aUnit(app, { van: euro5, districts: ['G2'] })
    await aUnit(app, { van: { ...euro5, category: 'luton_van' }, districts: ['G2'] })
    const answer = await search(app, aMove({ from: 'G2 8AA', to: 'FK8 1AA' }))
    expect(answer).toMatchObject({ count: 0, nearestTimes: [], cheapestDays: [], biggerVan: null })
  })

  it('control: without the guard the van is offered, so what keeps it back is the zone', async () => {
    const { old } = await vans('G2 8AA')
    const careless = await withoutGuards(app, 'zone_bans')
    const body = aMove({ from: 'G2 8AA', to: 'FK8 1AA' })
    const answer = await createCall(careless.fastify)(findQuotes, { body, query: {} })
    await careless.close()
    expect(answer.ok && answer.data.results.map(({ workingUnit }) => workingUnit.id)).toContain(old.id)
  })

  const exchangeVan = (unit: TestUnit) =>
    app.ctx.db.updateTable('fleet.van').set({ euroClass: 5 }).where('unitId', '=', unit.id).execute()

  it('is asked again when it is booked: the van may be another one by then', async () => {
    const unit = await aUnit(app, { van: euro6, districts: ['G2'] })
    const { quoteId } = await aQuoteFor(app, aMove({ from: 'G2 8AA', to: 'FK8 1AA' }))
    await exchangeVan(unit)
    const body = { quoteId, paymentMethod: 'cash' as const }
    const answer = await app.call((await aCustomer(app)).bearer)(createBooking, { body })
    expect(answer).toMatchObject({ ok: false, status: 409, problem: { code: 'van_kept_out' } })
    expect(answer.ok || answer.problem.detail).toContain('Glasgow Low Emission Zone')
    expect(await app.ctx.db.selectFrom('calendar.hold').select('unitId').execute()).toEqual([])
  })

  it('control: without that check it would be booked', async () => {
    const unit = await aUnit(app, { van: euro6, districts: ['G2'] })
    const { quoteId } = await aQuoteFor(app, aMove({ from: 'G2 8AA', to: 'FK8 1AA' }))
    await exchangeVan(unit)
    const careless = await withoutGuards(app, 'recheck')
    const { bearer } = await aCustomer(app)
    const body = { quoteId, paymentMethod: 'cash' as const }
    const answer = await createCall(careless.fastify, { bearer })(createBooking, { body })
    await careless.close()
    expect(answer.ok).toBe(true)
  })
})

describe('SE1 3AF, east of Tower Bridge Road', () => {
  const monday = { from: 'SE1 3AF', to: 'E17 4QH', date: '2026-11-30' }

  it('without an import may be in the Congestion Charge zone, and the answer says that it is approximate', async () => {
    const unit = await aUnit(app, { van: euro6, districts: ['SE1'] })
    const answer = await search(app, aMove(monday))
    expect(linesOf(answer, unit)).toEqual([['congestion', 'Congestion Charge, 1 day', 1800]])
    expect(answer.order).toMatchObject({ precision: 'outcode', estimated: true, isCongestionCharged: true })
    expect(answer.order.zones).toEqual([
      { code: 'ulez', name: 'ULEZ', kind: 'charge', isApproximate: false },
      { code: 'congestion', name: 'Congestion Charge zone', kind: 'charge', isApproximate: true },
    ])
  })

  it('carries no Congestion Charge once an import has placed it; a neighbour across the road does', async () => {
    // OSGB36 of 51.4975, -0.0762 and of 51.5005, -0.0905.
    await importFile(
      '"SE1 3AF",10,533640,179210,"E92000001","","","","E09000028","E05011095"',
      '"SE1 4AA",10,532640,179520,"E92000001","","","","E09000028","E05011095"',
      '"E17 4QH",10,537000,189100,"E92000001","","","","E09000031","E05013899"',
    )
    const unit = await aUnit(app, { van: euro6, districts: ['SE1'] })
    const answer = await search(app, aMove(monday))
    expect(linesOf(answer, unit)).toEqual([])
    expect(answer.order).toMatchObject({ precision: 'unit', isUlezCharged: true, isCongestionCharged: false })
    const neighbour = await search(app, aMove({ ...monday, from: 'SE1 4AA' }))
    expect(linesOf(neighbour, unit)).toEqual([['congestion', 'Congestion Charge, 1 day', 1800]])
    expect(neighbour.order.zones.at(-1)).toMatchObject({ code: 'congestion', isApproximate: false })
  })

  it('on the boundary itself is approximate, whatever the answer', async () => {
    await importFile('"SE1 3XF",10,533330,179255,"E92000001","","","","E09000028","E05011095"')
    const place = await app.call()(getPlace, { params: { postcode: 'SE1 3XF' } })
    const zones = place.ok ? place.data.zones : []
    expect(zones.find(({ code }) => code === 'congestion')).toMatchObject({ precision: 'unit', isApproximate: true })
  })

  async function importFile(...rows: string[]): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'vanfare-zones-'))
    const release = await openRelease(await zipped(folder, rows))
    try {
      await importPostcodes(app.database.owner, release, { includeNorthernIreland: false, acceptSmaller: true })
    } finally {
      release.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
})

async function zipped(folder: string, rows: readonly string[]): Promise<string> {
  const archive = new ZipFile()
  const options = { mtime: new Date('2025-11-03') }
  archive.addBuffer(Buffer.from(`${rows.join('\n')}\n`), 'Data/CSV/se.csv', options)
  archive.end()
  const path = join(folder, 'codepo_gb.zip')
  await pipeline(archive.outputStream, createWriteStream(path))
  return path
}
