import { useRouteLoaderData } from 'react-router'
import type { PublicConfig, SessionUser } from './context.ts'

/** What every page has: the root loader's answer. */
export interface RootData {
  config: PublicConfig
  session: SessionUser | null
  reference: string
}

/** Undefined only on the error screen of a root that failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>('root')

export const useSession = (): SessionUser | null => useRootData()?.session ?? null
