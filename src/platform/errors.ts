import { commonRefusals, Refusal, type Problem, type RefusalKind } from '#shared/endpoint.ts'
import { ownValue, fieldsOf } from '#shared/records.ts'
import type { Log } from './log.ts'

/**
 * Every failure has a planned answer, by SQLSTATE, Node's socket codes or Fastify's own. Anything not listed is a defect: it becomes
 * a 500, is logged, and fails the test suite.
 */
const bySqlState: Record<string, RefusalKind> = {
  '22P02': commonRefusals.malformed, // text that is no number, uuid …
  '22003': commonRefusals.malformed, // number out of range
  '22007': commonRefusals.malformed, // invalid date
  '22008': commonRefusals.malformed, // date out of range
  '22021': commonRefusals.malformed, // NUL in text
  '22P05': commonRefusals.malformed, // NUL in jsonb
  '22001': commonRefusals.malformed, // too long for its column
  '23502': commonRefusals.malformed, // null where none may be
  '23514': commonRefusals.malformed, // check constraint
  '54000': commonRefusals.malformed, // index row too big
  '54001': commonRefusals.malformed, // too deep
  '23503': commonRefusals.notFound, // the row referred to is absent
  '23505': commonRefusals.conflict,
  '23P01': commonRefusals.conflict,
  '40001': commonRefusals.unavailable,
  '40P01': commonRefusals.unavailable,
  '55P03': commonRefusals.unavailable, // lock timeout
}

const unavailableClasses = ['08', '53', '57']

const byNodeCode: Record<string, RefusalKind> = {
  EPIPE: commonRefusals.unavailable,
  ECONNRESET: commonRefusals.unavailable,
  ECONNREFUSED: commonRefusals.unavailable,
  ECONNABORTED: commonRefusals.unavailable,
  ETIMEDOUT: commonRefusals.unavailable,
  EHOSTUNREACH: commonRefusals.unavailable,
  ENETUNREACH: commonRefusals.unavailable,
  ENOTFOUND: commonRefusals.unavailable,
  EAI_AGAIN: commonRefusals.unavailable,
  ENOENT: commonRefusals.unavailable, // the database's socket is gone
  ENOSPC: commonRefusals.noRoom,
  EDQUOT: commonRefusals.noRoom,
  EROFS: commonRefusals.noRoom,
  EMFILE: commonRefusals.unavailable,
  ENFILE: commonRefusals.unavailable,
}

const byFrameworkCode: Record<string, RefusalKind> = {
  FST_ERR_CTP_INVALID_JSON_BODY: commonRefusals.malformed,
  FST_ERR_CTP_EMPTY_JSON_BODY: commonRefusals.malformed,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: commonRefusals.malformed,
  FST_ERR_CTP_BODY_TOO_LARGE: commonRefusals.tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: commonRefusals.wrongType,
  FST_ERR_BAD_URL: commonRefusals.malformed,
  FST_ERR_ASYNC_CONSTRAINT: commonRefusals.malformed,
  FST_ERR_HANDLER_TIMEOUT: commonRefusals.unavailable,
  FST_ERR_REOPENED_CLOSE_SERVER: commonRefusals.unavailable, // a page asks the API while the server stops
  FST_ERR_MAX_PARAM_LENGTH: commonRefusals.uriTooLong,
}

const unavailableMessages = [
  'Connection terminated',
  'not queryable',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

/** The sender disconnected in the middle of the request. */
const malformedMessages = ['Request aborted', 'Premature close']

/** SQLSTATE, `ENOENT`, `FST_ERR_…`; empty where there is none. */
export const codeOf = (error: unknown): string => {
  const { code } = fieldsOf(error)
  return typeof code === 'string' ? code : ''
}

/** Whatever was thrown, as an error. */
export const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Deadlocks and serialisation failures: run the transaction again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** Somebody else held a row for longer than a statement waits for it. */
export const isLockBusy = (error: unknown): boolean => codeOf(error) === '55P03'

/** Carries a refusal through code that can only throw: a stream, a parser, an outside service. */
export class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal.kind.code, { cause })
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}

/** The planned answer for anything thrown; `internal` if there is none. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof RefusedError) return error.refusal
  const kind = kindFor(error)
  return new Refusal(kind, kind.status === 503 ? { retryAfterSeconds: 2 } : {})
}

function kindFor(error: unknown): RefusalKind {
  const code = codeOf(error)
  const listed = ownValue(bySqlState, code) ?? ownValue(byNodeCode, code) ?? ownValue(byFrameworkCode, code)
  if (listed) return listed
  if (/^[0-9A-Z]{5}$/.test(code) && unavailableClasses.includes(code.slice(0, 2))) return commonRefusals.unavailable
  const message = error instanceof Error ? error.message : ''
  if (unavailableMessages.some((known) => message.includes(known))) return commonRefusals.unavailable
  if (malformedMessages.some((known) => message.includes(known))) return commonRefusals.malformed
  const status = fieldsOf(error).statusCode
  if (code.startsWith('FST_') && typeof status === 'number' && status >= 400 && status < 500) return byStatus(status)
  if (error instanceof URIError) return commonRefusals.malformed
  return commonRefusals.internal
}

const byStatus = (status: number): RefusalKind =>
  Object.values(commonRefusals).find((kind) => kind.status === status) ?? commonRefusals.malformed

/** RFC 9457. `type` identifies the kind of problem, documented at /api/docs. */
export const problemOf = (refused: Refusal, requestId?: string): Problem => ({
  type: `/api/docs/#${refused.kind.code}`,
  title: titleOf(refused.kind.status),
  status: refused.kind.status,
  detail: refused.detail,
  code: refused.kind.code,
  ...(refused.errors ? { errors: refused.errors } : {}),
  ...(refused.suggested ? { suggested: refused.suggested } : {}),
  ...(requestId ? { request_id: requestId } : {}),
})

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  422: 'Invalid fields',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Server error',
  503: 'Service unavailable',
  507: 'Insufficient storage',
}

const titleOf = (status: number): string => titles[status] ?? 'Refused'

/** The log's own serialiser removes personal data from the error. */
export function logFailure(log: Log, error: unknown, refused: Refusal, where: object): void {
  if (refused.kind.status === 500) log.error({ ...where, err: error }, 'defect')
  else if (refused.kind.status === 503) log.warn({ ...where, err: error }, 'unavailable')
}

/** Start refused for a reason that the operator can fix: only its message is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
