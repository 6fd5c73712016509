import type { Role } from '#shared/endpoint.ts'

/** Who is calling. `address` is the caller's real network address, as far as the configured proxies say. */
export type Actor = Visitor | SignedIn | BookingTokenBearer

export interface Visitor {
  readonly kind: 'visitor'
}

export interface SignedIn {
  readonly kind: Role
  readonly userId: string
  readonly sessionId: string
}

/** Somebody who registered mid-booking and has not verified yet: may make one booking and nothing else. */
export interface BookingTokenBearer {
  readonly kind: 'bookingToken'
  readonly userId: string
  readonly tokenDigest: Buffer
}

export const visitor: Visitor = { kind: 'visitor' }

/** Only for code behind an access rule that lets no visitor in. */
export function userIdOf(actor: Actor): string {
  if (actor.kind === 'visitor')
    throw new Error('A visitor reached code that needs a user: check the access of the endpoint')
  return actor.userId
}
