import { renewCalendarFeed } from '#modules/calendar/contract.ts'
import { getCompany, updateCompany } from '#modules/companies/contract.ts'
import { addUnit, updateUnit } from '#modules/fleet/units/contract.ts'
import { addSavedAddress } from '#modules/identity/profile/contract.ts'
import { STATUSES } from '#modules/bookings/rules.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import type { TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, search } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { aNeighbourhood, type Neighbourhood } from '#test/support/neighbours.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import type { Right } from './request.ts'
import { rightRequest } from './right-requests.ts'

/**
 * Who sends (threats-and-faults §5): V a visitor, C1 and C2 customers, D1 the driver of company 1 with its first unit, D1b the same company
 * with its second, H1 who is hired for its first, D2 the driver of another company, A an admin, X whoever may not work (blocked, leaving, unverified), E whoever bears a
 * token that is no good (expired, garbled).
 */
export const PRINCIPALS = ['V', 'C1', 'C2', 'D1', 'D1b', 'H1', 'D2', 'A', 'X', 'E'] as const
export type Principal = (typeof PRINCIPALS)[number]

/** What may be told to nobody but these. */
export interface Secret {
  word: string
  knownTo: readonly Principal[]
  /** Operations that tell others, too: "A getMoveAgain". */
  toldBy?: readonly string[]
}

/** What the fuzzer knows of whatever it asks. */
export interface House {
  readonly secrets: readonly Secret[]
  readonly words: readonly string[]
  right(endpoint: Endpoint): Promise<Right>
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  bearerOf(principal: Principal): Promise<string | undefined>
  principalOf(bearer: string | undefined): Principal
  ownThings(principal: Principal, params: Record<string, string>): Record<string, string>
  forgetSessions(): void
}

const WORKING = ['C1', 'C2', 'D1', 'D1b', 'H1', 'D2', 'A'] as const

/** A house with a company and a customer who have one of everything, their neighbours, and others who offer and book. */
export class World implements House {
  readonly app: TestApp
  readonly hood: Neighbourhood
  /** The second unit of company 1. */
  readonly secondUnitId: string
  readonly secrets: readonly Secret[]
  /** Ids, addresses and tokens that others might know or guess: put into everybody's requests. */
  readonly words: readonly string[]
  readonly #bearers = new Map<Principal, string>()
  readonly #principals = new Map<string, Principal>()
  readonly #stopped: string[]
  #turn = 0

  private constructor(
    app: TestApp,
    hood: Neighbourhood,
    more: { secondUnitId: string; secrets: Secret[]; stopped: string[] },
  ) {
    this.app = app
    this.hood = hood
    this.secondUnitId = more.secondUnitId
    this.secrets = more.secrets
    this.#stopped = more.stopped
    const { things, people } = hood
    const ids = [...Object.values(things).flat(), ...Object.values(people).flatMap(({ id, email }) => [id, email])]
    this.words = [...new Set([...ids, more.secondUnitId, hood.nextDoor.companyId, hood.nextDoor.unitId])]
  }

  static async create(app: TestApp): Promise<World> {
    const hood = await aNeighbourhood(app)
    const { bearer } = await sessionFor(app, hood.people.driver1.id)
    const second = await must(app.call(bearer)(addUnit, { body: { name: 'Zenobia' } }))
    const secrets = [...secretsOf(hood), ...(await nextDoor(app, hood))]
    for (let units = 0; units < 6; units += 1) await aUnit(app, { districts: ['E17', 'E10', 'SW'] })
    await bookingsInEveryStatus(app, hood)
    const stopped = await Promise.all(
      (['blocked', 'pending_delete', 'active'] as const).map(async (status) => {
        const person = await createPerson(app, { status, isVerified: status !== 'active', role: 'driver' })
        return (await sessionFor(app, person.id)).bearer
      }),
    )
    return new World(app, hood, { secondUnitId: second.id, secrets, stopped })
  }

  /** The access token of a principal; of those that have none, undefined. Sessions end now and then: forget them, and ask again. */
  async bearerOf(principal: Principal): Promise<string | undefined> {
    if (principal === 'V') return undefined
    this.#turn += 1
    if (principal === 'X') return this.#stopped[this.#turn % this.#stopped.length]
    const known = this.#bearers.get(principal)
    if (known) return known
    const made = principal === 'E' ? await this.#uselessToken() : await this.#signedIn(principal)
    this.#bearers.set(principal, made)
    this.#principals.set(made, principal)
    return made
  }

  /** Whose token this is. Passers, who exist for one request, know as little as a visitor. */
  principalOf(bearer: string | undefined): Principal {
    return this.#principals.get(bearer ?? '') ?? 'V'
  }

  right(endpoint: Endpoint): Promise<Right> {
    return rightRequest(this, endpoint)
  }

  send(request: InjectOptions): Promise<LightMyRequestResponse> {
    return this.app.app.fastify.inject(request)
  }

  /** The second unit of company 1 asks about itself. */
  ownThings(principal: Principal, params: Record<string, string>): Record<string, string> {
    if (principal !== 'D1b') return params
    const { unitId } = this.hood.things
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, value === unitId ? this.secondUnitId : value]),
    )
  }

  forgetSessions(): void {
    this.#bearers.clear()
  }

  async #signedIn(principal: (typeof WORKING)[number]): Promise<string> {
    const { customer1, customer2, driver1, hired1, driver2, admin } = this.hood.people
    const people = { C1: customer1, C2: customer2, D1: driver1, D1b: driver1, H1: hired1, D2: driver2, A: admin }
    return (await sessionFor(this.app, people[principal].id)).bearer
  }

  async #uselessToken(): Promise<string> {
    const { userId, sessionId, bearer } = await sessionFor(this.app, this.hood.people.customer1.id)
    if (this.#turn % 2 === 0) return `${bearer.slice(0, -4)}AAAA`
    const { clock, ctx } = this.app
    const now = clock.now()
    clock.advance({ minutes: -11 })
    const expired = signAccessToken(ctx, { userId, sessionId })
    clock.set(now)
    return expired
  }
}

/** Whether the contract lets this principal in at all. */
export function mayCall({ access }: Endpoint, principal: Principal): boolean {
  if (access === 'public') return true
  const roles = {
    C1: 'customer',
    C2: 'customer',
    D1: 'driver',
    D1b: 'driver',
    H1: 'hired',
    D2: 'driver',
    A: 'admin',
  } as const
  return principal in roles && access.includes(roles[principal as keyof typeof roles])
}

const secretsOf = ({ words, things, people }: Neighbourhood): Secret[] => [
  ...words.company.map((word): Secret => ({
    word,
    knownTo: [
      'D1',
      'D1b',
      'A',
      ...([things.availabilityId, people.hired1.email].includes(word) ? (['H1'] as const) : []),
    ],
  })),
  // The units of company 1 have confirmed bookings of customer 1. That nobody is told before confirming is held beside them.
  ...words.customer.map((word): Secret => ({
    word,
    knownTo: [
      'C1',
      ...(words.forDriver.includes(word) ? (['D1', 'D1b', 'H1'] as const) : []),
      // The office rings and writes to whoever disagrees about a day.
      ...(word === people.customer1.email || word.startsWith('+44') ? (['A'] as const) : []),
    ],
    // A customer who rings does not say their flat and stairs again.
    toldBy: word === 'Zeta' ? ['A getMoveAgain'] : [],
  })),
]

/** Words of those next door, so that it is told too when company 1 or customer 1 reads what is theirs. */
async function nextDoor(app: TestApp, { people, nextDoor: { unitId } }: Neighbourhood): Promise<Secret[]> {
  const [customer, driver] = [people.customer2, people.driver2]
  const asCustomer = app.call((await sessionFor(app, customer.id)).bearer)
  const asDriver = app.call((await sessionFor(app, driver.id)).bearer)
  const address = await must(
    asCustomer(addSavedAddress, {
      body: { label: 'Quagga House', postcode: 'SW1A 1AA', contactName: 'Quentin Quill' },
    }),
  )
  await must(asDriver(updateCompany, { body: { legalName: 'Quokka Removals Ltd', insuranceNumber: 'HR-QUOKKA-2' } }))
  await must(asDriver(updateUnit, { params: { id: unitId }, body: { name: 'Quintus' } }))
  const company = await must(asDriver(getCompany))
  const feed = await must(asDriver(renewCalendarFeed, { params: { id: unitId }, body: {} }))
  const ofDriver = [driver.email, 'Quokka Removals Ltd', 'HR-QUOKKA-2', feed.url?.split('/').at(-2) ?? '']
  return [
    ...[customer.email, address.id, 'Quagga House', 'Quentin Quill'].map((word): Secret => ({ word, knownTo: ['C2'] })),
    ...[...ofDriver, company.id].map((word): Secret => ({ word, knownTo: ['D2', 'A'] })),
  ]
}

/** Behind and ahead of today, of customer 1 and unit 1, so that lists, calendars and statistics have something of each. */
async function bookingsInEveryStatus(app: TestApp, { people, things }: Neighbourhood): Promise<void> {
  const { bearer } = await sessionFor(app, people.customer1.id)
  const customer = { ...people.customer1, bearer }
  for (const [index, status] of STATUSES.entries()) {
    const { results } = await search(app, aMove({ date: `2026-12-1${index + 1}`, to: 'E10 6EQ' }))
    const quoteId = results.find(({ workingUnit }) => workingUnit.id === things.unitId)?.quoteId
    const booking = await aBooking(app, { customer, quoteId })
    const days = status === 'completed' || status.startsWith('canceled') ? 30 : 0
    const isOver = ['canceled_by_customer', 'no_one_took', 'not_taken_by_driver', 'rejected'].includes(status)
    if (isOver) await app.ctx.db.deleteFrom('calendar.hold').where('bookingId', '=', booking.id).execute()
    await app.app.pool.query(
      `update bookings.booking set status = $2, start_at = start_at - $3 * interval '1 day', end_at = end_at - $3 * interval '1 day'
       where id = $1`,
      [booking.id, status, days],
    )
  }
}
