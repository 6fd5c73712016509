import {
  createContext,
  useContext,
  useMemo,
  type ComponentType,
  type ReactNode,
  type ComponentProps,
  useEffect,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#web/kit/page/root-data.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import type { Van } from '#web/ui/van.tsx'
import { asksForLogin } from './auth-data.ts'

export interface LoginOptions {
  /** The address has just been confirmed (spec §2, "Login with verify banner"). */
  isVerified?: boolean
  /** Stay on the page after the login. */
  stays?: boolean
}

export interface BookingLogin {
  /** Opens on registration, because this browser knows of no earlier login. */
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
  const { pathname, search } = useLocation()
  const back = options.stays ? `?${new URLSearchParams({ next: pathname + search })}` : ''
  return (
    <>
      <Button look="primary" className="with-script" onClick={login}>
        Login
      </Button>
      <a href={`/login${back}`} className={buttonClass({ look: 'primary' }, 'without-script')}>
        Login
      </a>
    </>
  )
}

interface LogInFirstProps {
  /** The page's title. */
  title: string
  heading?: string
  van?: ComponentProps<typeof Van>['category']
  children: string
}

/** What visitors see of a page that requires a login, which leads back to it: a message may have linked to it. */
export const LogInFirst = ({ title, heading = 'Log in first', van = 'medium_van', children }: LogInFirstProps) => (
  <Page className="page--list">
    <h1>{title}</h1>
    <Empty van={van} title={heading} action={<LoginButton stays />}>
      {children}
    </Empty>
  </Page>
)

/**
 * An emailed link to the home page may ask for the login: `/?dialog=login`. The dialog stays closed for those already
 * signed in.
 */
export function useLoginAskedFor() {
  const login = useLogin()
  const isVisitor = useSession() === null
  const navigate = useNavigate()
  const isAsked = asksForLogin(useLocation())
  useEffect(() => {
    if (!isAsked) return
    if (isVisitor) login()
    // Asked once: a reload or a shared address does not ask again.
    void navigate('/', { replace: true, preventScrollReset: true })
    // oxlint-disable-next-line react/exhaustive-deps -- the address asks once; how the dialog is opened does not ask again
  }, [isAsked])
}
