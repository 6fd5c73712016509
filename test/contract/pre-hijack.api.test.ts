import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { createBooking, listFutureBookings, listPastBookings } from '#modules/bookings/contract.ts'
import { getUser, logIn, register, verifyEmail } from '#modules/identity/contract.ts'
import { exportOwnData } from '#modules/identity/profile/contract.ts'
import { validateVerifyToken } from '#modules/identity/verification/contract.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { aQuoteFor } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson, followLink, mailboxOf, mailedToken, testPassword } from '#test/support/people.ts'

/** T-039: two people register one address, each with a link of their own, and nobody gets at what is the other's. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

type Name = 'owner' | 'stranger'

/** What only they say, wherever it turns up. */
const words = {
  owner: { firstName: 'Ottilie', street: '14 Marigold Terrace', phone: '+447700900101', password: 'Owners-kettle-1' },
  stranger: { firstName: 'Mallory', street: '66 Foxglove Yard', phone: '+447700900202', password: 'Strangers-pan-2' },
} as const

interface Person {
  email: string
  name: Name
  bookingToken?: string
  link?: string
}

async function registerAs(person: Person): Promise<void> {
  const { firstName, phone, password } = words[person.name]
  const body = { userRole: 'customer' as const, email: person.email, password, firstName, phone }
  const answer = await app.call()(register, { body })
  if (!answer.ok) throw new Error(answer.problem.code)
  person.bookingToken = answer.data.bookingToken
  person.link = await mailedToken(app, person.email)
}

async function book(person: Person) {
  const { street } = words[person.name]
  const { quoteId } = await aQuoteFor(app)
  const routePoints = [0, 1].map((number) => ({ number, address: { formattedAddress: street }, flatAndHouse: street }))
  const body = { quoteId, paymentMethod: 'cash' as const, customerNote: street, routePoints }
  return app.call(person.bookingToken ?? 'none')(createBooking, { body })
}

const follow = ({ link, name }: Person) => followLink(app, link ?? 'none', words[name].password)

const logInAs = ({ email, name }: Person) => app.call()(logIn, { body: { email, password: words[name].password } })

/** Everything that whoever has this access can read of an account. */
async function everythingOf(access: string): Promise<string> {
  const call = app.call(access)
  const answers = [
    await call(getUser),
    await call(listFutureBookings, { query: {} }),
    await call(listPastBookings, { query: {} }),
    await call(exportOwnData),
  ]
  return JSON.stringify(answers)
}

const saysOf = (text: string, name: Name) => {
  const { firstName, street, phone } = words[name]
  return [firstName, street, phone].filter((word) => text.includes(word))
}

const waitingOrOver = () => app.ctx.db.selectFrom('bookings.booking').select(['id', 'customerNote']).execute()

async function bothRegistered(): Promise<{ owner: Person; stranger: Person }> {
  await aUnit(app)
  const email = `shared-${crypto.randomUUID()}@example.com`
  const owner: Person = { email, name: 'owner' }
  const stranger: Person = { email, name: 'stranger' }
  await registerAs(owner)
  expect((await book(owner)).status).toBe(201)
  app.clock.advance({ seconds: 1 })
  await registerAs(stranger)
  return { owner, stranger }
}

describe('T-039: the owner books, a stranger registers the same address a second later', () => {
  it('the newest link opens nothing that the owner said: it died with their registration', async () => {
    const { owner, stranger } = await bothRegistered()
    expect((await follow(stranger)).ok).toBe(true)
    const login = await logInAs(stranger)
    if (!login.ok) throw new Error(login.problem.code)
    expect(saysOf(await everythingOf(login.data.access), 'owner')).toEqual([])
    expect(await waitingOrOver()).toEqual([])
    expect((await follow(owner)).status).toBe(409)
    expect((await logInAs(owner)).status).toBe(401)
  })

  it('the owner’s own link opens their account with their booking, and the stranger’s password nothing', async () => {
    const { owner, stranger } = await bothRegistered()
    expect((await book(stranger)).status).toBe(201)
    expect(await follow(owner)).toMatchObject({ ok: true, data: { booking: { isHeld: true } } })
    expect((await logInAs(stranger)).status).toBe(401)
    const login = await logInAs(owner)
    if (!login.ok) throw new Error(login.problem.code)
    const everything = await everythingOf(login.data.access)
    expect(saysOf(everything, 'owner')).toEqual(Object.values(words.owner).slice(0, 3))
    expect(saysOf(everything, 'stranger')).toEqual([])
    expect(await waitingOrOver()).toHaveLength(1)
    expect((await follow(stranger)).status).toBe(409)
  })

  it('a registration that died books nothing any more', async () => {
    const { owner, stranger } = await bothRegistered()
    await follow(owner)
    await aUnit(app)
    expect((await book(stranger)).status).toBe(401)
  })

  it('both links at once open one of the two', async () => {
    const { owner, stranger } = await bothRegistered()
    await book(stranger)
    const [first, second] = await Promise.all([follow(owner), follow(stranger)])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const [mine, other] = first.ok ? [owner, stranger] : [stranger, owner]
    const login = await logInAs(mine)
    if (!login.ok) throw new Error(login.problem.code)
    expect(saysOf(await everythingOf(login.data.access), other.name)).toEqual([])
    expect((await logInAs(other)).status).toBe(401)
  })
})

describe('T-039: whoever follows a link types the password', () => {
  const followWith = ({ link }: Person, password: string) => followLink(app, link ?? 'none', password)

  it('since the link alone opens nothing: an owner who follows a stranger’s newest mail opens no account of theirs', async () => {
    const { owner, stranger } = await bothRegistered()
    const alone = await app.call()(verifyEmail, { body: { token: stranger.link ?? 'none' } })
    expect(alone).toMatchObject({ status: 403, problem: { code: 'password_required' } })
    expect((await logInAs(stranger)).status).toBe(403)
    // It is not used up by that.
    expect((await follow(owner)).ok).toBe(true)
  })

  it('that of another registration opens nothing, and loses nothing', async () => {
    const { owner, stranger } = await bothRegistered()
    const wrong = await followWith(stranger, words.owner.password)
    expect(wrong).toMatchObject({ status: 422, problem: { errors: { password: [expect.any(String)] } } })
    expect((await logInAs(stranger)).status).toBe(403)
    expect(await followWith(owner, words.owner.password)).toMatchObject({ data: { booking: { isHeld: true } } })
  })

  it('is not asked for it on the device that registered, which nobody else has', async () => {
    const email = `device-${crypto.randomUUID()}@example.com`
    const [own, other] = ['a'.repeat(43), 'b'.repeat(43)]
    const at = (device: string | undefined) => createCall(app.app.fastify, { device, userAgent: firefox })
    const body = { userRole: 'customer' as const, email, password: words.owner.password, firstName: 'Ottilie' }
    await at(own)(register, { body })
    const token = await mailedToken(app, email)
    const proofOn = async (device?: string) => {
      const answer = await at(device)(validateVerifyToken, { body: { token } })
      return answer.ok && answer.data.proof
    }
    expect([await proofOn(own), await proofOn(other), await proofOn()]).toEqual(['none', 'password', 'password'])
    const followOn = async (device?: string) => (await at(device)(verifyEmail, { body: { token } })).status
    expect([await followOn(other), await followOn(), await followOn(own)]).toEqual([403, 403, 200])
  })

  it('is asked for the account’s password if there is an account', async () => {
    await aUnit(app)
    const { email } = await createPerson(app)
    const stranger: Person = { email, name: 'stranger' }
    await registerAs(stranger)
    expect((await book(stranger)).status).toBe(201)
    expect(await app.call()(verifyEmail, { body: { token: stranger.link ?? 'none' } })).toMatchObject({
      status: 403,
      problem: { code: 'password_required' },
    })
    expect((await followWith(stranger, words.stranger.password)).status).toBe(422)
    expect(await followWith(stranger, testPassword)).toMatchObject({ data: { booking: { isHeld: true } } })
  })
})

describe('T-039: the emails differ', () => {
  it('by when, from where and with what; the second says that there was a first', async () => {
    const email = `mails-${crypto.randomUUID()}@example.com`
    const from = (address: string, userAgent: string) => createCall(app.app.fastify, { address, userAgent })
    const body = { userRole: 'customer' as const, email, password: words.owner.password, firstName: 'Jo' }
    await from('81.2.69.142', firefox)(register, { body })
    app.clock.advance({ seconds: 1 })
    await from('203.0.113.7', 'curl/8')(register, { body: { ...body, password: words.stranger.password } })
    const [second, first] = await mailboxOf(app, email)
    expect(first?.text).toContain('at 09:00:00, with Firefox on Windows, from an IP address starting 81.2.')
    expect(first?.text).not.toContain('also registered')
    expect(second?.text).toContain('at 09:00:01, with Another program, from an IP address starting 203.0.')
    expect(second?.text).toContain('also registered on Fri 20 November at 09:00:00.')
  })

  it('say of a booking that waits its day and towns alone', async () => {
    const { owner } = await bothRegistered()
    const told = (await mailboxOf(app, owner.email)).map(({ subject, text }) => `${subject} ${text}`).join(' ')
    expect(told).toMatch(/Walthamstow to Brighton, \w{3} \d+ \w+/)
    expect(told).not.toMatch(/E17|BN1|£|\/booking\/|Grove|London Road/)
  })
})

describe('the control: without the guard', () => {
  it('a stranger’s link leaves the owner’s booking in the stranger’s account', async () => {
    const { owner, stranger } = await bothRegistered()
    const careless = await withoutGuards(app, 'one_registration')
    const call = createCall(careless.fastify)
    await call(verifyEmail, { body: { token: stranger.link ?? '', password: words.stranger.password } })
    expect((await waitingOrOver()).map(({ customerNote: note }) => note)).toEqual([words.owner.street])
    expect((await call(validateVerifyToken, { body: { token: owner.link ?? '' } })).status).toBe(200)
    await careless.close()
  })
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const STEPS = ['register', 'book', 'follow', 'logIn'] as const
type Step = readonly [Name, (typeof STEPS)[number]]

const orders = fc
  .shuffledSubarray(
    (['owner', 'stranger'] as const).flatMap((name) => STEPS.map((step): Step => [name, step])),
    { minLength: 5 },
  )
  // Nobody can follow a link, or book, before they have registered.
  .map((steps) => {
    const registersFirst = (name: Name) => steps.find(([who, step]) => who === name && step !== 'logIn')?.[1]
    return (['owner', 'stranger'] as const).reduce<Step[]>(
      (list, name) =>
        registersFirst(name) === 'register'
          ? list
          : [[name, 'register'], ...list.filter(([who, step]) => who !== name || step !== 'register')],
      [...steps],
    )
  })

describe('T-039: in whatever order they come', () => {
  it('nobody sees anything of the other', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (steps) => {
        await removeCompanies(app)
        await aUnit(app)
        await aUnit(app)
        const email = `order-${crypto.randomUUID()}@example.com`
        const people: Record<Name, Person> = {
          owner: { email, name: 'owner' },
          stranger: { email, name: 'stranger' },
        }
        const look = async (name: Name) => {
          const login = await logInAs(people[name])
          if (!login.ok) return
          const everything = await everythingOf(login.data.access)
          expect(saysOf(everything, name === 'owner' ? 'stranger' : 'owner')).toEqual([])
        }
        const act = {
          register: registerAs,
          book,
          follow: follow,
          logIn: ({ name }: Person) => look(name),
        }
        for (const [name, step] of steps) {
          await act[step](people[name])
          app.clock.advance({ seconds: 1 })
        }
        await look('owner')
        await look('stranger')
      }),
      { numRuns: 25, seed: 39 },
    )
  })
})
