import { useCallback } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { PublicConfig, SessionUser } from './context.ts'
import type { DriverState } from './driver-state.ts'

/** `auto` follows the device; drivers may say otherwise, for the cab at night. */
export type Theme = 'auto' | 'light' | 'dark'

/** What every page has: the root loader's answer. */
export interface RootData {
  config: PublicConfig
  session: SessionUser | null
  reference: string
  /** Of a signed-in driver only. */
  driver: DriverState | null
  /** What the licence of the imported places asks every page to show, with their age; null where none were imported. */
  dataSource: string | null
  theme: Theme
  /** How far the server's clock is ahead of everybody's; 0 but in a demonstration that was moved. */
  clockAheadMs: number
}

/** Undefined only on the error screen of a root that failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>('root')

export const useSession = (): SessionUser | null => useRootData()?.session ?? null

/** The browser's clock, as far ahead as the server's. */
export function useClock(): () => Date {
  const aheadMs = useRootData()?.clockAheadMs ?? 0
  return useCallback(() => new Date(Date.now() + aheadMs), [aheadMs])
}
