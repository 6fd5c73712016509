import { useCallback } from 'react'
import { Link, useNavigate } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import type { LoginOptions } from '#web/kit/session/login.tsx'
import { useClaimByPhone } from './claim-dialog.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginDialog({ isVerified, stays }: LoginOptions) {
  const { closeAll } = useDialogs()
  const navigate = useNavigate()
  const onSuccess = useCallback(
    (next: string) => {
      closeAll()
      if (!stays) void navigate(next)
    },
    [closeAll, navigate, stays],
  )
  return (
    <Dialog
      title="Login"
      before={
        isVerified ? (
          <Banner tone="good" title="Email confirmed">
            Log in to continue.
          </Banner>
        ) : null
      }
    >
      <LoginForm onSuccess={onSuccess} />
      {isVerified ? null : <ByPhone onSuccess={onSuccess} />}
      {isVerified || stays ? null : <WaysIn />}
    </Dialog>
  )
}

function ByPhone({ onSuccess }: { onSuccess: (next: string) => void }) {
  const claim = useClaimByPhone()
  return (
    <button type="button" className="link-btn" onClick={() => claim(onSuccess)}>
      Booked by phone? Log in with a code
    </button>
  )
}

function WaysIn() {
  const { closeAll } = useDialogs()
  return (
    <p className="small">
      New here?{' '}
      <Link to="/register" onClick={closeAll}>
        Create an account
      </Link>
      , or{' '}
      <Link to="/register?as=driver" onClick={closeAll}>
        work with us as a driver
      </Link>
      .
    </p>
  )
}
