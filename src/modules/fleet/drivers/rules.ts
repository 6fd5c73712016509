/** Hired drivers: who drives a unit besides the company's owner (ADR 0026). Pure. */

/** How long the link of an invitation works. */
export const INVITATION_SECONDS = 7 * 24 * 3600
/** How long an invitation that nobody accepted is kept, so that the owner sees what became of it. */
export const KEPT_AFTER_EXPIRY_SECONDS = 30 * 24 * 3600

export type DriverState = 'invited' | 'expired' | 'active'

export const driverState = (
  { hasJoined, expiresAt }: { hasJoined: boolean; expiresAt: Date },
  now: Date,
): DriverState => (hasJoined ? 'active' : expiresAt > now ? 'invited' : 'expired')

/**
 * A company's name for a mail to somebody who may be a stranger. The owner chose it, so one that reads like an address or a message is
 * left out.
 */
export const companyInMail = (name: string): string =>
  /^[\p{L}\p{M}\p{N}'’&(),. -]{1,80}$/u.test(name) && !/\.\S|www|https?/i.test(name) ? name : 'A company on Vanfare'
