import type { LightMyRequestResponse } from 'fastify'
import type { App } from '#app/build-app.ts'
import type { Endpoint, Problem } from '#shared/endpoint.ts'
import type { TestApp } from './app.ts'
import { PEOPLE, rowsAbout, type Neighbour, type Neighbourhood } from './neighbours.ts'
import { realRequest, stockOf, unrealRequest } from './real-requests.ts'
import { sessionFor } from './session.ts'

export type Caller = 'visitor' | Neighbour
export const callers: readonly Caller[] = ['visitor', ...PEOPLE]

/** A line of the matrix, as test/contract/role-matrix.api.test.ts says what it means. */
export interface Line {
  id: string
  whose: 'everyone' | 'caller' | 'company' | 'customer' | 'office' | 'holder'
  status: number
  shows: boolean
  writes: boolean
  meets: boolean
  special: Partial<Record<Caller, number>>
}

export const readLines = (table: string): Line[] =>
  table.split('\n').flatMap((text): Line[] => {
    const [id, whose, status, ...more] = text.trim().split(/\s+/)
    if (!id) return []
    const special = more.flatMap((word) => (word.includes('=') ? [word.split('=')] : []))
    return [
      {
        id,
        whose: whose as Line['whose'],
        status: Number(status),
        shows: more.includes('shows'),
        writes: more.includes('writes'),
        meets: more.includes('meets'),
        special: Object.fromEntries(special.map(([who, code]) => [who, Number(code)])),
      },
    ]
  })

const isOwner = ({ whose }: Line, caller: Caller): boolean =>
  (whose === 'company' && caller === 'driver1') ||
  (whose === 'customer' && caller === 'customer1') ||
  (whose === 'office' && caller === 'admin')

/** Asked last: whoever the things belong to. */
const isLast = (line: Line, caller: Caller): boolean =>
  caller === 'driver1' || caller === 'customer1' || isOwner(line, caller) || isHiredToo(line, caller)

/** It is said of who is hired for the unit of company 1 that they do it: they are no stranger to it. */
const isHiredToo = ({ special }: Line, caller: Caller): boolean =>
  caller === 'hired1' && special.hired1 !== undefined && special.hired1 < 300

/** What the line says, and where it says nothing, the endpoint's access. */
function expectedOf(line: Line, { access }: Endpoint, caller: Caller): number {
  if (access !== 'public') {
    if (caller === 'visitor') return 401
    if (!access.includes(caller.replace(/\d$/, '') as Exclude<(typeof access)[number], 'bookingToken'>)) return 403
  }
  const isAbout = line.whose === 'company' || line.whose === 'customer' || line.whose === 'office'
  // Who is hired for the unit of company 1 is let in where it is theirs too.
  const isTheirs = isOwner(line, caller) || (line.whose === 'company' && caller === 'hired1' && access !== 'public')
  return line.special[caller] ?? (isAbout && !isTheirs ? 404 : line.status)
}

type Request = ReturnType<typeof realRequest>

/** Asks the lines of the matrix of an app, which may be one with a guard switched off. */
export class RoleMatrix {
  readonly app: TestApp
  readonly hood: Neighbourhood
  /** The rows about company 1 and customer 1, where nothing has happened since they were read. */
  #known: object | undefined
  readonly #bearers = new Map<Caller, string>()

  constructor(app: TestApp, hood: Neighbourhood) {
    this.app = app
    this.hood = hood
  }

  /** What is wrong with how everybody but the owners is treated. */
  async wrongWithStrangers(line: Line, at: App = this.app.app): Promise<string[]> {
    const endpoint = this.endpointOf(line.id)
    const stock = await stockOf(this.app, this.hood.things)
    for (const person of PEOPLE) await this.#bearing(person)
    const before = (this.#known ??= await rowsAbout(this.app, this.hood))
    const wrong: string[] = []
    for (const caller of callers.filter((one) => !isLast(line, one))) {
      const headers = await this.#bearing(caller)
      const answer = await ask(at, realRequest(endpoint, stock), headers)
      wrong.push(...this.#wrongWith(line, caller, answer))
      if (answer.statusCode !== 404) continue
      const missing = await ask(at, unrealRequest(endpoint, stock), headers)
      if (wordsOf(missing) !== wordsOf(answer))
        wrong.push(`${caller} can tell that it is there: ${answer.body} isn’t ${missing.body}`)
    }
    const after = (this.#known = await rowsAbout(this.app, this.hood))
    return [...wrong, ...(line.writes ? [] : changes(before, after))]
  }

  /** The owners, at last: so that a 404 to others was no mistake in the request. */
  async wrongWithOwners(line: Line): Promise<string[]> {
    const endpoint = this.endpointOf(line.id)
    const wrong: string[] = []
    for (const caller of callers.filter((one) => isLast(line, one))) {
      const request = realRequest(endpoint, await stockOf(this.app, this.hood.things))
      const answer = await ask(this.app.app, request, await this.#bearing(caller))
      wrong.push(...this.#wrongWith(line, caller, answer))
    }
    // What was read stays true; anything else may have ended a session too.
    if (endpoint.method !== 'GET' || line.writes) this.#known = undefined
    if (endpoint.method !== 'GET') this.#bearers.clear()
    return wrong
  }

  endpointOf(id: string): Endpoint {
    const found = this.app.app.api.endpoints.find((endpoint) => endpoint.id === id)
    if (!found) throw new Error(`Nothing serves ${id}`)
    return found
  }

  async #bearing(caller: Caller): Promise<Record<string, string>> {
    if (caller === 'visitor') return {}
    const bearer = this.#bearers.get(caller) ?? (await sessionFor(this.app, this.hood.people[caller].id)).bearer
    this.#bearers.set(caller, bearer)
    return { authorization: `Bearer ${bearer}` }
  }

  #wrongWith(line: Line, caller: Caller, answer: LightMyRequestResponse): string[] {
    const text = textOf(answer)
    const endpoint = this.endpointOf(line.id)
    const told = this.#unseen(line, caller).filter((word) => text.includes(word))
    const prices =
      caller === 'hired1' && endpoint.access !== 'public' ? [...text.matchAll(MONEY)].map(([key]) => key) : []
    const expected = expectedOf(line, endpoint, caller)
    return [
      ...(answer.statusCode === expected
        ? []
        : [`${caller} got ${answer.statusCode}, not ${expected}: ${answer.body.slice(0, 200)}`]),
      ...(told.length > 0 ? [`${caller} was told ${told.join(', ')}`] : []),
      ...(prices.length > 0 ? [`${caller} was told prices: ${prices.join(', ')}`] : []),
    ]
  }

  /** Words that must not be in this caller's answer. */
  #unseen(line: Line, caller: Caller): string[] {
    const { shown, linked, company, customer } = this.hood.words
    const isParty = caller === 'driver1' || caller === 'customer1'
    const isHolder = line.whose === 'holder'
    const isOffice = caller === 'admin' && (line.whose === 'office' || line.special.admin === 200)
    // Once it is confirmed, whoever comes knows whom they meet; the office knows who claims.
    const met = line.meets && (caller === 'driver1' || caller === 'hired1' || isOffice) ? [] : customer
    if (caller === 'hired1') {
      const known = [this.hood.things.availabilityId, this.hood.people.hired1.email]
      return [...company.filter((word) => !known.includes(word)), ...met]
    }
    return [
      ...(isParty || isOffice || isHolder || line.shows ? [] : shown),
      ...(isParty || isHolder || isOffice ? [] : linked),
      ...(caller === 'driver1' || isOffice ? [] : company),
      ...(caller === 'customer1' ? [] : met),
    ]
  }
}

/** A key about money with something in it, but for the cash that a hired driver takes (decisions §11). */
const MONEY =
  /"(?!cash_to_take_pence")\w*(?:pence|price|rate|tariff|commission|vat_|sort_code|account_number|bank)\w*":(?!null)/g

export const ask = ({ fastify }: App, request: Request, headers: Record<string, string>) =>
  fastify.inject({ ...request, headers: { ...request.headers, ...headers } })

/** All that an answer tells. */
export const textOf = ({ body, headers }: LightMyRequestResponse): string => `${JSON.stringify(headers)} ${body}`

/** A refusal without what differs from request to request. */
function wordsOf(answer: LightMyRequestResponse): string {
  const { request_id: _, ...problem } = answer.json<Problem>()
  return JSON.stringify([answer.statusCode, problem])
}

const changes = (before: object, after: object): string[] =>
  Object.entries(after).flatMap(([table, digest]) => {
    const was: unknown = (before as Record<string, unknown>)[table]
    return JSON.stringify(digest) === JSON.stringify(was) ? [] : [`a stranger changed ${table}`]
  })
