import type { RouterContextProvider } from 'react-router'
import { clockContext } from './context.ts'

/** For loaders and actions: the server's clock, which a demonstration may have moved. Components use `useClock`. */
export const nowIn = (context: Readonly<RouterContextProvider>): Date => context.get(clockContext).now()
