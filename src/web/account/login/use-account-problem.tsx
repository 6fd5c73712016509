import { lazy } from 'react'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import type { SorryReason } from './login-rules.ts'

// Loaded when there is something to be sorry for.
const SorryDialog = lazy(() =>
  import('./account-problem-dialog.tsx').then((module) => ({ default: module.SorryDialog })),
)

export function useSorry(): (reason: SorryReason) => void {
  const { open } = useDialogs()
  return (reason) => open(<SorryDialog reason={reason} />)
}
