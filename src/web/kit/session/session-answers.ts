import type { Role } from '#shared/endpoint.ts'
import { unreachable, type Answer } from '#web/kit/forms/answer.ts'

/** What the `/session/…` actions tell the page. */
export interface SignedIn {
  /** Short-lived; the refresh token stays in the cookie. */
  access: string
}

export interface LoggedIn extends SignedIn {
  userRole: Role
  /** Where this login leads (spec §4). */
  next: string
}

export interface Registered {
  bookingToken: string
}

interface SessionActions {
  login: LoggedIn
  refresh: SignedIn
  register: Registered
  'login-link': null
  'forgot-password': null
  'claim-code': null
  claim: LoggedIn
}

/** Sends a form to one of the `/session/…` actions. Never rejects: an unreachable server gives an answer too. */
export async function postSession<Action extends keyof SessionActions>(
  action: Action,
  form: FormData = new FormData(),
): Promise<Answer<SessionActions[Action]>> {
  try {
    const response = await fetch(`/session/${action}`, { method: 'POST', body: new URLSearchParams(textsOf(form)) })
    const answer: Answer<SessionActions[Action]> = await response.json()
    return answer
  } catch {
    return unreachable
  }
}

const textsOf = (form: FormData): [string, string][] =>
  [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] satisfies [string, string]] : []))
