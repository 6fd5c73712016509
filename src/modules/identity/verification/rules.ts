import { formatDay, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'

/** Origin of a registration, in terms its owner would recognise. */
export interface Origin {
  /** An instant, ISO 8601. */
  at: string
  /** "Firefox on Windows"; null if the client did not say. */
  device: string | null
  /** The first half of the network address: "81.2". */
  network: string
  /** The digest of the browser's secret, in hex. */
  deviceDigest: string | null
}

/**
 * "on Sunday 22 November at 14:03:07, with Firefox on Windows, from an IP address starting 81.2". Seconds are shown,
 * so that two in one minute differ.
 */
export function originText({ at, device, network }: Pick<Origin, 'at' | 'device' | 'network'>): string {
  const instant = new Date(at)
  const seconds = String(instant.getUTCSeconds()).padStart(2, '0')
  const when = `on ${formatDay(localDayOf(instant))} at ${formatTime(toLocal(instant).minute)}:${seconds}`
  return [when, device ? `with ${device}` : '', network ? `from an IP address starting ${network}` : '']
    .filter(Boolean)
    .join(', ')
}

/** Enough of an address for its owner to recognise, too little to locate them. */
export const roughNetwork = (network: string): string =>
  network.includes('.') ? network.split('.').slice(0, 2).join('.') : network.split(':').slice(0, 2).join(':')

/** Why no code is sent to this number (T-028); undefined if one can be. `prefixes`: the destinations we pay for, such as `+44`. */
export function smsFlaw(phone: string, prefixes: readonly string[]): string | undefined {
  if (!prefixes.some((prefix) => phone.startsWith(prefix))) return 'We can’t send codes to numbers of this country.'
  // Only mobiles receive SMS among British numbers; 070 numbers look like mobiles but are expensive.
  if (phone.startsWith('+44') && !/^\+447[1-9][0-9]{8}$/.test(phone))
    return 'Use a UK mobile number: it starts with +447.'
  return undefined
}

export const codeSeconds = 10 * 60
export const codeTries = 5

/** Placeholder for the address of a customer who gave only a number. No email is ever sent there. */
export const placeholderOf = (id: string): string => `phone-${id}@vanfare.invalid`

export const isPlaceholder = (email: string): boolean => email.endsWith('@vanfare.invalid')

/** Address to show; null for a placeholder. */
export const shownEmail = (email: string): string | null => (isPlaceholder(email) ? null : email)
