import { createContext, type RouterContextProvider } from 'react-router'
import type { Call } from '#shared/call.ts'
import type { Role } from '#shared/endpoint.ts'

/** Who is signed in, as far as a page needs to know. */
export interface SessionUser {
  id: string
  userRole: Role
  firstName: string
  lastName: string | null
  email: string
  phone: string | null
}

/** What the firm says about itself; the same for every visitor. */
export interface PublicConfig {
  mode: 'demo' | 'production'
  /** Without a slash at the end. */
  publicUrl: string
  /** As it is read: "020 7946 0123". */
  phone: string
  email: string
  /** A number as WhatsApp wants it, or null where the firm has none. */
  whatsapp: string | null
  /** Name, register, office and VAT number of who is behind the pages, in one line. */
  trader: string
  social: readonly { label: string; href: string }[]
}

/** The server's; `aheadMs` where a demonstration has moved it. */
export interface Clock {
  now(): Date
  readonly aheadMs?: number
}

/** Calls the API as the person who asked for this page, in the same process. */
export const apiContext = createContext<Call>()
export const sessionContext = createContext<SessionUser | null>(null)
export const nonceContext = createContext<string>()
export const configContext = createContext<PublicConfig>()
/** A short number that a caller can read out and the log can be searched for. */
export const referenceContext = createContext<string>()
/** Takes what went wrong while a page was made. */
export const reportContext = createContext<(error: unknown) => void>()
export const clockContext = createContext<Clock>()
/** Waits until the drawing of this page may begin, so that others are answered in between. */
export const paceContext = createContext<() => Promise<void>>()

export interface RequestValues {
  call: Call
  session: SessionUser | null
  nonce: string
  config: PublicConfig
  reference: string
  report: (error: unknown) => void
  pace: () => Promise<void>
  clock: Clock
}

export function fillContext(context: RouterContextProvider, values: RequestValues): RouterContextProvider {
  context.set(apiContext, values.call)
  context.set(sessionContext, values.session)
  context.set(nonceContext, values.nonce)
  context.set(configContext, values.config)
  context.set(referenceContext, values.reference)
  context.set(reportContext, values.report)
  context.set(paceContext, values.pace)
  context.set(clockContext, values.clock)
  return context
}
