import type { z } from 'zod'
import type { Camel } from './wire.ts'

/**
 * Each endpoint is one object, used by the route, OpenAPI, the typed client and the test of every role against every endpoint.
 * Schemas are written in the wire's snake_case; handlers and callers see camelCase (see wire.ts).
 */
export interface Endpoint {
  /** The operation's name: unique, a verb and a noun. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, with a trailing slash: `/booking/items/{id}/`. */
  readonly path: `/${string}/`
  readonly summary: string
  readonly access: Access
  /** Which roles of the office may call it: required of, and only of, what admits admins. */
  readonly staff?: Staff
  /**
   * Personal data that a GET shows to the office, as the audit names it; `itself` if its handler records the people
   * shown.
   */
  readonly reads?: 'itself' | Reading
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** `multipart` bodies are read by the handler, file by file. */
  readonly body?: z.ZodType | 'multipart'
  /** The name of a body that is a bare list, in the paths of errors: `workingHours.0.start_time`. */
  readonly bodyName?: string
  /** For a multipart body: the name of its files, and its other fields. */
  readonly form?: { readonly files: string; readonly fields?: z.ZodObject }
  /** The status of success. */
  readonly status?: 200 | 201 | 202 | 204
  /** JSON, a file, or a stream of events. */
  readonly answer: z.ZodType | FileAnswer | StreamAnswer
  /** Every refusal this endpoint can answer besides the common ones (`commonRefusals`). */
  readonly refusals?: readonly RefusalKind[]
  /** The address is a key: anybody who has it may read the answer, which must not be cached or listed anywhere. */
  readonly isSecret?: boolean
  /** How long a browser may cache the answer of a public GET; without it, it asks each time. */
  readonly freshSeconds?: number
  /** Scripts of other sites may read the answer of this public GET; it is the same for everybody. */
  readonly isForOtherSites?: boolean
  readonly limit?: RateRule
  /** Accepts `Idempotency-Key`: repeating key and body gives the first answer again. */
  readonly idempotent?: boolean
  /** Why a POST that creates something takes no such key; one of these reasons (decisions §11). */
  readonly keyless?: string
}

/** The contents of a file. The handler says which of these types it is; any other is a defect. */
export interface FileAnswer {
  readonly kind: 'file'
  readonly types: readonly MediaType[]
}

export type MediaType = `${'application' | 'image' | 'text'}/${string}`

export const file = (...types: [MediaType, ...MediaType[]]): FileAnswer => ({ kind: 'file', types })

export const isFile = (answer: Endpoint['answer']): answer is FileAnswer => 'kind' in answer && answer.kind === 'file'

/** Server-sent events: the name of each, and the shape of its data. */
export interface StreamAnswer<Events extends Record<string, z.ZodType> = Record<string, z.ZodType>> {
  readonly kind: 'stream'
  readonly events: Events
}

export const stream = <const Events extends Record<string, z.ZodType>>(events: Events): StreamAnswer<Events> => ({
  kind: 'stream',
  events,
})

export const isStream = (answer: Endpoint['answer']): answer is StreamAnswer =>
  'kind' in answer && answer.kind === 'stream'

/** An event as a handler sends it. A reconnecting client sends the last id it received. */
export type EventOf<E extends Endpoint> =
  E['answer'] extends StreamAnswer<infer Events>
    ? { [Name in keyof Events & string]: { name: Name; id: string; data: Camel<z.input<Events[Name]>> } }[keyof Events &
        string]
    : never

export type Role = 'customer' | 'driver' | 'admin'

/**
 * `public`: no login required. `bookingToken`: also allows the bearer of a registration's booking token. `driver` is the owner of a
 * company; `hired`, who drives a unit for one, gets into nothing that does not name them (ADR 0026).
 */
export type Access = 'public' | readonly (Role | 'hired' | 'bookingToken')[]

/** What a member of the office's staff does; on the wire all of them are `admin` (decisions §12). The owner may do everything. */
export const STAFF_ROLES = ['owner', 'billing', 'support', 'editor'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** What the audit says was read or exported (ADR 0068). */
export const READINGS = [
  'audit',
  'billing_run',
  'board',
  'booking',
  'bookings',
  'card',
  'claim',
  'claims',
  'companies',
  'company',
  'day_questions',
  'decisions',
  'document',
  'figures',
  'invoice',
  'messages',
  'move',
  'office_plans',
  'people',
  'person',
  'reviews',
  'sales_credit',
  'sellers',
  'setting_changes',
  'staff',
  'statement',
  'stopped_units',
  'undelivered',
  'units',
  'verification',
  'verifications',
] as const
export type Reading = (typeof READINGS)[number]

/** `self`: a call about the caller's own login, which is also open before two-step login is set up (ADR 0068). */
export type Staff = 'self' | 'everyone' | readonly [StaffRole, ...StaffRole[]]

/** At most `count` calls in `seconds`, counted per network address or per signed-in user. */
export interface RateRule {
  readonly name: string
  readonly per: 'address' | 'user'
  readonly count: number
  readonly seconds: number
  /** Counted in the database, so it holds across processes and restarts. For account security; costs a write. */
  readonly isDurable?: boolean
}

export interface RefusalKind<Code extends string = string> {
  readonly code: Code
  readonly status: number
  readonly detail: string
}

/** Field path as on the wire (`route_points.0.postcode`) → what is wrong with it. */
export type FieldErrors = Record<string, string[]>

/** Field path as on the wire → what could be sent there instead: `{ van_category: 'luton_van' }`. */
export type Suggested = Record<string, string>

export interface RefusalMore {
  detail?: string
  errors?: FieldErrors
  suggested?: Suggested
  retryAfterSeconds?: number
}

/** An expected "no": a value that handlers and commands return, never an exception. Inside a transaction it rolls back. */
export class Refusal {
  readonly kind: RefusalKind
  readonly errors: FieldErrors | undefined
  readonly suggested: Suggested | undefined
  readonly retryAfterSeconds: number | undefined
  readonly detail: string
  constructor(kind: RefusalKind, more: RefusalMore = {}) {
    this.kind = kind
    this.errors = more.errors
    this.suggested = more.suggested
    this.retryAfterSeconds = more.retryAfterSeconds
    this.detail = more.detail ?? kind.detail
  }
}

export const refusal = <const Code extends string>(code: Code, status: number, detail: string): RefusalKind<Code> => ({
  code,
  status,
  detail,
})

export const refuse = (kind: RefusalKind, more?: RefusalMore): Refusal => new Refusal(kind, more)

/** A field is wrong although its type is right: 422 with the field's path as on the wire. */
export const invalidField = (path: string, message: string): Refusal =>
  new Refusal(commonRefusals.invalid, { errors: { [path]: [message] } })

/** Refusals that any endpoint may answer. */
export const commonRefusals = {
  malformed: refusal('malformed', 400, 'The request couldn’t be read.'),
  unauthenticated: refusal('unauthenticated', 401, 'Please log in.'),
  forbidden: refusal('forbidden', 403, 'Your account can’t do this.'),
  staffRole: refusal('staff_role', 403, 'Your role in the office doesn’t cover this. Ask an owner to do it.'),
  twoStepNeeded: refusal('two_step_needed', 403, 'Set up two-step login first, on “Login and security”.'),
  /** Refusals for a session whose account may not be used (decisions §2). */
  accountDeleted: refusal('account_deleted', 403, 'account deleted'),
  accountBlocked: refusal('account_blocked', 403, 'account is blocked'),
  notFound: refusal('not_found', 404, 'There is nothing here.'),
  tooSlow: refusal('too_slow', 408, 'The request took too long to arrive.'),
  conflict: refusal('conflict', 409, 'Something changed in the meantime. Reload and try again.'),
  keyReused: refusal('idempotency_key_reused', 409, 'This Idempotency-Key was used for another request.'),
  tooLarge: refusal('too_large', 413, 'The request is too large.'),
  uriTooLong: refusal('uri_too_long', 414, 'The address is too long.'),
  wrongType: refusal('wrong_type', 415, 'Send this as application/json.'),
  invalid: refusal('invalid', 422, 'Please check the marked fields.'),
  tooFast: refusal('too_fast', 429, 'Too many requests. Please wait a moment.'),
  /** Only for endpoints that answer a stream. */
  tooManyStreams: refusal('too_many_streams', 429, 'Too many pages are open here at once. Please close one.'),
  headersTooLarge: refusal('headers_too_large', 431, 'The request headers are too large.'),
  internal: refusal('internal', 500, 'Something went wrong on our side.'),
  unavailable: refusal('unavailable', 503, 'We are busy at the moment. Please try again shortly.'),
  keyMissing: refusal('key_missing', 503, 'We can’t open this on our side at the moment. Try again later, or call us.'),
  noRoom: refusal('no_room', 507, 'There is no room for this file at the moment.'),
} as const

/** RFC 9457, the body of every answer that is not a success. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  errors?: FieldErrors
  suggested?: Suggested
  request_id?: string
}

/** Checks the type at compile time and keeps its exact form. */
export const endpoint = <const Definition extends Endpoint>(
  definition: Definition & StaffNamed<Definition>,
): Definition => definition

type StaffNamed<Definition extends Endpoint> = Definition['access'] extends readonly (infer Caller)[]
  ? 'admin' extends Caller
    ? { readonly staff: Staff }
    : { readonly staff?: never }
  : { readonly staff?: never }

type Parsed<Schema> = Schema extends z.ZodType ? Camel<z.output<Schema>> : undefined
type Sent<Schema> = Schema extends z.ZodType ? Camel<z.input<Schema>> : undefined
/** The parts of an endpoint's input; one without required fields may be left out. */
type Needed<T> = {
  [Key in keyof T as T[Key] extends undefined ? never : object extends T[Key] ? never : Key]: T[Key]
} & { [Key in keyof T as T[Key] extends undefined ? never : object extends T[Key] ? Key : never]?: T[Key] }

/** Input of the handler, parsed. */
export interface InputOf<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: E['body'] extends 'multipart' ? undefined : Parsed<E['body']>
}

/** What a caller passes: only the parts the endpoint has. */
export type CallInput<E extends Endpoint> = Needed<{
  params: Sent<E['params']>
  query: Sent<E['query']>
  body: E['body'] extends 'multipart' ? undefined : Sent<E['body']>
}>

/** What the handler returns and the caller gets, in camelCase; for a file or a stream, its text. */
export type AnswerOf<E extends Endpoint> = Answered<E['answer']>
type Answered<Answer> = Answer extends z.ZodType ? Camel<z.output<Answer>> : string
