import { useDialogs } from '#web/ui/dialog.tsx'
import type { AccountProblemReason } from './login-rules.ts'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

// Loaded when first needed.
const AccountProblemDialog = lazyDialog(async () => (await import('./account-problem-dialog.tsx')).AccountProblemDialog)

export function useAccountProblem(): (reason: AccountProblemReason) => void {
  const { open } = useDialogs()
  return (reason) => open(<AccountProblemDialog reason={reason} />)
}
