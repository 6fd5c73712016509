import type { Role } from '#shared/endpoint.ts'

interface OfAccount {
  userId: string
}

declare module '#platform/events.ts' {
  interface Events {
    /** The owner of an address confirmed one of its registrations; a booking made with it is theirs. */
    'identity.address-confirmed': OfAccount & { role: Role | 'hired'; bookingId: string | null }
    'identity.phone-confirmed': OfAccount
    'identity.account-blocked': OfAccount
    'identity.account-unblocked': OfAccount
    /** The account may still be restored. */
    'identity.account-closed': OfAccount
    'identity.account-reopened': OfAccount
    /** Permanent: only what tax law requires stays. */
    'identity.account-erased': OfAccount
    /** The address was never verified: rows are deleted completely, because the account goes too and nothing may refer to it. */
    'identity.account-removed': OfAccount
  }
}
