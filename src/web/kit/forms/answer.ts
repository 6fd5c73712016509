import { data, isRouteErrorResponse } from 'react-router'
import { countOf } from '#shared/texts.ts'
import type { FieldErrors, Suggested } from '#shared/endpoint.ts'

/** An expected refusal. `errors` are keyed by the wire's field paths. */
export interface Problem {
  ok: false
  status: number
  code: string
  detail: string
  errors?: FieldErrors
  /** What could be sent instead, by the same paths. */
  suggested?: Suggested
  retryAfterSeconds?: number
}

/** The answer of every action. */
export type Answer<Data = unknown> = { ok: true; data: Data } | Problem

/** Used if no answer came. */
export const unreachable: Problem = {
  ok: false,
  status: 503,
  code: 'no_answer',
  detail: 'We couldn’t reach Vanfare. Check your connection and try again.',
}

/** What is true where an answer came that was no answer of ours; `status` 0 where none came. */
export function noAnswerOf(status: number): Problem {
  if (status === 0) return unreachable
  const isBusy = status === 503 || status === 429
  return {
    ...unreachable,
    status,
    detail: isBusy
      ? 'Vanfare is very busy just now. Nothing is lost: wait a minute, then try again.'
      : 'Something went wrong at our end, not yours. Nothing is lost: try again in a minute.',
  }
}

/** The first message of a field, by its path on the wire. */
export const errorAt = (answer: Answer | undefined, path: string): string | undefined =>
  answer && !answer.ok ? answer.errors?.[path]?.[0] : undefined

/** Field name → what to do about it. */
export type FormErrors<Name extends string = string> = Partial<Record<Name, string>>

export const hasErrors = (errors: FormErrors): boolean => Object.values(errors).some(Boolean)

/** The first message of each field. */
export const formErrorsOf = (problem: Problem | undefined): FormErrors =>
  Object.fromEntries(Object.entries(problem?.errors ?? {}).map(([name, [first]]) => [name, first]))

/** Errors that belong to no field. */
export const formProblemOf = (answer: Answer | undefined): string | null =>
  answer && !answer.ok
    ? Object.keys(answer.errors ?? {}).length > 0
      ? 'Please check the marked fields.'
      : answer.detail
    : null

/** "30 seconds", "2 minutes": how long to wait, rounded up. */
export function waitText(seconds: number): string {
  const [count, unit] = seconds <= 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return countOf(count, unit)
}

/** The refusal's text and, if known, when to try again. */
export const problemText = (problem: Pick<Problem, 'code' | 'detail' | 'retryAfterSeconds'>): string =>
  problem.code === 'too_fast' && problem.retryAfterSeconds
    ? `Too many tries. Try again in ${waitText(problem.retryAfterSeconds)}.`
    : problem.detail

// If a form cannot be sent, its page stays as it is, with everything that was typed.

/** A proxy's answers while the server behind it restarts. */
const AWAY = [502, 503, 504]

/**
 * Submits, and gives the page `fallback` if no answer comes. The status keeps the router from reloading the page's data, which would
 * fail in the same way and lead to the error screen.
 */
export const submitWithFallback = async <Sent, Fallback>(send: () => Promise<Sent>, fallback: Fallback) => {
  try {
    return await send()
  } catch (error) {
    if (isRouteErrorResponse(error) ? AWAY.includes(error.status) : error instanceof TypeError)
      return data(fallback, { status: 503 })
    throw error
  }
}

export const orUnreachable = <Sent>(send: () => Promise<Sent>) => submitWithFallback(send, unreachable)
