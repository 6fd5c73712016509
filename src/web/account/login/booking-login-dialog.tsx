import { useCallback, useState } from 'react'
import { Segmented } from '#web/ui/choice.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { LoginForm } from './login-form.tsx'
import { RegistrationForm } from '../registration/registration-form.tsx'

interface BookingLoginDialogProps {
  /** Signed in as a customer; the page has the new session already. */
  onSignedIn: () => void
  /** The account is opened but not verified: the token books this once, and the mail to this address starts the booking. */
  onRegistered: (bookingToken: string, email: string) => void
}

type Way = 'log-in' | 'create'

/** Log in, or open an account, without leaving the booking (spec §2, decisions §2). */
export function BookingLoginDialog({ onSignedIn, onRegistered }: BookingLoginDialogProps) {
  const { closeAll } = useDialogs()
  const [way, setWay] = useState<Way>('log-in')
  const signedIn = useCallback(() => {
    closeAll()
    onSignedIn()
  }, [closeAll, onSignedIn])
  const registered = (bookingToken: string, email: string) => {
    closeAll()
    onRegistered(bookingToken, email)
  }
  return (
    <Dialog title="Log in to book">
      <p className="muted">Your move stays as you left it.</p>
      <Segmented<Way>
        legend="Do you have an account?"
        name="way"
        value={way}
        onChange={setWay}
        choices={[
          { value: 'log-in', label: 'Log in' },
          { value: 'create', label: 'Create account' },
        ]}
      />
      {way === 'log-in' ? (
        <LoginForm isBooking onSuccess={signedIn} />
      ) : (
        <RegistrationForm userRole="customer" onRegistered={registered} />
      )}
    </Dialog>
  )
}
