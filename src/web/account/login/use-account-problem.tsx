import { lazy } from 'react'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import type { AccountProblemReason } from './login-rules.ts'

// Loaded when first needed.
const AccountProblemDialog = lazy(() =>
  import('./account-problem-dialog.tsx').then((module) => ({ default: module.AccountProblemDialog })),
)

export function useAccountProblem(): (reason: AccountProblemReason) => void {
  const { open } = useDialogs()
  return (reason) => open(<AccountProblemDialog reason={reason} />)
}
