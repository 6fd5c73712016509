import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getHourlyRates, saveHourlyRates } from '#modules/pricing/contract.ts'
import { setOperatingArea, addUnit, getUnit, saveAllowedJobs } from '#modules/fleet/units/contract.ts'
import { HELP_LEVELS, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { addVan } from '#modules/fleet/vans/contract.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { checkedPeople } from '#test/support/factories/crew.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { aMove } from '#test/support/factories/move.ts'
import { anOperatingDriver, handInDocuments, must, type TestDriver } from '#test/support/driver.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { blockUnit, restoreUnit } from './decisions/contract.ts'
import { decideVerification } from './verification/contract.ts'
import { getProgress, getSettings, setUpUnit, getOverview } from './contract.ts'

let app: TestApp
/** The owner has an operating Large Van, and a second unit without any data yet. */
let owner: TestDriver
let second: TestDriver

beforeAll(async () => {
  app = await createTestApp()
  owner = await anOperatingDriver(app)
  const { id: unitId } = await must(owner.call(addUnit, { body: { name: 'Mick' } }))
  // Signed in again: which units are the caller's is read once.
  const { bearer } = await sessionFor(app, owner.id)
  owner = { ...owner, bearer, call: app.call(bearer) }
  second = { ...owner, unitId }
})
afterAll(() => app.close())

const unitsNow = async () => (await must(owner.call(getSettings))).workingUnits
const secondNow = async () => {
  const unit = (await unitsNow()).find(({ id }) => id === second.unitId)
  if (!unit) throw new Error('The second unit is gone')
  return unit
}

async function price(rates: readonly [VanCategory, HelpLevel][]): Promise<void> {
  const params = { id: owner.companyId }
  const { version } = await must(owner.call(getHourlyRates, { params }))
  await must(
    owner.call(saveHourlyRates, {
      params,
      body: {
        version,
        rates: rates.map(([vanCategory, helpLevel]) => ({ vanCategory, helpLevel, pencePerHour: 5000 })),
        minimumMinutes: 120,
        minimumMinutesTwoPorters: 180,
      },
    }),
  )
}
const large = ['no_help', 'driver_helps', 'one_porter', 'two_porters'].map(
  (help) => ['large_van', help] as [VanCategory, HelpLevel],
)

describe('of two units', () => {
  it('each has its own flags and lacks, and the company those of the specification', async () => {
    const [first, other] = await unitsNow()
    expect(first).toMatchObject({ status: 'operating', lacks: [], isDrivingProfileSetup: true })
    expect(other).toMatchObject({
      id: second.unitId,
      registration: null,
      status: 'not_ready_for_a_job',
      isDrivingProfileSetup: false,
      isOperationsPricingSetup: false,
      isMarketingInfoSetup: true,
      lacks: ['van', 'documents', 'people', 'area', 'rates', 'hours'],
      crews: [],
      peopleToChoose: 3,
    })
    expect(Object.values(await must(owner.call(getProgress)))).toEqual([true, true, true, true, true, true])
  })

  it('the second waits for rates of its own van, then for somebody who can come for one of them', async () => {
    const params = { id: second.unitId }
    const van = {
      registration: 'KX70RMV',
      make: 'Ford',
      model: 'Transit',
      category: 'luton_van',
      fuel: 'electric',
    } as const
    await must(owner.call(addVan, { params, body: { ...van, year: 2025 } }))
    await must(owner.call(setOperatingArea, { params, body: { districts: ['E17'] } }))
    await checkedPeople(app, { companyId: owner.companyId, unitIds: [second.unitId], count: 1 })
    expect((await secondNow()).lacks).toEqual(['documents', 'rates', 'hours'])
    await price([...large, ['luton_van', 'one_porter']])
    expect(await secondNow()).toMatchObject({
      lacks: ['documents', 'crew', 'hours'],
      isOperationsPricingSetup: false,
      crews: [
        { whyNot: 'rate' },
        { whyNot: 'rate' },
        { helpLevel: 'one_porter', whyNot: 'people' },
        { whyNot: 'rate' },
      ],
    })
    await price([...large, ['luton_van', 'one_porter'], ['luton_van', 'driver_helps']])
    expect(await secondNow()).toMatchObject({ lacks: ['documents', 'hours'], isOperationsPricingSetup: true })
    const jobs = { jobKinds: ['furniture'], helpLevels: ['no_help'] } as const
    await must(
      owner.call(saveAllowedJobs, { params, body: { jobKinds: [...jobs.jobKinds], helpLevels: [...jobs.helpLevels] } }),
    )
    expect((await secondNow()).lacks).toEqual(['documents', 'rates', 'hours'])
  })

  it('an operating one stops when nothing that it offers has a price any more, and works again with one', async () => {
    await price([['luton_van', 'driver_helps']])
    expect((await unitsNow())[0]).toMatchObject({ status: 'verification_completed', lacks: ['rates'] })
    await price([...large, ['luton_van', 'driver_helps']])
    expect((await unitsNow())[0]).toMatchObject({ status: 'operating', lacks: [] })
  })

  it('emails name the one they are about and lead to it: at the refused paper, at the box for an appeal', async () => {
    const office = app.call((await signIn(app, 'admin')).bearer)
    const params = { id: second.unitId }
    const [documentId = ''] = await handInDocuments(app, second)
    const refused = { documentId, decision: 'refuse' as const, reason: 'It names another van.' }
    await must(office(decideVerification, { params, body: { decisions: [refused] } }))
    app.clock.advance({ minutes: 1 })
    await app.runJobs()
    await must(office(blockUnit, { params, body: { reason: 'Two customers waited in vain.' } }))
    app.clock.advance({ minutes: 1 })
    await app.runJobs()
    await must(office(restoreUnit, { params, body: {} }))
    app.clock.advance({ minutes: 1 })
    const mails = (await mailboxOf(app, owner.email)).filter(({ channel }) => channel === 'email')
    const about = (subjectPart: string) =>
      mails.find(({ subject }) => subject.includes(subjectPart) && subject.includes('Mick (KX70 RMV)'))
    expect(about('needs another look')?.text).toContain(`/settings/driving-profile?unit=${second.unitId}#document-v5c`)
    expect(about('was blocked')?.text).toContain(`/driver-profile?unit=${second.unitId}#appeal`)
    expect(about('is back')?.text).toContain(`/driver-profile?unit=${second.unitId}`)
  })

  it('area, hours and jobs are copied from one to the other, and taken back to nothing', async () => {
    const first = await must(owner.call(getUnit, { params: { id: owner.unitId } }))
    const params = { id: second.unitId }
    const before = await must(owner.call(getUnit, { params }))
    const body = { operatingArea: first.operatingArea, schedule: first.schedule.entries }
    const was = await must(owner.call(setUpUnit, { params, body }))
    expect(was).toEqual({ operatingArea: before.operatingArea, schedule: [], allowedJobs: null })
    const copied = await must(owner.call(getUnit, { params }))
    expect([copied.operatingArea, copied.schedule.entries]).toEqual([first.operatingArea, first.schedule.entries])
    expect((await secondNow()).lacks).not.toContain('hours')
    await must(owner.call(setUpUnit, { params, body: was }))
    const back = await must(owner.call(getUnit, { params }))
    expect(back).toEqual(before)
    expect((await secondNow()).lacks).toContain('hours')
    const twice = { districts: ['E17', 'E10', 'e17'] }
    const previous = await must(owner.call(setUpUnit, { params, body: { operatingArea: twice } }))
    expect(previous.operatingArea).toEqual(before.operatingArea)
    expect((await must(owner.call(getUnit, { params }))).operatingArea?.districts.toSorted()).toEqual(['E10', 'E17'])
    await must(owner.call(setUpUnit, { params, body: previous }))
    // A part that is refused takes the others back.
    const wrong = await owner.call(setUpUnit, {
      params,
      body: { schedule: first.schedule.entries, operatingArea: { districts: ['ZZ9'] }, allowedJobs: null },
    })
    expect(wrong).toMatchObject({
      status: 422,
      problem: { errors: { 'operating_area.districts.0': [expect.any(String)] } },
    })
    expect(await must(owner.call(getUnit, { params }))).toEqual(before)
    expect(await must(owner.call(getUnit, { params: { id: owner.unitId } }))).toEqual(first)
  })

  it('both are shown side by side, in one statement however many there are', async () => {
    const date = addDays(localDayOf(app.clock.now()), 3)
    const booking = await aBooking(app, {
      move: aMove({ from: 'E17 4QH', to: 'E10 5AA', manPower: 'driver_helps', date }),
    })
    const look = () => owner.call(getOverview)
    const count = async () =>
      (await statementsOf(app, look)).filter((text) => text.includes('/* profile-facts */')).length
    const all = async () => (await statementsOf(app, look)).length
    const { units } = await must(look())
    expect(units).toMatchObject([
      {
        id: owner.unitId,
        registration: 'LK72 VNF',
        status: 'operating',
        lacks: [],
        nextJob: { id: booking.id, status: 'new_booking' },
      },
      { id: second.unitId, registration: 'KX70 RMV', nextJob: null },
    ])
    expect(units[0]?.days.map(({ state }) => state)).toEqual(expect.arrayContaining(['open', 'busy']))
    expect(units[1]?.days.every(({ state }) => state === 'off')).toBe(true)
    expect(JSON.stringify(units)).not.toMatch(/pence|customer/i)
    const [facts, statements] = [await count(), await all()]
    for (const name of ['Ali', 'Jo', 'Kim']) await must(owner.call(addUnit, { body: { name } }))
    expect([await count(), await all()]).toEqual([facts, statements])
    expect(facts).toBe(1)
  })
})

it('a new unit offers whatever has a price, seats and people', async () => {
  const { id } = await must(owner.call(addUnit, { body: { name: 'Robin' } }))
  const { helpLevels } = (await must(owner.call(getUnit, { params: { id } }))).allowedJobs
  expect(helpLevels).toEqual(['no_help', 'driver_helps', 'one_porter', 'two_porters'])
  // A small van seats two; what it does not seat is kept for the next one.
  const van = {
    registration: 'LK21ABC',
    make: 'Ford',
    model: 'Connect',
    category: 'small_van',
    fuel: 'electric',
  } as const
  await must(owner.call(addVan, { params: { id }, body: { ...van, year: 2021 } }))
  const small = await must(owner.call(getUnit, { params: { id } }))
  expect(small.allowedJobs.helpLevels).toEqual(['no_help', 'driver_helps', 'one_porter'])
  await must(
    owner.call(saveAllowedJobs, { params: { id }, body: { jobKinds: ['furniture'], helpLevels: ['no_help'] } }),
  )
  const { helpLevels: savedLevels } = await app.ctx.db
    .selectFrom('fleet.working_unit')
    .select('helpLevels')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(savedLevels).toEqual(['no_help', 'two_porters'])
})

describe('migration 0041', () => {
  const old: HelpLevel[] = ['no_help', 'driver_helps']
  const only3 = { large_van: { no_help: null, driver_helps: null, one_porter: null } }
  it.each<[string, Parameters<typeof aUnit>[1], HelpLevel[]]>([
    [
      'a working unit with the old beginning gets what is priced and its people can do',
      { helpLevels: old, people: 2 },
      [...old, 'one_porter'],
    ],
    [
      'one of which nothing had a price gets what has one',
      { helpLevels: old, people: 1, company: { pencePerHour: only3 } },
      [...old, 'two_porters'],
    ],
    ['what a driver chose stays', { helpLevels: ['driver_helps'] }, ['driver_helps']],
    [
      'one that has no rate for its van is left alone',
      {
        helpLevels: old,
        company: {
          pencePerHour: { large_van: { no_help: null, driver_helps: null, one_porter: null, two_porters: null } },
        },
      },
      old,
    ],
    [
      'one that is being set up begins as new ones do',
      { helpLevels: old, people: 0, status: 'not_ready_for_a_job' },
      [...HELP_LEVELS],
    ],
  ])('%s', async (_name, options, expected) => {
    const { id } = await aUnit(app, options)
    const text = await readFile('db/migrations/0041_what_a_unit_offers.sql', 'utf8')
    // The first statement changes the table.
    await app.ctx.tx(async (tx) => {
      for (const statement of text.split(/;\n/).slice(1, 3)) await sql.raw(statement).execute(tx.db)
    })
    const row = app.ctx.db.selectFrom('fleet.working_unit').select('helpLevels').where('id', '=', id)
    expect((await row.executeTakeFirstOrThrow()).helpLevels).toEqual(expected)
  })
})
