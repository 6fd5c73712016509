import type { AnswerOf, CallInput, Endpoint, Problem } from './endpoint.ts'
import { fromWire } from './wire.ts'

/** An endpoint's answer as a caller sees it: the value, or the server's problem. */
export type CallResult<E extends Endpoint> =
  | { ok: true; status: number; data: AnswerOf<E> }
  | { ok: false; status: number; problem: Problem; retryAfterSeconds?: number }

export interface CallOptions {
  idempotencyKey?: string
  /** Replaces this caller's identity for the one call (a booking token). */
  bearer?: string
}

/** A client bound to one identity. Server rendering, tests and scripts each make one; the same rules apply to all. */
export type Call = <const E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options?: CallOptions,
) => Promise<CallResult<E>>

/** The answer of an endpoint, of which its schema has already made sure. */
export const answerFromWire = <E extends Endpoint>(value: unknown): AnswerOf<E> => fromWire(value) as AnswerOf<E>

/** The path of an endpoint with its parameters and query filled in: `/api/booking/items/3/`. */
export function pathOf(endpoint: Endpoint, input: { params?: object; query?: object } = {}): string {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params.get(name))))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(key, String(value))
  }
  const search = query.toString()
  return `/api${path}${search ? `?${search}` : ''}`
}
