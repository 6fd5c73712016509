import type { FieldErrors, Role } from '#shared/endpoint.ts'
import { unreachable } from '#web/kit/forms/unreachable.ts'

/** What the `/session/…` actions tell the page. */
export interface SignedIn {
  ok: true
  /** Short-lived; the refresh token stays in the cookie. */
  access: string
}

export interface LoggedIn extends SignedIn {
  userRole: Role
  /** Where this log-in leads (spec §4). */
  next: string
}

/** Nothing but that it worked. */
export interface Done {
  ok: true
}

export interface Registered {
  ok: true
  bookingToken: string
}

export interface AccountProblem {
  ok: false
  code: string
  detail: string
  errors?: FieldErrors
  retryAfterSeconds?: number
}

/** Sends a form to one of the `/session/…` actions. Never rejects: no answer is an answer too. */
export async function postSession<Answer extends { ok: true }>(
  action: 'login' | 'login-link' | 'register' | 'refresh' | 'forgot-password',
  form: FormData = new FormData(),
): Promise<Answer | AccountProblem> {
  try {
    const response = await fetch(`/session/${action}`, { method: 'POST', body: new URLSearchParams(textsOf(form)) })
    return (await response.json()) as Answer | AccountProblem
  } catch {
    return unreachable
  }
}

const textsOf = (form: FormData): [string, string][] =>
  [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] satisfies [string, string]] : []))
