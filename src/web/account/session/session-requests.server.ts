import type { RouterContextProvider } from 'react-router'
import type { CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { configContext } from '#web/kit/page/context.ts'
import { foreignPage, isFromOurPages } from '#web/kit/session/same-origin.server.ts'
import type { AccountProblem, SignedIn } from '#web/kit/session/session-answers.ts'
import { sessionCookie, type TokenPair } from './session-cookie.server.ts'

export interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

export const isHttps = ({ context }: Asked): boolean => context.get(configContext).publicUrl.startsWith('https:')

/** The no to whoever is not one of our own pages; undefined for those. */
export function refuseStrangers({ request, context }: Asked): Response | undefined {
  if (isFromOurPages(request, context.get(configContext).publicUrl)) return undefined
  const { code, detail, status } = foreignPage
  return Response.json({ ok: false, code, detail } satisfies AccountProblem, { status })
}

/** Puts the pair where no script can read it, and gives the page only what it may have. */
export function signedInResponse<Body extends SignedIn>(
  asked: Asked,
  pair: TokenPair,
  more: Omit<Body, 'ok' | 'access'>,
): Response {
  return Response.json(
    { ok: true, access: pair.access, ...more },
    { headers: { 'set-cookie': sessionCookie(pair, isHttps(asked)) } },
  )
}

type Refused = Extract<CallResult<Endpoint>, { ok: false }>

export const problemResponse = (answer: Refused): Response =>
  Response.json(accountProblem(answer), { status: answer.status })

export function accountProblem({ problem, retryAfterSeconds }: Refused): AccountProblem {
  const { code, detail, errors } = problem
  return { ok: false, code, detail, errors, retryAfterSeconds }
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
