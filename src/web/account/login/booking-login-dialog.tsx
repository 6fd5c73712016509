import { useCallback, useState } from 'react'
import { Segmented } from '#web/ui/choice.tsx'
import { Dialog, useDialogs } from '#web/ui/dialog.tsx'
import type { BookingLogin } from '#web/kit/session/login.tsx'
import { LoginForm } from './login-form.tsx'
import { RegistrationForm } from './registration-form.tsx'

type Way = 'login' | 'create'

/** Log in, or open an account, without leaving the booking (spec §2, decisions §2). */
export function BookingLoginDialog({ isNew, onSignedIn, onRegistered }: BookingLogin) {
  const { closeAll } = useDialogs()
  const [way, setWay] = useState<Way>(isNew ? 'create' : 'login')
  const signedIn = useCallback(() => {
    closeAll()
    onSignedIn()
  }, [closeAll, onSignedIn])
  const registered = (bookingToken: string, email: string) => {
    closeAll()
    onRegistered(bookingToken, email)
  }
  return (
    <Dialog title={way === 'login' ? 'Log in to book' : 'Create an account to book'}>
      <p className="muted">Your move stays as you left it.</p>
      <Segmented<Way>
        legend="Do you have an account?"
        name="way"
        value={way}
        onChange={setWay}
        choices={[
          { value: 'login', label: 'Log in' },
          { value: 'create', label: 'Create account' },
        ]}
      />
      {way === 'login' ? (
        <LoginForm isBooking onSuccess={signedIn} />
      ) : (
        <RegistrationForm userRole="customer" isForBooking onRegistered={registered} />
      )}
    </Dialog>
  )
}
