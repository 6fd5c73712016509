import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkedPeople } from '#test/support/factories/crew.ts'
import { removePerson } from '#modules/fleet/people/contract.ts'
import { withActor } from '#platform/ctx.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, messagesAbout } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { transition } from '../lifecycle/commands.ts'
import type { Step } from '../lifecycle/rules.ts'
import { lockBooking } from '../queries.ts'
import { getCrew, getCrewPhoto, nameCrew } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const driverOf = async ({ company }: TestUnit): Promise<Call> =>
  app.call((await sessionFor(app, company.owner.id)).bearer)

async function step(unit: TestUnit, id: string, name: Step): Promise<void> {
  const { id: userId } = unit.company.owner
  const actor = {
    kind: 'driver',
    userId,
    sessionId: userId,
    company: { id: unit.company.id, unitIds: [unit.id] },
  } as const
  await withActor(app.ctx, actor).tx(async (tx) => {
    const booking = await lockBooking(tx, id)
    if (!booking) throw new Error('The booking is gone')
    expect(await transition(tx, booking, name)).toBeUndefined()
  })
}

/** A job of two people with a van that has three. */
async function aJob(people = 3) {
  const unit = await aUnit(app, { people })
  const customer = await aCustomer(app)
  const { id } = await aBooking(app, { customer, move: aMove({ manPower: 'one_porter' }) })
  return { unit, id, customer, call: app.call(customer.bearer), driver: await driverOf(unit) }
}

const namesOf = ({ members }: { members: { firstName: string }[] }) => members.map(({ firstName }) => firstName)
const kinds = async (id: string) => (await messagesAbout(app, id)).map(({ kind }) => kind)

describe('who comes', () => {
  it('is the van’s usual crew where the driver names nobody; the customer learns it with the confirmation', async () => {
    const { unit, id, customer, call, driver } = await aJob()
    const params = { id }
    expect(await must(call(getCrew, { params }))).toEqual({ needed: 2, isNamed: false, members: [], choices: null })
    await step(unit, id, 'confirm')
    const seen = await must(call(getCrew, { params }))
    expect([seen.isNamed, namesOf(seen), JSON.stringify(seen)]).toEqual([
      true,
      ['Sam', 'Ali'],
      expect.not.stringContaining('Pennant'),
    ])
    const [mail] = await mailboxOf(app, customer.email)
    expect([mail?.subject, mail?.text]).toEqual([
      expect.stringMatching(/^Confirmed: /),
      expect.stringContaining('Sam and Ali will come.'),
    ])
    expect((await must(driver(getCrew, { params }))).choices).toHaveLength(3)
  })

  it('is whom the driver names; somebody else later is told to the customer, once', async () => {
    const { unit, id, call, driver } = await aJob()
    const params = { id }
    const [sam, ali, jo] = (await must(driver(getCrew, { params }))).choices?.map((one) => one.id) ?? []
    const name = (...ids: (string | undefined)[]) =>
      driver(nameCrew, { params, body: { personIds: ids.flatMap((one) => one ?? []) } })
    await must(name(jo, sam))
    expect(namesOf(await must(call(getCrew, { params })))).toEqual([])
    await step(unit, id, 'confirm')
    expect(namesOf(await must(call(getCrew, { params })))).toEqual(['Jo', 'Sam'])
    await must(name(sam, jo))
    expect((await kinds(id)).filter((kind) => kind === 'crew_changed')).toEqual([])
    await must(name(sam, ali))
    expect((await kinds(id)).filter((kind) => kind === 'crew_changed')).toHaveLength(1)
    expect(namesOf(await must(call(getCrew, { params })))).toEqual(['Sam', 'Ali'])
  })

  it('has to be as many as were booked, each checked for that day', async () => {
    const { unit, id, driver } = await aJob()
    const params = { id }
    const [sam = '', ali = ''] = (await must(driver(getCrew, { params }))).choices?.map((one) => one.id) ?? []
    expect(await driver(nameCrew, { params, body: { personIds: [sam] } })).toMatchObject({
      problem: { errors: { person_ids: ['This job takes 2 people.'] } },
    })
    const [stranger = ''] = await checkedPeople(app, {
      companyId: (await aUnit(app)).company.id,
      unitIds: [],
      count: 1,
    })
    const [tooSoon = ''] = await checkedPeople(app, {
      companyId: unit.company.id,
      unitIds: [unit.id],
      count: 1,
      expiresOn: '2026-11-21',
    })
    for (const other of [stranger, tooSoon, crypto.randomUUID()])
      expect(await driver(nameCrew, { params, body: { personIds: [sam, other] } })).toMatchObject({
        status: 422,
        problem: { errors: { 'person_ids.1': [expect.stringContaining('check counts')] } },
      })
    await must(driver(nameCrew, { params, body: { personIds: [sam, ali] } }))
  })

  it('is on one job at a time, says the call and the database', async () => {
    const { unit, id, driver } = await aJob(2)
    await step(unit, id, 'confirm')
    const other = await aUnit(app, { company: unit.company, people: 0 })
    const crew = (await must(driver(getCrew, { params: { id } }))).members.map((one) => one.id)
    await app.ctx.db
      .insertInto('fleet.unit_person')
      .values(crew.map((personId) => ({ unitId: other.id, personId })))
      .execute()
    await app.ctx.db
      .updateTable('fleet.working_unit')
      .set({ peopleUntil: ['infinity', 'infinity'] })
      .execute()
    const second = await aBooking(app, { move: aMove({ manPower: 'one_porter' }) })
    const params = { id: second.id }
    expect((await must(driver(getCrew, { params }))).choices?.map(({ whyNot: reason }) => reason)).toEqual([
      'busy',
      'busy',
    ])
    expect(await driver(nameCrew, { params, body: { personIds: crew } })).toMatchObject({
      status: 409,
      problem: { code: 'crew_busy', errors: { 'person_ids.0': [expect.any(String)] } },
    })
    const twice = app.app.pool.query(
      `insert into bookings.crew_member (booking_id, person_id, during, position) select $1, person_id, during, position from bookings.crew_member`,
      [second.id],
    )
    await expect(twice).rejects.toMatchObject({ constraint: 'crew_member_one_job_at_a_time' })
    // Named people stay until the job is off.
    expect(await driver(removePerson, { params: { personId: crew[0] ?? '' } })).toMatchObject({
      status: 409,
      problem: { code: 'person_on_job' },
    })
    await step(unit, id, 'cancel')
    await must(driver(nameCrew, { params, body: { personIds: crew } }))
    expect(await driver(nameCrew, { params: { id }, body: { personIds: crew } })).toMatchObject({
      status: 409,
      problem: { code: 'crew_closed' },
    })
  })

  it('is asked of the driver where too few can come; the confirmation says so', async () => {
    const { unit, id, customer, driver } = await aJob(2)
    const { choices } = await must(driver(getCrew, { params: { id } }))
    await must(driver(removePerson, { params: { personId: choices?.[0]?.id ?? '' } }))
    // A test's unit has no documents, which was noticed with the people.
    await app.ctx.db.updateTable('fleet.working_unit').set({ papersUntil: 'infinity' }).execute()
    await step(unit, id, 'confirm')
    expect((await must(driver(getCrew, { params: { id } }))).isNamed).toBe(false)
    expect((await mailboxOf(app, customer.email))[0]?.text).toContain('We’ll tell you who’s coming as soon as')
  })

  it('is nobody else’s to see; without the guard it would be', async () => {
    const { unit, id, driver } = await aJob()
    await step(unit, id, 'confirm')
    const [one] = (await must(driver(getCrew, { params: { id } }))).members
    const params = { id, personId: one?.id ?? '' }
    const others = [app.call((await aCustomer(app)).bearer), await driverOf(await aUnit(app))]
    for (const call of others)
      for (const answer of [await call(getCrew, { params: { id } }), await call(getCrewPhoto, { params })])
        expect(answer).toMatchObject({ status: 404 })
    const careless = await withoutGuards(app, 'own_crew')
    const { bearer } = await aCustomer(app)
    const headers = { authorization: `Bearer ${bearer}` }
    expect((await careless.fastify.inject({ url: `/api/booking/${id}/crew/`, headers })).statusCode).toBe(200)
    await careless.close()
  })
})
