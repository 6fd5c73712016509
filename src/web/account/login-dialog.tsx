import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '#shared/endpoint.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { LoginForm } from './login-form.tsx'
import { pageAfterLogin } from './login-rules.ts'

export interface LoginDialogProps {
  /** The address has just been confirmed (spec §2, "Login with verify banner"). */
  isVerified?: boolean
  /** Stay on the page: the session ran out in the middle of something. */
  stays?: boolean
}

export function LoginDialog({ isVerified, stays }: LoginDialogProps) {
  const { closeAll } = useDialogs()
  const navigate = useNavigate()
  const onSuccess = useCallback(
    (role: Role) => {
      closeAll()
      const next = stays ? null : pageAfterLogin(role)
      if (next) void navigate(next)
    },
    [closeAll, navigate, stays],
  )
  return (
    <Dialog
      title="Login"
      before={
        isVerified ? (
          <Banner tone="good" title="Email confirmed">
            Log in to carry on.
          </Banner>
        ) : null
      }
    >
      <LoginForm onSuccess={onSuccess} />
    </Dialog>
  )
}
