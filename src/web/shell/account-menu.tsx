import { ChevronDown, CircleQuestionMark, LogOut } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import type { SessionUser } from '#web/context.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useHelp } from './help.tsx'
import { useLogin } from './login.tsx'

/** The first name, or "Admin", with help and log-out below it (spec §2). */
export function AccountMenu({ session }: { session: SessionUser }) {
  const { pathname } = useLocation()
  return (
    <details className="account bar__sm" key={pathname}>
      <summary className={buttonClass({ size: 'small' })}>
        {session.userRole === 'admin' ? 'Admin' : session.firstName}
        <Icon of={ChevronDown} />
      </summary>
      <div className="account__panel">
        <AccountMenuEntries />
      </div>
    </details>
  )
}

/** Account settings join here with their pages. */
export function AccountMenuEntries() {
  const help = useHelp()
  const { pathname } = useLocation()
  return (
    <>
      <button type="button" onClick={help}>
        <Icon of={CircleQuestionMark} />
        Need help?
      </button>
      <Form method="post" action="/session/logout">
        {/* Bookings are private: whoever logs out there goes home. */}
        <input type="hidden" name="next" value={pathname.startsWith('/my-bookings') ? '/' : pathname} />
        <button type="submit">
          <Icon of={LogOut} />
          Log out
        </button>
      </Form>
    </>
  )
}

export function LoginButton({ className, isPlain }: { className?: string; isPlain?: boolean }) {
  const login = useLogin()
  return (
    <button type="button" className={isPlain ? className : buttonClass({ size: 'small' }, className)} onClick={login}>
      Login
    </button>
  )
}
