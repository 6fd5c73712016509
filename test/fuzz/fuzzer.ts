import type { LightMyRequestResponse } from 'fastify'
import { randomOf } from '../../db/seed/random.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { wrongWith } from './answers.ts'
import { changeFor, noChange, type Change } from './changes.ts'
import { curlOf, draftOf, httpOf, findDayActionResult, shortened, type Draft, type Right } from './request.ts'
import { mayCall, PRINCIPALS, type House, type Principal } from './world.ts'

export interface Finding {
  endpoint: string
  who: string
  wrong: string
  change: string
  /** How often the same was wrong with the same operation. */
  times: number
  index: number
  curl: string
}

export interface FuzzReport {
  requests: number
  /** Answers by their status. */
  statuses: Record<number, number>
  /** Operations that were answered with a success, whatever had been changed. */
  taken: Set<string>
  findings: Finding[]
  /** In milliseconds, waiting for turns included. */
  slowest: Record<string, number>
}

export interface FuzzOptions {
  requests: number
  seed: string
  /** This one only, as a finding names it. */
  only?: number
}

interface Case {
  endpoint: Endpoint
  index: number
  /** Whoever the right request is of, or somebody else. */
  who: Principal | 'owner'
  change: Change
  right: Right
}

/** At once, so that the database and we work at the same time. */
const LANES = 4
/** They hash passwords or draw pictures, which takes as long as twenty others: one turn in eight is enough. */
const DEAR = new Set(
  `logIn logInCustomer register verifyEmail refreshTokens updatePassword updateUser confirmPasswordReset verifyDeleteAccount
   confirmEmailChange uploadPhotos uploadLogo addCompanyPhotos uploadUnitDocument uploadCompanyDocument findQuotes createBooking
   exportOwnData`.split(/\s+/),
)
/** A right request is made anew once it was taken, and now and then because its neighbours change what it is about. */
const MOST_USES = 25

/** Right requests with one thing changed, by ten principals; every answer is held against the contract. The same seed sends the same. */
export class Fuzzer {
  readonly #house: House
  readonly #endpoints: readonly Endpoint[]
  readonly #findings = new Map<string, Finding>()
  readonly #statuses: Record<number, number> = {}
  readonly #taken = new Set<string>()
  readonly #times = new Map<string, number>()
  /** Secrets that somebody sent and that were taken: they may stand in whatever is answered from then on. */
  readonly #published = new Set<string>()
  #sent = 0

  constructor(house: House, endpoints: readonly Endpoint[]) {
    this.#house = house
    this.#endpoints = endpoints
  }

  async run({ requests, seed, only }: FuzzOptions): Promise<FuzzReport> {
    const lanes = Array.from({ length: only === undefined ? LANES : 1 }, async (_, lane) => {
      const rights = new Rights(this.#house)
      for (let index = only ?? lane; index <= (only ?? requests - 1); index += LANES) {
        await this.#try(await this.#caseOf(seed, index, rights), rights)
      }
    })
    await Promise.all(lanes)
    return {
      requests: this.#sent,
      statuses: this.#statuses,
      taken: this.#taken,
      findings: [...this.#findings.values()],
      slowest: Object.fromEntries([...this.#times].sort(([, a], [, b]) => b - a).slice(0, 12)),
    }
  }

  /** The right request itself. Answers what is wrong with it, a refusal included. */
  async reach(endpoint: Endpoint): Promise<string[]> {
    const right = await this.#house.right(endpoint)
    const draft = draftOf(endpoint, right)
    const answer = await this.#send(endpoint, draft)
    const refused = answer.statusCode >= 300 ? [`refused: ${answer.statusCode} ${answer.body.slice(0, 500)}`] : []
    const wrong = [...refused, ...this.#wrong(endpoint, draft, answer, this.#house.principalOf(right.bearer))]
    return wrong.length > 0 ? [...wrong, curlOf(draft)] : []
  }

  async #caseOf(seed: string, index: number, rights: Rights): Promise<Case> {
    const random = randomOf(`${seed} ${index}`)
    const endpoint = this.#endpointOf(index)
    const right = await rights.of(endpoint)
    const who = random.chance(0.6) ? 'owner' : random.pick(PRINCIPALS)
    const isPlain = who !== 'owner' && random.chance(0.3)
    const change = isPlain ? noChange : changeFor(random, endpoint, right, this.#house.words)
    return { endpoint, index, who, change, right }
  }

  async #try(one: Case, rights: Rights): Promise<void> {
    const { endpoint, who, right, change } = one
    const draft = await this.#draftOf(one)
    const principal = who === 'owner' ? this.#house.principalOf(right.bearer) : who
    const started = performance.now()
    const answer = await this.#send(endpoint, draft)
    const spent = performance.now() - started
    this.#times.set(endpoint.id, Math.round((this.#times.get(endpoint.id) ?? 0) + spent))
    if (answer.statusCode === 401) this.#house.forgetSessions()
    if (answer.statusCode < 300 && endpoint.method !== 'GET') rights.drop(endpoint)
    if (answer.statusCode === 401 && who === 'owner') rights.drop(endpoint)
    const wrong = this.#wrong(endpoint, draft, answer, principal)
    if (who !== 'owner' && answer.statusCode < 300 && !mayCall(endpoint, who)) wrong.push(`${who} is let in`)
    for (const text of wrong) await this.#keep(one, text, change)
  }

  /** One after the other, so that each has its share. */
  #endpointOf(index: number): Endpoint {
    const round = Math.floor(index / this.#endpoints.length)
    const at = (index + round) % this.#endpoints.length
    const turn = [...this.#endpoints.slice(at), ...this.#endpoints.slice(0, at)]
    const found = turn.find(({ id }, place) => !DEAR.has(id) || (place === 0 && round % 8 === 0)) ?? turn[0]
    if (!found) throw new Error('There is nothing to ask')
    return found
  }

  async #draftOf({ endpoint, who, right, change }: Case): Promise<Draft> {
    if (who === 'owner') return change.apply(draftOf(endpoint, right))
    const params = this.#house.ownThings(who, right.params ?? {})
    const bearer = await this.#house.bearerOf(who)
    // Without a bearer of its own, somebody else would send the owner's.
    const draft = draftOf(endpoint, { ...right, params, bearer: undefined }, bearer)
    return change.apply(draft)
  }

  async #send(endpoint: Endpoint, draft: Draft): Promise<LightMyRequestResponse> {
    const answer = await this.#house.send(httpOf(draft))
    this.#sent += 1
    this.#statuses[answer.statusCode] = (this.#statuses[answer.statusCode] ?? 0) + 1
    if (answer.statusCode < 300) this.#taken.add(endpoint.id)
    return answer
  }

  #wrong(endpoint: Endpoint, draft: Draft, answer: LightMyRequestResponse, principal: Principal): string[] {
    const said = findDayActionResult(draft)
    const told = `${JSON.stringify(answer.headers)} ${answer.body}`
    const { secrets } = this.#house
    if (answer.statusCode < 300 && endpoint.method !== 'GET') {
      for (const { word } of secrets) if (said.includes(word)) this.#published.add(word)
    }
    const leaked = secrets.filter(
      ({ word, knownTo, toldBy = [] }) =>
        told.includes(word) &&
        !knownTo.includes(principal) &&
        !toldBy.includes(`${principal} ${endpoint.id}`) &&
        !said.includes(word) &&
        !this.#published.has(word),
    )
    return [...wrongWith(endpoint, answer), ...leaked.map(({ word }) => `${principal} is told ${word}`)]
  }

  async #keep(one: Case, wrong: string, change: Change): Promise<void> {
    // Numbers and ids differ from one to the next of the same kind.
    const key = `${one.endpoint.id} ${wrong.replaceAll(/[0-9a-f-]{8,}|\d+/g, '#')}`
    const known = this.#findings.get(key)
    if (known) {
      known.times += 1
      return
    }
    const finding: Finding = {
      endpoint: one.endpoint.id,
      who: one.who,
      wrong,
      change: change.name,
      times: 1,
      index: one.index,
      curl: '',
    }
    this.#findings.set(key, finding)
    Object.assign(finding, await this.#shrunk(one, wrong))
  }

  /** The same with nothing around the change that it does not need; or without the change, where that was not the reason. */
  async #shrunk(one: Case, wrong: string): Promise<Pick<Finding, 'change' | 'curl'>> {
    const isSame = async (tried: Case): Promise<boolean> => {
      const draft = await this.#draftOf(tried)
      const answer = await this.#house.send(httpOf(draft))
      const start = wrong.slice(0, 12)
      const principal = tried.who === 'owner' ? this.#house.principalOf(tried.right.bearer) : tried.who
      return this.#wrong(tried.endpoint, draft, answer, principal).some((text) => text.startsWith(start))
    }
    const fresh = async (): Promise<Case> => ({ ...one, right: await this.#house.right(one.endpoint) })
    const plain = { ...(await fresh()), change: noChange }
    if (await isSame(plain)) return { change: noChange.name, curl: curlOf(await this.#draftOf(plain)) }
    let smallest = await fresh()
    const { body } = smallest.right
    const isObject = body !== null && typeof body === 'object' && !Array.isArray(body)
    for (const key of isObject ? Object.keys(body) : []) {
      if (one.change.place?.[0] === key) continue
      const { [key]: _, ...rest } = smallest.right.body as Record<string, unknown>
      const smaller = { ...smallest, right: { ...smallest.right, body: rest } }
      if (await isSame(smaller)) smallest = smaller
    }
    return { change: one.change.name, curl: curlOf(await this.#draftOf(smallest)) }
  }
}

/** The right requests of one lane, kept as long as they are right. */
class Rights {
  readonly #house: House
  readonly #kept = new Map<string, { right: Right; uses: number }>()

  constructor(house: House) {
    this.#house = house
  }

  async of(endpoint: Endpoint): Promise<Right> {
    const known = this.#kept.get(endpoint.id)
    if (known && known.uses < MOST_USES) {
      known.uses += 1
      return known.right
    }
    const right = await this.#house.right(endpoint).catch(() => {
      // Somebody signed out everywhere else, and this was elsewhere.
      this.#house.forgetSessions()
      return this.#house.right(endpoint)
    })
    this.#kept.set(endpoint.id, { right, uses: 1 })
    return right
  }

  drop({ id }: Endpoint): void {
    this.#kept.delete(id)
  }
}

/** For a person: what is wrong, with what, and how to see it again. */
export const told = ({ findings }: FuzzReport, seed: string): string =>
  findings
    .map(({ endpoint, who, wrong, change, times, index, curl }) =>
      [
        `✗ ${endpoint}, sent by ${who}${times > 1 ? `, ${times} times` : ''}: ${shortened(wrong, 400)}`,
        `    changed: ${change}`,
        `    again:   npm run fuzz -- --seed ${seed} --case ${index}`,
        `    or:      ${curl}`,
      ].join('\n'),
    )
    .join('\n')
