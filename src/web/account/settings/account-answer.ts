import type { AccountProblem } from '#web/kit/session/session-answers.ts'

/** What a form of the settings hears back. */
export type AccountAnswer<Data = unknown> = { ok: true; data: Data } | AccountProblem

/** The first message of a field, by its name on the wire. */
export const errorAt = (answer: AccountAnswer | undefined, name: string): string | undefined =>
  answer && !answer.ok ? answer.errors?.[name]?.[0] : undefined

/** The session had ended before the form arrived. */
export const isSignedOut = (answer: AccountAnswer | undefined): boolean =>
  answer !== undefined && !answer.ok && answer.code === 'unauthenticated'
