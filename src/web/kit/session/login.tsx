import { createContext, useContext, useMemo, type ComponentType, type ReactNode } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'

export interface LoginOptions {
  /** The address has just been confirmed (spec §2, "Login with verify banner"). */
  isVerified?: boolean
  /** Stay on the page after the login. */
  stays?: boolean
}

export interface BookingLogin {
  /** Nobody has logged in here, as far as this browser knows: an account is opened first. */
  isNew?: boolean
  /** Signed in as a customer; the page already has the new session. */
  onSignedIn: () => void
  /** The account is opened but not verified: the token allows this one booking, and the mail to this address starts it. */
  onRegistered: (bookingToken: string, email: string) => void
}

/** The dialogs of `account`, which any room may open but none imports: root.tsx supplies them. */
export interface LoginDialogs {
  Login: ComponentType<LoginOptions>
  BookingLogin: ComponentType<BookingLogin>
}

const LoginContext = createContext<LoginDialogs | null>(null)

export const LoginProvider = ({ dialogs, children }: { dialogs: LoginDialogs; children: ReactNode }) => (
  <LoginContext value={dialogs}>{children}</LoginContext>
)

function useLoginDialogs(): LoginDialogs {
  const dialogs = useContext(LoginContext)
  if (!dialogs) throw new Error('Only below LoginProvider')
  return dialogs
}

/** Opens the login. */
export function useLogin({ isVerified, stays }: LoginOptions = {}): () => void {
  const { Login } = useLoginDialogs()
  const { open } = useDialogs()
  return useMemo(() => () => open(<Login isVerified={isVerified} stays={stays} />), [Login, open, isVerified, stays])
}

/** Opens the login of a booking, where an account can be opened too. */
export function useBookingLogin(): (login: BookingLogin) => void {
  const { BookingLogin } = useLoginDialogs()
  const { open } = useDialogs()
  return (login) => open(<BookingLogin {...login} />)
}

export function LoginButton(options: LoginOptions) {
  const login = useLogin(options)
  return (
    <>
      <Button look="primary" className="with-script" onClick={login}>
        Login
      </Button>
      <a href="/login" className={buttonClass({ look: 'primary' }, 'without-script')}>
        Login
      </a>
    </>
  )
}
