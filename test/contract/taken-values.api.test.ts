import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aNeighbourhood, type Neighbour, type Neighbourhood } from '#test/support/neighbours.ts'
import { testPassword } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'

/**
 * T-115, T-004, T-005: nobody finds out what others have by entering it. Everything that could be unique among people and companies is
 * entered twice, once as somebody else has it and once as nobody has it: the answers are the same.
 */
let app: TestApp
let hood: Neighbourhood
beforeAll(async () => {
  app = await createTestApp()
  hood = await aNeighbourhood(app)
  const { customer1, driver1 } = hood.people
  for (const { id, phone } of [
    { id: customer1.id, phone: '+447700900671' },
    { id: driver1.id, phone: '+447700900673' },
  ])
    await app.ctx.db
      .updateTable('identity.user')
      .set({ phone, phoneVerifiedAt: app.clock.now() })
      .where('id', '=', id)
      .execute()
})
afterAll(() => app.close())

interface Entered {
  who: Neighbour | 'visitor'
  method: 'POST' | 'PUT'
  path: () => string
  body: (value: string) => object
  /** As company 1 or customer 1 has it, and as nobody has it. */
  taken: () => string
  free: string
}

const van = (registration: string) => ({
  registration,
  make: 'Ford',
  model: 'Transit',
  category: 'large_van',
  fuel: 'electric',
})
const unit = () => `/company/working-unit/${hood.nextDoor.unitId}`
const account = (number: string) => ({
  account_holder: 'Robin Hood',
  sort_code: '20-45-42',
  account_number: number,
  current_password: testPassword,
})
const opening = (email: string, role: string) => ({
  user_role: role,
  email,
  password: testPassword,
  first_name: 'Robin',
  phone: '+447700900671',
})

const VALUES: [string, Entered][] = [
  [
    'a company number',
    {
      who: 'driver2',
      method: 'PUT',
      path: () => '/company/',
      body: (value) => ({ company_number: value }),
      taken: () => '87654321',
      free: '12344321',
    },
  ],
  [
    'an insurance number',
    {
      who: 'driver2',
      method: 'PUT',
      path: () => '/company/',
      body: (value) => ({ insurance_number: value }),
      taken: () => 'HR-ZINNIA-1',
      free: 'HR-NOBODY-9',
    },
  ],
  [
    'a name',
    {
      who: 'driver2',
      method: 'PUT',
      path: () => '/company/',
      body: (value) => ({ name: value }),
      taken: () => 'Zinnia Removals',
      free: 'Nobody Removals',
    },
  ],
  [
    'a bank account',
    {
      who: 'driver2',
      method: 'POST',
      path: () => '/company/banking-account/',
      body: account,
      taken: () => '31926820',
      free: '31926822',
    },
  ],
  [
    'the phone of a driver',
    {
      who: 'driver2',
      method: 'POST',
      path: () => '/users/mobile-phone/get-code/',
      body: (phone) => ({ phone, current_password: testPassword }),
      taken: () => '+447700900673',
      free: '+447700900999',
    },
  ],
  [
    'the phone of a customer',
    {
      who: 'customer2',
      method: 'POST',
      path: () => '/users/mobile-phone/get-code/',
      body: (phone) => ({ phone, current_password: testPassword }),
      taken: () => '+447700900671',
      free: '+447700900998',
    },
  ],
  [
    'the address of a customer, to move to',
    {
      who: 'customer2',
      method: 'PUT',
      path: () => '/users/',
      body: (email) => ({ email, current_password: testPassword }),
      taken: () => hood.people.customer1.email,
      free: 'nobody-1@example.com',
    },
  ],
  [
    'the address of a driver, to move to',
    {
      who: 'driver2',
      method: 'PUT',
      path: () => '/users/',
      body: (email) => ({ email, current_password: testPassword }),
      taken: () => hood.people.driver1.email,
      free: 'nobody-2@example.com',
    },
  ],
  [
    'the address of a customer, to register',
    {
      who: 'visitor',
      method: 'POST',
      path: () => '/users/register/',
      body: (email) => opening(email, 'customer'),
      taken: () => hood.people.customer1.email,
      free: 'nobody-3@example.com',
    },
  ],
  [
    'the address of a driver, to register',
    {
      who: 'visitor',
      method: 'POST',
      path: () => '/users/register/',
      body: (email) => opening(email, 'driver'),
      taken: () => hood.people.driver1.email,
      free: 'nobody-4@example.com',
    },
  ],
  [
    'the address of an admin, for a new password',
    {
      who: 'visitor',
      method: 'POST',
      path: () => '/users/reset_password/',
      body: (email) => ({ email }),
      taken: () => hood.people.admin.email,
      free: 'nobody-5@example.com',
    },
  ],
  [
    'the address of a driver, to log in',
    {
      who: 'visitor',
      method: 'POST',
      path: () => '/users/login/',
      body: (email) => ({ email, password: 'Not-the-one-7' }),
      taken: () => hood.people.driver1.email,
      free: 'nobody-6@example.com',
    },
  ],
]

async function enter({ who, method, path, body }: Entered, value: string) {
  const bearer = who === 'visitor' ? undefined : (await sessionFor(app, hood.people[who].id)).bearer
  const answer = await app.app.fastify.inject({
    method,
    url: `/api${path()}`,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    payload: body(value),
  })
  // A code a minute, and an instant of its own for whatever is dated.
  app.clock.advance({ seconds: 61 })
  return { status: answer.statusCode, body: plain(answer.body, value) }
}

/** An answer without the value itself, random secrets, and the time of day. */
const plain = (text: string, value: string): string =>
  text
    .replaceAll(value, 'VALUE')
    .replaceAll(value.slice(-4), 'TAIL')
    .replaceAll(/"(booking_token|request_id)":"[^"]+"/g, '"$1":""')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

/** The one value of which a driver learns that somebody has it, because a van belongs to one unit: not who, and only once it is approved. */
const registration: Entered = {
  who: 'driver2',
  method: 'PUT',
  path: () => `${unit()}/van/`,
  body: van,
  taken: () => 'LK72 VNF',
  free: 'LK72 XYZ',
}

describe('what somebody else has', () => {
  it('a registration that the office approved, is refused without a word about whose it is', async () => {
    const answer = await enter(registration, registration.taken())
    expect([answer.status, answer.body]).toEqual([409, expect.stringMatching(/"code":"registration_taken".*write to/s)])
    const others = [...hood.words.company, ...hood.words.customer, ...hood.words.shown].filter(
      (word) => word !== 'LK72 VNF' && answer.body.includes(word),
    )
    expect(others).toEqual([])
    expect((await enter(registration, registration.free)).status).toBe(200)
  })

  it.each(VALUES)('%s, is answered as if nobody had it', async (_name, entered) => {
    const free = await enter(entered, entered.free)
    const taken = await enter(entered, entered.taken())
    expect(taken).toEqual(free)
    expect([200, 201, 401]).toContain(taken.status)
  })
})
