import { useRouteLoaderData } from 'react-router'
import type { PublicConfig, SessionUser } from './context.ts'
import type { DriverState } from '#web/driver/setup/driver-state.ts'
import type { Theme } from '#web/shell/theme.ts'

/** What every page has: the root loader's answer. */
export interface RootData {
  config: PublicConfig
  session: SessionUser | null
  reference: string
  /** Of a signed-in driver only. */
  driver: DriverState | null
  theme: Theme
}

/** Undefined only on the error screen of a root that failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>('root')

export const useSession = (): SessionUser | null => useRootData()?.session ?? null
