import type { CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { problemText } from '#web/kit/forms/answer.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'

/** The link's secret; empty if the address has none. */
export const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

/** A link that does not work: used, expired or never sent. */
export const isDeadLink = ({ status }: { status: number }): boolean => status === 409 || status === 422

type Refused = Extract<CallResult<Endpoint>, { ok: false }>

/** What a refusal means for the page the link opened. */
export const linkProblem = (refused: Refused) =>
  isDeadLink(refused)
    ? { state: 'expired' as const }
    : { state: 'failed' as const, detail: problemText(problemOf(refused)) }
