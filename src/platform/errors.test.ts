import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { isRetryable, problemOf, refusalFor, RefusedError } from './errors.ts'

const failure = (code: string, message = 'select secret from "user"') => Object.assign(new Error(message), { code })
const statusOf = (error: unknown) => refusalFor(error).kind.status

describe('the planned answer to every failure (threats and faults, 10.2)', () => {
  test.each([
    [400, ['22P02', '22003', '22007', '22008', '22021', '22P05', '22001', '23502', '23514', '54000', '54001']],
    [404, ['23503']],
    [409, ['23505', '23P01']],
    [503, ['40001', '40P01', '55P03']],
    [503, ['08000', '08003', '08006', '08001', '08004', '08007', '08P01']],
    [503, ['53000', '53100', '53200', '53300', '53400']],
    [503, ['57000', '57014', '57P01', '57P02', '57P03', '57P04', '57P05']],
    [503, ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'ENOENT', 'EMFILE', 'ENFILE']],
    [
      503,
      [
        'EHOSTUNREACH',
        'ENETUNREACH',
        'ENOTFOUND',
        'EAI_AGAIN',
        'FST_ERR_HANDLER_TIMEOUT',
        'FST_ERR_REOPENED_CLOSE_SERVER',
      ],
    ],
    [507, ['ENOSPC', 'EDQUOT', 'EROFS']],
    [400, ['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_CONTENT_LENGTH']],
    [400, ['FST_ERR_BAD_URL', 'FST_ERR_ASYNC_CONSTRAINT']],
    [413, ['FST_ERR_CTP_BODY_TOO_LARGE']],
    [414, ['FST_ERR_MAX_PARAM_LENGTH']],
    [415, ['FST_ERR_CTP_INVALID_MEDIA_TYPE']],
    [
      500,
      ['42601', '42P01', '42703', '25P02', '0A000', 'XX000', 'ERR_ASSERTION', 'EACCES', 'FST_ERR_REP_ALREADY_SENT'],
    ],
  ])('%i: %j', (status, codes) => {
    for (const code of codes) expect([code, statusOf(failure(code))]).toEqual([code, status])
  })

  test.each([
    [503, 'Connection terminated unexpectedly'],
    [503, 'Connection terminated due to connection timeout'],
    [503, 'Client has encountered a connection error and is not queryable'],
    [503, 'Query read timeout'],
    [503, 'timeout exceeded when trying to connect'],
    [400, 'Premature close'],
    [400, 'Request aborted'],
    [500, 'anything else'],
  ])('%i: without a code, "%s"', (status, message) => expect(statusOf(new Error(message))).toBe(status))

  test('what says when to come back, and what is tried again by itself', () => {
    for (const code of ['40001', '40P01', '55P03', '57P01', 'EPIPE', '53300'])
      expect(refusalFor(failure(code)).retryAfterSeconds).toBe(2)
    expect(refusalFor(failure('22P02')).retryAfterSeconds).toBeUndefined()
    expect(['40001', '40P01', '55P03', '23505'].map((code) => isRetryable(failure(code)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('a refusal that was thrown is itself', () => {
    const refused = refuse(commonRefusals.noRoom)
    expect(refusalFor(refused)).toBe(refused)
    expect(refusalFor(new RefusedError(refused, new Error('disk')))).toBe(refused)
  })

  test('a 4xx of the framework keeps its status', () => {
    expect(statusOf(Object.assign(failure('FST_ERR_NEW'), { statusCode: 431 }))).toBe(431)
    expect(statusOf(Object.assign(failure('FST_ERR_NEW'), { statusCode: 499 }))).toBe(400)
    expect(statusOf(Object.assign(failure('OTHER'), { statusCode: 404 }))).toBe(500)
  })

  test('anything can be thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(statusOf(thrown)).toBeGreaterThanOrEqual(400)
      }),
    )
  })
})

describe('T-015: nothing of a failure reaches the caller', () => {
  test('not its message, its code, its place, nor the values in it', () => {
    const codes = ['22P02', '23505', '42P01', 'EPIPE', 'ENOSPC', 'FST_ERR_BAD_URL', 'XX000', '57014']
    for (const code of codes) {
      const error = Object.assign(failure(code), {
        detail: 'Key (email)=(jane@example.com)',
        where: '/srv/app/main.ts:3',
      })
      const text = JSON.stringify(problemOf(refusalFor(error), 'request-1'))
      expect(text).not.toMatch(/select|secret|jane|main\.ts|Key \(/)
      expect(text).not.toContain(code)
    }
  })
})
