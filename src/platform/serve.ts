import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  commonRefusals,
  isFile,
  isStream,
  refuse,
  Refusal,
  type AnswerOf,
  type Endpoint,
  type EventOf,
  type InputOf,
  type StreamAnswer,
} from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/records.ts'
import { toWire } from '#shared/wire.ts'
import type { Readings } from './audit.ts'
import { createCtx, type Ctx } from './ctx.ts'
import { logFailure, problemOf, refusalFor } from './errors.ts'
import { Feed, streamRoute, type EventStreams, type Opening } from './event-streams.ts'
import { claimKey, findAnswer, saveAnswer, type IdempotentCall, type StoredAnswer } from './idempotency.ts'
import { readInput } from './input.ts'
import { SESSIONS, type Heard, type LiveSource } from './live.ts'
import { multipartRoute } from './multipart.ts'
import { askedBy } from './pool-shares.ts'
import { networkOf, type RateLimiter } from './rate-limit.ts'
import { visitor, type Actor, type Admin } from './session.ts'
import { findShared, clearShared } from './shared-identity.ts'
import { limitOf, type CallLimit } from './spending.ts'

/** Who the bearer of this token is; undefined if the token is invalid. A Refusal names an account that may not be used. */
export type Authenticate = (ctx: Ctx, bearer: string) => Promise<Actor | Refusal | undefined>

/** What routes.ts files receive: the server, and everything a request needs. */
export interface Api {
  readonly fastify: FastifyInstance
  readonly ctx: Ctx
  readonly authenticate: Authenticate
  readonly limiter: RateLimiter
  readonly streams: EventStreams
  readonly live: LiveSource
  /** What the office reads of people; absent where there is no audit. */
  readonly readings?: Readings
  /** Is told of every call whose caller is known. */
  readonly contacts?: { note(actor: Actor): void; settle(): Promise<void> }
  /** Every endpoint registered so far, for OpenAPI and the access test. */
  readonly endpoints: Endpoint[]
}

/** A file answered by an endpoint whose contract declares one, with its headers. */
export class RawAnswer {
  readonly body: Buffer | NodeJS.ReadableStream | string
  readonly headers: Record<string, string>
  /** 304 for who has it already. */
  readonly status: 200 | 304
  constructor(body: Buffer | NodeJS.ReadableStream | string, headers: Record<string, string>, status: 200 | 304 = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

export type Handler<E extends Endpoint> = (
  ctx: Ctx,
  input: InputOf<E>,
  request: FastifyRequest,
) => Promise<Handled<E> | Refusal>

type Handled<E extends Endpoint> = E['answer'] extends z.ZodType
  ? AnswerOf<E>
  : E['answer'] extends StreamAnswer
    ? Feed<EventOf<E>>
    : RawAnswer

/** One line per endpoint in routes.ts. The endpoint declares who may call it, its input, its output and every refusal. */
export function serve<const E extends Endpoint>(api: Api, endpoint: E, handler: Handler<E>): void {
  if (!endpoint.access) throw new Error(`${endpoint.id} does not say who may call it`)
  if (endpoint.access.includes('admin') !== Boolean(endpoint.staff))
    throw new Error(`${endpoint.id} does not say which roles of the office may call it`)
  if (api.endpoints.some(({ id }) => id === endpoint.id)) throw new Error(`Two endpoints are called ${endpoint.id}`)
  api.endpoints.push(endpoint)
  api.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ...(endpoint.body === 'multipart' ? multipartRoute : {}),
    ...(isStream(endpoint.answer) ? streamRoute : {}),
    handler: async (request, reply) => {
      const fail = (error: unknown) => failed(api, endpoint, request, error)
      const outcome = await answer(api, endpoint, handler, request).catch(fail)
      if (endpoint.method !== 'GET') clearShared()
      if (!('feed' in outcome)) return send(reply, request, endpoint, outcome)
      const opened = await api.streams.open(outcome, request, reply).catch(fail)
      return opened instanceof Refusal ? send(reply, request, endpoint, opened) : reply.send(opened)
    },
  })
}

type Outcome = Refusal | RawAnswer | StoredAnswer

function failed(api: Api, endpoint: Endpoint, request: FastifyRequest, error: unknown): Refusal {
  const refused = refusalFor(error)
  logFailure(api.ctx.log, error, refused, { endpoint: endpoint.id, request_id: request.id })
  return refused
}

async function answer<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
): Promise<Outcome | Opening> {
  const network = networkOf(request.ip)
  return askedBy({ network }, () => answerTo(api, endpoint, handler, request, network))
}

async function answerTo<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
  network: string,
): Promise<Outcome | Opening> {
  return limitOf(api, endpoint, 'address', network).around<Outcome | Opening>(async (spend) => {
    const tooFast = await spend()
    if (tooFast) return tooFast
    const actor = await identify(api, endpoint, request)
    if (actor instanceof Refusal) return actor
    api.contacts?.note(actor)
    const input = readInput(endpoint, request)
    if (input instanceof Refusal) return input
    const ctx = createCtx({
      ...api.ctx,
      actor,
      address: request.ip,
      log: api.ctx.log.child({ request_id: request.id }),
    })
    const limit = limitOf(api, endpoint, 'user', callerOf(actor, network))
    const handled = () => run(ctx, endpoint, handler, input, request, limit)
    const outcome = await (actor.kind === 'visitor'
      ? handled()
      : askedBy({ network, person: callerOf(actor, network) }, handled))
    if (actor.kind === 'admin') noteReading(api, endpoint, actor, input.params, outcome)
    return outcome instanceof Feed ? openingOf(api, endpoint, outcome, actor, request) : outcome
  })
}

/** What was answered to the office about people goes into the audit; a refusal tells nothing. */
function noteReading(api: Api, endpoint: Endpoint, { userId }: Admin, params: unknown, outcome: Outcome | Feed): void {
  const { reads: what } = endpoint
  if (!what || what === 'itself' || outcome instanceof Refusal || outcome instanceof Feed || outcome.status >= 300)
    return
  const [first] = Object.values(fieldsOf(params))
  const id = typeof first === 'string' || typeof first === 'number' ? `${first}` : undefined
  const isExport = isFile(endpoint.answer) && endpoint.answer.types.includes('text/csv')
  api.readings?.note({ userId, what, isExport, id, shown: shownIn(outcome) })
}

const isUuid = /^[0-9a-f-]{36}$/

/** The ids of a list that was answered. */
function shownIn(outcome: RawAnswer | StoredAnswer): string[] {
  const results = outcome instanceof RawAnswer ? [] : fieldsOf(outcome.body)['results']
  return (Array.isArray(results) ? results : []).flatMap((one) => {
    const { id } = fieldsOf(one)
    return typeof id === 'string' && isUuid.test(id) ? [id] : []
  })
}

/** A stream's caller is checked again while it is open, so that it ends with their session. */
function openingOf(api: Api, endpoint: Endpoint, feed: Feed, actor: Actor, request: FastifyRequest): Opening {
  const person = actor.kind === 'visitor' ? undefined : actor.userId
  const mayListen = async () => {
    const now = await identify(api, endpoint, request)
    return !(now instanceof Refusal) && now.kind === actor.kind && (!('userId' in now) || now.userId === person)
  }
  if (!person) return { endpoint, feed, person, mayListen }
  const isAccess = (notice: Heard) => notice === 'missed' || notice.about === SESSIONS
  const watchAccess = (recheck: () => void) =>
    api.live.subscribe(person, (notice) => (isAccess(notice) ? recheck() : undefined))
  return { endpoint, feed, person, mayListen, watchAccess }
}

async function identify(api: Api, endpoint: Endpoint, request: FastifyRequest): Promise<Actor | Refusal> {
  const actor = await bearerOf(api, endpoint, request)
  if (endpoint.access === 'public') return actor instanceof Refusal ? visitor : actor
  if (actor instanceof Refusal) return actor
  if (actor.kind === 'visitor') return refuse(commonRefusals.unauthenticated)
  if (endpoint.access.includes(actor.kind)) return (actor.kind === 'admin' && staffRefusal(endpoint, actor)) || actor
  if (actor.kind === 'bookingToken') return refuse(commonRefusals.unauthenticated)
  return refuse(
    commonRefusals.forbidden,
    actor.kind === 'hired' ? { detail: 'Only the company’s owner can do this.' } : {},
  )
}

/** Why this member of the office's staff may not make the call, if so. A role that is not known may make none of them. */
function staffRefusal({ staff }: Endpoint, { staffRole, needsTwoStep }: Admin): Refusal | undefined {
  if (staff === 'self') return undefined
  if (needsTwoStep) return refuse(commonRefusals.twoStepNeeded)
  const isAllowed = staffRole !== undefined && (staff === 'everyone' || staff?.includes(staffRole))
  return isAllowed ? undefined : refuse(commonRefusals.staffRole)
}

/** Identity comes from the Authorization header only; a cookie alone identifies no one. */
async function bearerOf(api: Api, endpoint: Endpoint, request: FastifyRequest): Promise<Actor | Refusal> {
  const header = request.headers.authorization
  if (!header) return visitor
  const token = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/.exec(header)?.[1]
  if (!token) return refuse(commonRefusals.unauthenticated)
  const look = () => api.authenticate(api.ctx, token)
  // Identity is looked up afresh for changes, whatever a page has found before.
  const mayShare = endpoint.method === 'GET' || endpoint.access === 'public'
  return (await (mayShare ? findShared(token, look) : look())) ?? refuse(commonRefusals.unauthenticated)
}

async function run<E extends Endpoint>(
  ctx: Ctx,
  endpoint: E,
  handler: Handler<E>,
  input: InputOf<E>,
  request: FastifyRequest,
  limit: CallLimit,
): Promise<Outcome | Feed> {
  const key = request.headers['idempotency-key']
  const handle = async (own: Ctx) => shaped(endpoint, await handler(own, input, request))
  if (!endpoint.idempotent || typeof key !== 'string')
    return limit.around<Outcome | Feed>(async (spend) => (await spend()) ?? handle(ctx))
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    return refuse(commonRefusals.malformed, { detail: 'Idempotency-Key takes 1 to 200 visible ASCII characters.' })
  }
  const call: IdempotentCall = {
    scope: `${endpoint.id} ${callerOf(ctx.actor, ctx.address)}`,
    key,
    body: { ...input.params, body: request.body },
  }
  // A caller over a limit can still get an earlier answer repeated, at the cost of one read.
  const usedUp = limit.peek()
  if (usedUp) return (await findAnswer(ctx, call)) ?? usedUp
  return limit.around<Outcome | Feed>((spend) =>
    ctx.tx(async (tx) => {
      // The key is this call's already: it was claimed before the row was found locked.
      if (tx.isRehearsal) return handle(tx)
      const first = (await claimKey(tx, call)) ?? (await spend())
      if (first) return first
      const outcome = await handle(tx)
      if ('status' in outcome) await saveAnswer(tx, call, outcome)
      return outcome
    }),
  )
}

/**
 * Key for limits and idempotency. A booking token has its own, because its bearer may have entered another person’s
 * address.
 */
function callerOf(actor: Actor, address: string): string {
  if (actor.kind === 'visitor') return `address ${address}`
  return actor.kind === 'bookingToken' ? `token ${actor.tokenDigest.toString('hex')}` : `user ${actor.userId}`
}

/** Removes everything the contract does not declare; an answer that lacks something is a defect. */
function shaped(endpoint: Endpoint, result: unknown): Outcome | Feed {
  if (result instanceof Refusal) {
    const declared = [...Object.values(commonRefusals), ...(endpoint.refusals ?? [])]
    if (!declared.some(({ code }) => code === result.kind.code)) {
      throw new Error(`${endpoint.id} answered ${result.kind.code}, which its contract does not name`)
    }
    return result
  }
  if (isFile(endpoint.answer)) return fileOf(endpoint.id, endpoint.answer.types, result)
  if (isStream(endpoint.answer)) {
    if (result instanceof Feed) return result
    throw new Error(`${endpoint.id} answered no stream, which its contract promises`)
  }
  return { status: endpoint.status ?? 200, body: endpoint.answer.parse(toWire(result)) }
}

/** A file type the contract does not declare is a defect: a browser might display what was meant to be downloaded. */
function fileOf(id: string, types: readonly string[], result: unknown): RawAnswer {
  if (!(result instanceof RawAnswer)) throw new Error(`${id} answered no file, which its contract promises`)
  const type = result.headers['content-type'] ?? ''
  if (types.includes(type.split(';', 1)[0]?.trimEnd() ?? '')) return result
  if (result.body instanceof Readable) result.body.destroy()
  throw new Error(`${id} answered a file of the type "${type}", which its contract does not name`)
}

function send(reply: FastifyReply, request: FastifyRequest, endpoint: Endpoint, outcome: Outcome) {
  reply.header('cache-control', cacheControlOf(endpoint, outcome instanceof Refusal))
  if (endpoint.isSecret) reply.header('x-robots-tag', 'noindex')
  if (endpoint.isForOtherSites) reply.headers(otherSitesHeaders)
  if (outcome instanceof Refusal) return sendProblem(reply, outcome, request.id)
  if (outcome instanceof RawAnswer) return reply.status(outcome.status).headers(outcome.headers).send(outcome.body)
  return reply.status(outcome.status).send(outcome.body)
}

/** Without credentials: a browser sends none to where any origin may read. */
const otherSitesHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

function cacheControlOf({ access, method, freshSeconds, isSecret }: Endpoint, isRefused: boolean): string {
  if (access !== 'public' || method !== 'GET' || isSecret) return 'no-store, private'
  return freshSeconds && !isRefused ? `public, max-age=${freshSeconds}` : 'no-cache'
}

export function sendProblem(reply: FastifyReply, refused: Refusal, requestId?: string) {
  if (refused.retryAfterSeconds) reply.header('retry-after', String(refused.retryAfterSeconds))
  if (refused.kind.status === 401) reply.header('www-authenticate', 'Bearer')
  return (
    reply
      .status(refused.kind.status)
      .header('content-type', 'application/problem+json; charset=utf-8')
      // Set here as well, for requests that never reached an endpoint.
      .header('cache-control', reply.getHeader('cache-control') ?? 'no-store, private')
      .send(JSON.stringify(problemOf(refused, requestId)))
  )
}
