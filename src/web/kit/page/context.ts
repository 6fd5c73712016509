import { createContext, type RouterContextProvider } from 'react-router'
import type { Call } from '#shared/call.ts'
import type { Role, StaffRole } from '#shared/endpoint.ts'

/** Who is signed in, as far as a page needs to know. */
export interface SessionUser {
  id: string
  userRole: Role
  /** A driver without a company of their own, who may drive a unit of somebody else's (ADR 0026). */
  isHired: boolean
  /** The admin’s role in the office (ADR 0068); absent for others. */
  staffRole?: StaffRole
  /** Whether the admin has to set up two-step login before anything else opens. */
  needsTwoStep?: boolean
  firstName: string
  lastName: string | null
  email: string
  phone: string | null
}

/** The operator's details; the same for every visitor. */
export interface PublicConfig {
  mode: 'demo' | 'production'
  /** Public address without a slash at the end. */
  publicUrl: string
  /** Phone number formatted for display: “020 7946 0123”. */
  phone: string
  email: string
  /** A number in WhatsApp's format; null if there is none. */
  whatsapp: string | null
  /** Name, register, office and VAT number of who is behind the pages, in one line. */
  trader: string
  social: readonly { label: string; href: string }[]
  /** Whether the addresses of a postcode can be looked up. */
  findsAddresses?: boolean
}

/** The server's clock; `aheadMs` if a demonstration has moved it. */
export interface Clock {
  now(): Date
  readonly aheadMs?: number
}

/** Calls the API as the person who requested this page, in the same process. */
export const apiContext = createContext<Call>()
export const sessionContext = createContext<SessionUser | null>(null)
/** Path of the requested page, as its route spells it; the same for the page’s data. */
export const pathContext = createContext<string>()
export const nonceContext = createContext<string>()
export const configContext = createContext<PublicConfig>()
/** A short number that a caller can read out, to be found in the log. */
export const referenceContext = createContext<string>()
/** Live events from here on are not in this page: it was read afterwards. Null for visitors, who hear none. */
export const liveFromContext = createContext<string | null>(null)
/** Reports an error that occurred while rendering a page. */
export const reportContext = createContext<(error: unknown) => void>()
export const clockContext = createContext<Clock>()
/** Key of cached content on this server; replaced at each publication. */
export const editionContext = createContext<object>()
/** Waits until rendering may begin, so that other requests are answered in between. */
export const paceContext = createContext<() => Promise<void>>()

export interface RequestValues {
  call: Call
  session: SessionUser | null
  path: string
  nonce: string
  config: PublicConfig
  reference: string
  liveFrom: string | null
  report: (error: unknown) => void
  pace: () => Promise<void>
  clock: Clock
  edition: object
}

export function fillContext(context: RouterContextProvider, values: RequestValues): RouterContextProvider {
  context.set(apiContext, values.call)
  context.set(sessionContext, values.session)
  context.set(pathContext, values.path)
  context.set(nonceContext, values.nonce)
  context.set(configContext, values.config)
  context.set(referenceContext, values.reference)
  context.set(liveFromContext, values.liveFrom)
  context.set(reportContext, values.report)
  context.set(paceContext, values.pace)
  context.set(clockContext, values.clock)
  context.set(editionContext, values.edition)
  return context
}
