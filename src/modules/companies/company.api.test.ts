import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver } from '#test/support/driver.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { getUser } from '#modules/identity/contract.ts'
import { getCompany, getCompanyProfile, updateCompany } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('a driver’s company', () => {
  it('is there at the first request, with one unit, however many requests come first', async () => {
    const person = await createPerson(app, { role: 'driver', firstName: 'Dawn' })
    const call = app.call((await sessionFor(app, person.id)).bearer)
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(getCompany)))
    const ids = new Set(answers.map((answer) => (answer.ok ? answer.data.id : answer.problem.detail)))
    expect(ids.size).toBe(1)
    const user = await call(getUser)
    expect(user).toMatchObject({ ok: true, data: { companyId: [...ids][0] } })
    expect(user.ok && user.data.workingUnitIds).toHaveLength(1)
  })

  it('keeps what is sent and leaves the rest', async () => {
    const { call } = await aDriver(app)
    const saved = await call(updateCompany, {
      body: {
        name: ' Pennant  & Daughters ',
        legalName: 'Pennant & Daughters Ltd',
        companyNumber: '1234567',
        registeredAddress: '1 Hoe Street\r\nLondon',
        insuranceNumber: 'HR-2231/9',
        basePostcode: 'e174qh',
        paymentMethods: ['cash', 'card'],
        vatNumber: 'GB 980 7806 84',
        vatRegisteredFrom: '2024-04-01',
        taxNumber: 'ab 12 34 56 c',
        dateOfBirth: '1980-02-29',
      },
    })
    expect(saved).toMatchObject({
      ok: true,
      data: {
        name: 'Pennant & Daughters',
        companyNumber: '01234567',
        registeredAddress: '1 Hoe Street\nLondon',
        basePostcode: 'E17 4QH',
        basePlace: 'Walthamstow',
        paymentMethods: ['cash', 'card'],
        vatNumber: 'GB980780684',
        vatRegisteredFrom: '2024-04-01',
        taxNumber: 'AB123456C',
        dateOfBirth: '1980-02-29',
      },
    })
    for (const [field, value] of [
      ['tax_number', { taxNumber: 'AB123456E' }],
      ['date_of_birth', { dateOfBirth: '2020-01-01' }],
    ] as const)
      expect(await call(updateCompany, { body: value })).toMatchObject({
        status: 422,
        problem: { errors: { [field]: [expect.any(String)] } },
      })
    const later = await call(updateCompany, { body: { markColour: 'red', companyNumber: null, basePostcode: null } })
    expect(later).toMatchObject({
      ok: true,
      data: {
        name: 'Pennant & Daughters',
        markColour: 'red',
        companyNumber: null,
        basePostcode: null,
        basePlace: '',
      },
    })
  })

  it.each<[string, CallInput<typeof updateCompany>['body'], string]>([
    ['a name of nothing', { name: '  ' }, 'name'],
    ['no way of paying', { paymentMethods: [] }, 'payment_methods'],
    ['one way twice', { paymentMethods: ['cash', 'cash'] }, 'payment_methods'],
    ['a VAT number of nobody', { vatNumber: 'GB123456789', vatRegisteredFrom: '2024-01-01' }, 'vat_number'],
    ['a number without its day', { vatNumber: 'GB980780684' }, 'vat_registered_from'],
    ['a day without its number', { vatRegisteredFrom: '2024-01-01' }, 'vat_number'],
    ['a day too far ahead', { vatNumber: 'GB980780684', vatRegisteredFrom: '2028-01-01' }, 'vat_registered_from'],
    ['no postcode', { basePostcode: 'here' }, 'base_postcode'],
    ['a postcode of nowhere', { basePostcode: 'ZZ9 9ZZ' }, 'base_postcode'],
    ['a number that Companies House doesn’t give', { companyNumber: 'ABCDEFGH' }, 'company_number'],
  ])('does not take %s', async (_name, body, field) => {
    const { call } = await aDriver(app)
    const answer = await call(updateCompany, { body })
    expect(answer.ok ? 'taken' : Object.keys(answer.problem.errors ?? {})).toEqual([field])
  })

  it('T-064: takes no field that is not the driver’s to change', async () => {
    const { bearer } = await aDriver(app)
    for (const field of ['commission_percent', 'rating', 'owner_user_id', 'logo_url', 'status', 'verified']) {
      const response = await app.app.fastify.inject({
        method: 'PUT',
        url: '/api/company/',
        headers: { authorization: `Bearer ${bearer}` },
        payload: { [field]: 0 },
      })
      expect([field, response.statusCode]).toEqual([field, 422])
    }
  })

  it('is shown to customers as it shows itself, without what is none of their business', async () => {
    const driver = await aDriver(app)
    await driver.call(updateCompany, { body: { insuranceNumber: 'HR-2231/9', name: 'Hoe Street Removals' } })
    const customer = app.call((await signIn(app, 'customer')).bearer)
    const shown = await customer(getCompanyProfile, { params: { id: driver.companyId } })
    expect(shown).toMatchObject({ ok: true, data: { name: 'Hoe Street Removals', photos: [], isVatRegistered: false } })
    expect(JSON.stringify(shown)).not.toContain('HR-2231')
  })
})
