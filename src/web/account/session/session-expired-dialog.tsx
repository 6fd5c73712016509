import { Clock } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useLogin } from '#web/kit/session/login.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Spec §8. Logging in again stays on the page; closing goes home. */
export function SessionExpiredDialog() {
  const login = useLogin({ stays: true })
  const navigate = useNavigate()
  return (
    <Dialog title="Session expired" icon={Clock} onClose={() => void navigate('/')}>
      <p className="muted">
        Sorry, your session was expired due to inactivity. Please login into your account again and continue to use our
        services
      </p>
      <div className="dialog__acts">
        <Button look="primary" onClick={login}>
          Log in
        </Button>
      </div>
    </Dialog>
  )
}
