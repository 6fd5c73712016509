import type { Channel } from '#modules/notifications/rules.ts'
import type { RefusalKind, Role } from '#shared/endpoint.ts'
import { accountBlocked, accountDeleted, unverifiedEmail } from './contract.ts'

export type UserStatus = 'active' | 'blocked' | 'pending_delete' | 'deleted'

/** Which of the three named states (decisions §2) prevents this account from being used, if any. */
export function accountRefusal(user: {
  status: string
  emailVerifiedAt: Date | null
  /** Opened by phone, and the number's code has been entered: it has no address to verify. */
  isProvenByPhone?: boolean
}): RefusalKind | undefined {
  if (user.status === 'blocked') return accountBlocked
  // Only "active" is allowed, so that a status added later does not grant access by accident.
  if (user.status !== 'active') return accountDeleted
  return user.emailVerifiedAt || user.isProvenByPhone ? undefined : unverifiedEmail
}

/**
 * Whether the office needs a second step: always in production (ADR 0068); the passwords of a demonstration are public
 * anyway.
 */
export const asksStaffForTwoStep = ({ appMode }: { appMode: 'demo' | 'production' }): boolean =>
  appMode === 'production'

/**
 * Addresses for messages to the user: the email address, and the number once its code was entered, because anyone can
 * type any number.
 */
export const addressesOf = (user: { email: string; phone: string | null; phoneVerifiedAt: Date | null }) => [
  { to: user.email },
  ...(user.phone && user.phoneVerifiedAt ? [{ to: user.phone, since: user.phoneVerifiedAt }] : []),
]

/**
 * Greeting in emails to an unverified address. The author of the address typed the name too, so anything that looks
 * like a message or a link is left out.
 */
export const greeting = (firstName: string): string =>
  /^[\p{L}\p{M}'’. -]{1,40}$/u.test(firstName) && !/\.\S/.test(firstName) ? `Hello ${firstName}` : 'Hello'

/** Seconds that a session may last in all, and between two refreshes. */
export function sessionLife(role: Role | 'hired'): { absolute: number; idle: number } {
  if (role === 'admin') return { absolute: 8 * hour, idle: hour / 2 }
  return { absolute: 30 * day, idle: 30 * day }
}

const hour = 3600
const day = 24 * hour

export const accessTokenSeconds = 600
/** How long a token that was just replaced still gives its successor, for two tabs that refresh at once. */
export const graceSeconds = 10
/** A login this recent needs no password for a sensitive change (T-030). */
export const freshSeconds = 5 * 60
export const verificationSeconds = 48 * hour
/** How long an account with an unverified address is kept; its first link expires after two days. */
export const unverifiedSeconds = 30 * day
export const resetSeconds = 30 * 60
export const emailChangeSeconds = 24 * hour
export const closingLinkSeconds = 24 * hour
/** How long a closed account can be restored (decisions §2). */
export const erasureSeconds = 30 * day
export const bookingTokenSeconds = 30 * 60

/** How long a browser or network is recognised after the owner's last login there. */
export const knownDeviceSeconds = 180 * day

/** Wrong guesses at an account before further ones are slowed down. */
export const freeTries = 5
/** How long the guard remembers guesses. */
export const guardMemorySeconds = day

/** Seconds until the next try after this many wrong ones in a row: at first none, then 30, doubling up to 15 minutes. */
export const loginPause = (tries: number, free: number = freeTries): number =>
  tries < free ? 0 : Math.min(900, 30 * 2 ** Math.min(tries - free, 10))

/** The events a customer may switch on or off. */
export type MessageEvent = 'bookingUpdates' | 'moveReminders' | 'reviewRequests' | 'newMessages'

/** Their names in the database. */
export const storedEvents = {
  bookingUpdates: 'booking_updates',
  moveReminders: 'move_reminders',
  reviewRequests: 'review_requests',
  newMessages: 'new_messages',
} as const satisfies Record<MessageEvent, string>

export type MessageSettings = Record<MessageEvent, Record<Channel, boolean>>

/** Choices to change; the rest stays as it is. */
export type MessageChanges = { [Event in MessageEvent]?: Partial<Record<Channel, boolean | undefined>> | undefined }

/** Defaults: everything about the move; afterwards a mail but no text. */
export const defaultSettings: MessageSettings = {
  bookingUpdates: { email: true, sms: true, push: true },
  moveReminders: { email: true, sms: true, push: true },
  reviewRequests: { email: true, sms: false, push: false },
  newMessages: { email: true, sms: false, push: true },
}

/** "Firefox on Windows", from the User-Agent. Displayed only, never trusted. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([, mark]) => userAgent.includes(mark))?.[0]
  const system = systems.find(([, mark]) => userAgent.includes(mark))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}

// The order matters: most browsers also include the names of those further down.
const browsers = [
  ['Edge', 'Edg'],
  ['Opera', 'OPR/'],
  ['Samsung Internet', 'SamsungBrowser/'],
  ['Firefox', 'Firefox/'],
  ['Firefox', 'FxiOS/'],
  ['Chrome', 'CriOS/'],
  ['Chrome', 'Chrome/'],
  ['Safari', 'Safari/'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Chromebook', 'CrOS'],
  ['Mac', 'Macintosh'],
  ['Linux', 'Linux'],
] as const
