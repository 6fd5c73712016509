import { lazy } from 'react'
import type { LoginDialogProps } from '#web/account/login/login-dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'

// Loaded with the first press: most visitors never log in.
const LoginDialog = lazy(() =>
  import('#web/account/login/login-dialog.tsx').then((module) => ({ default: module.LoginDialog })),
)

export function useLogin(props: LoginDialogProps = {}): () => void {
  const { open } = useDialogs()
  return () => open(<LoginDialog {...props} />)
}
