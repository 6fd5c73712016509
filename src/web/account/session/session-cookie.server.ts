import type { CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/records.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { configContext } from '#web/kit/page/context.ts'
import { readCookie } from '#web/kit/session/same-origin.server.ts'
import { refuseStrangers, type PageRequest } from '#web/kit/session/gate.server.ts'
import type { SignedIn } from '#web/kit/session/api-fetch.ts'

/** The pair of tokens of a browser, in one cookie that no script can read (architecture, "Sessions"). */
export interface TokenPair {
  access: string
  refresh: string
}

/** `__Host-` makes the browser refuse the cookie unless it is Secure, for this host alone and for every path. */
const nameOf = (isHttps: boolean) => (isHttps ? '__Host-authData' : 'authData')

const thirtyDays = 30 * 86_400

/** The browser's pair; null if it has none, `invalid` if the cookie's value is not ours. */
export function findSessionCookie(header: string | null | undefined, isHttps: boolean): TokenPair | null | 'invalid' {
  const value = readCookie(header, nameOf(isHttps))
  if (!value) return null
  const match = /^([A-Za-z0-9_.-]{1,2000}):([A-Za-z0-9_-]{20,100})$/.exec(value)
  return match ? { access: match[1] ?? '', refresh: match[2] ?? '' } : 'invalid'
}

export function readSessionCookie(header: string | null | undefined, isHttps: boolean): TokenPair | null {
  const found = findSessionCookie(header, isHttps)
  return found === 'invalid' ? null : found
}

export const sessionCookie = ({ access, refresh }: TokenPair, isHttps: boolean): string =>
  cookie(`${access}:${refresh}`, thirtyDays, isHttps)

export const endedSessionCookie = (isHttps: boolean): string => cookie('', 0, isHttps)

const cookie = (value: string, maxAge: number, isHttps: boolean) =>
  `${nameOf(isHttps)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`

/** Whether the access token has expired or is about to; unverified, since a forged token here only triggers a refresh. */
export function isRunningOut(access: string, now: Date): boolean {
  try {
    const payload: unknown = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString('utf8'))
    const { exp } = fieldsOf(payload)
    return typeof exp !== 'number' || exp * 1000 - now.getTime() < 30_000
  } catch {
    return true
  }
}

export const isHttps = ({ context }: PageRequest): boolean => context.get(configContext).publicUrl.startsWith('https:')

/** A `/session/…` action, for forms from our own pages. */
export const formAction =
  (answer: (request: PageRequest, form: FormData) => Promise<Response>) =>
  async ({ request, context }: PageRequest): Promise<Response> =>
    refuseStrangers({ request, context }) ?? answer({ request, context }, await readForm(request))

export const answerResponse = (data: unknown): Response => Response.json({ ok: true, data } satisfies Answer)

/** Puts the pair into a cookie no script can read, and gives the page only what it may have. */
export function signedInResponse<Data extends SignedIn>(
  request: PageRequest,
  pair: TokenPair,
  more: Omit<Data, 'access'>,
): Response {
  const response = answerResponse({ access: pair.access, ...more })
  response.headers.set('set-cookie', sessionCookie(pair, isHttps(request)))
  return response
}

export const problemResponse = (refused: Extract<CallResult<Endpoint>, { ok: false }>): Response =>
  Response.json(problemOf(refused), { status: refused.status })
