import type { StaffRole } from '#shared/endpoint.ts'

/** Who is calling, resolved once per request (ADR 0018). */
export type Actor = Visitor | SignedIn | BookingTokenBearer

export interface Visitor {
  readonly kind: 'visitor'
}

export type SignedIn = Driver | HiredDriver | Customer | Admin

interface InSession {
  readonly userId: string
  readonly sessionId: string
}

export interface Driver extends InSession {
  readonly kind: 'driver'
  readonly company: OwnCompany
}

/** Somebody whom a company has engaged to drive one of its units. Not `driver`: that is the owner of a company (ADR 0026). */
export interface HiredDriver extends InSession {
  readonly kind: 'hired'
  /** Null while the hired driver is with no company. */
  readonly company: DrivenFor | null
}

export interface Customer extends InSession {
  readonly kind: 'customer'
  readonly company: null
}

export interface Admin extends InSession {
  readonly kind: 'admin'
  readonly company: null
  /** Absent from work that a job does in an admin's name: nothing is served to that. */
  readonly staffRole?: StaffRole
  /** Until two-step login is set up, only calls about the own login are answered. */
  readonly needsTwoStep?: boolean
}

export interface OwnCompany {
  readonly id: string
  /** Oldest first. */
  readonly unitIds: readonly string[]
}

/** The company that a hired driver drives for, with the one unit that is theirs. */
export interface DrivenFor extends OwnCompany {
  /** Confirms, rejects and takes jobs, because the owner allows it. */
  readonly mayAnswer: boolean
}

/** Somebody who registered mid-booking and is not verified yet: may make one booking and nothing else. */
export interface BookingTokenBearer {
  readonly kind: 'bookingToken'
  readonly userId: string
  readonly tokenDigest: Buffer
}

export const visitor: Visitor = { kind: 'visitor' }

/** Only for code behind an access rule that excludes visitors. */
export function userIdOf(actor: Actor): string {
  if (actor.kind === 'visitor')
    throw new Error('A visitor reached code that needs a user: check the access of the endpoint')
  return actor.userId
}

/** Only for code behind an access rule that asks for a login. */
export function signedInOf(actor: Actor): SignedIn {
  if (!('sessionId' in actor))
    throw new Error(`Code that needs a session was reached by a ${actor.kind}: check the access of the endpoint`)
  return actor
}

/** Only for code behind an access rule that admits owners alone. */
export function ownCompanyOf(actor: Actor): OwnCompany {
  if (actor.kind !== 'driver')
    throw new Error(`Code that needs a driver was reached by a ${actor.kind}: check the access of the endpoint`)
  return actor.company
}

/** Units that a person works with: an owner all of the company, a hired driver theirs. Other people have none. */
export function unitsOf(actor: Actor): OwnCompany | null {
  return actor.kind === 'driver' || actor.kind === 'hired' ? actor.company : null
}
