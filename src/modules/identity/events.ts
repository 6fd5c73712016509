import type { Role } from '#shared/endpoint.ts'

interface OfAccount {
  userId: string
}

declare module '#platform/events.ts' {
  interface Events {
    /** The owner of an address spoke for one of its registrations; the booking that came with it, if one did, is theirs. */
    'identity.address-confirmed': OfAccount & { role: Role; bookingId: string | null }
    'identity.phone-confirmed': OfAccount
    'identity.account-blocked': OfAccount
    'identity.account-unblocked': OfAccount
    /** It may still come back. */
    'identity.account-closed': OfAccount
    'identity.account-reopened': OfAccount
    /** For good: only what tax law demands stays. */
    'identity.account-erased': OfAccount
    /** Nobody ever proved its address: whole rows go, for the account goes too and nothing may point at it. */
    'identity.account-removed': OfAccount
  }
}
