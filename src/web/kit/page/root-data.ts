import { useCallback } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { getWaiting } from '#modules/bookings/lists/contract.ts'
import type { DocumentKind } from '#modules/fleet/documents/rules.ts'
import { unitPath, type VanCategory } from '#modules/fleet/rules.ts'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Crew, Check, Flags, Lack } from '#modules/onboarding/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { PublicConfig, SessionUser } from './context.ts'

/** `auto` follows the device; drivers can choose, for the cab at night. */
export type Theme = 'auto' | 'light' | 'dark'

/** The content that the visitors' menu leads to. */
export interface Menus {
  services: readonly { name: string; slug: string }[]
  locations: readonly { name: string; slug: string }[]
}

/** What every page has: the root loader's answer. */
export interface RootData {
  config: PublicConfig
  session: SessionUser | null
  reference: string
  /** Where its live events begin; null for visitors. */
  liveFrom: string | null
  /** Counts of what waits for the signed-in person’s answer; null for visitors and the office. */
  waiting: AnswerOf<typeof getWaiting> | null
  /** Only for a signed-in driver. */
  driver: DriverState | null
  /** What the licence of the imported places asks every page to show, with their age; null where none were imported. */
  dataSource: string | null
  /** What the visitors' menu leads to; null for people who are signed in, who have their own. */
  menus: Menus | null
  theme: Theme
  /** How far the server's clock is ahead of the real time; 0 except in a demonstration that moved it. */
  clockAheadMs: number
}

/** Undefined only on the error screen of a root that failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>('root')

export const useSession = (): SessionUser | null => useRootData()?.session ?? null

/** The browser's clock, moved ahead like the server's. */
export function useClock(): () => Date {
  const aheadMs = useRootData()?.clockAheadMs ?? 0
  return useCallback(() => new Date(Date.now() + aheadMs), [aheadMs])
}

/** The browser’s own clock in milliseconds, used on this device without asking the server. */
export const deviceNow = (): number => Date.now()

/** The unit that this page's address names. */
export const useAskedUnit = () => new URLSearchParams(useLocation().search).get('unit')

/** Makes an address of the workplace keep the unit that is in this page's. */
export function useUnitPath(): (to: string) => string {
  const unitId = useAskedUnit()
  return (to) => (unitId === null ? to : unitPath(to, unitId))
}

/** What a route says about its page: `export const handle: PageHandle = { … }`. */
export interface PageHandle {
  /** `intent`: the page works without script and hydrates at the first sign of intent; otherwise at once. */
  hydrate?: 'intent'
  /** Every visitor who is not signed in gets the same page, so it is rendered once and cached for a minute. */
  isPublic?: boolean
  /**
   * For a public page: the search parameters the server renders by, each with the values that make a difference, or what they look like. All others matter
   * only to the browser, and share one cached page.
   */
  drawnBy?: Readonly<Record<string, readonly string[] | RegExp>>
  /**
   * The only kind of page that other sites may frame: public, without script or cookie, and the same with and without a
   * login (ADR 0049).
   */
  isForFrames?: boolean
  /** Shown at every unknown address: one page for all of them, with status 404. */
  isNotFound?: boolean
  /** The address is a secret (a booking’s hash, an emailed token): never sent as a referrer, never listed. */
  isSecret?: boolean
  /** A page of the site, drawn with the site's one stylesheet. */
  isOfSite?: boolean
  /** The page draws the header itself, like the home page in its hero. */
  hasOwnHeader?: boolean
  /** A step of a task, which ends without the menus of the footer. */
  isStep?: boolean
  /** A page of the driver's workplace, with a dark theme at night. */
  hasNight?: boolean
  /** The page may ask the browser where it is. */
  asksPosition?: boolean
  /** The header offers help (spec §2). */
  offersHelp?: boolean
}

/** React Router keeps what a route exports as its `handle`, of whatever type. */
export const handleOf = ({ handle }: { handle?: unknown }): PageHandle => handle ?? {}

/** How one unit stands: what its pages, ticks and banners are about. */
export interface UnitState extends Flags {
  id: string
  name: string
  registration: string | null
  vanCategory: VanCategory | null
  status: UnitStatus
  statusReason: string | null
  lacks: readonly Lack[]
  refused: readonly Check[]
  refusedDocuments: readonly DocumentKind[]
  crews: readonly Crew[]
  peopleToChoose: number
  hasHours: boolean
  isAvailableNow: boolean
}

/** What every page knows of the signed-in driver. */
export interface DriverState {
  /** A unit takes jobs, and its schedule is open at this hour. */
  isAvailableNow: boolean
  /** The company’s flags; a flag of units is set if any unit has it. */
  flags: Flags
  takesCards: boolean
  units: readonly UnitState[]
}
