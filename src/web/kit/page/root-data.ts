import type { getWaiting } from '#modules/bookings/badge-counts/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { useCallback } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PublicConfig, SessionUser } from './context.ts'
import type { DriverState } from './driver-state.ts'

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
  /** What waits for whoever is signed in; null for visitors and the office. */
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

/** The browser's own clock in milliseconds, for what this device does by itself, with no server to ask. */
export const deviceNow = (): number => Date.now()
