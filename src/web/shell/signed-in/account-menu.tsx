import { ChevronDown, CircleQuestionMark, LogOut, Settings } from 'lucide-react'
import { Form, Link, useLocation } from 'react-router'
import type { SessionUser } from '#web/kit/page/context.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { useUnitPath } from '#web/kit/units/chosen-unit.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useHelp } from '../help.tsx'
import { accountSettingsOf, menuRoleOf } from '../menu.ts'
import { lightDismiss } from '#web/ui/light-dismiss.ts'

/** The first name, or "Admin", with help and log-out below it (spec §2). */
export function AccountMenu({ session }: { session: SessionUser }) {
  const { pathname } = useLocation()
  return (
    <details className="account bar__sm" key={pathname} ref={lightDismiss}>
      <summary className={buttonClass({ size: 'small' })}>
        {session.userRole === 'admin' ? 'Admin' : session.firstName}
        <Icon of={ChevronDown} />
      </summary>
      <div className="account__panel afloat bg-surface edge-1 r-card raised">
        <AccountMenuEntries />
      </div>
    </details>
  )
}

export function AccountMenuEntries() {
  const help = useHelp()
  const { pathname } = useLocation()
  const path = useUnitPath()
  const session = useSession()
  const settings = session ? accountSettingsOf(menuRoleOf(session)) : null
  return (
    <>
      {settings ? (
        <Link className="menu__settings" to={session?.userRole === 'driver' ? path(settings) : settings}>
          <Icon of={Settings} />
          Account Settings
        </Link>
      ) : null}
      <button type="button" onClick={help}>
        <Icon of={CircleQuestionMark} />
        Need help?
      </button>
      <Form method="post" action="/session/logout">
        {/* Logging out of a personal page leads home. */}
        <input type="hidden" name="next" value={isPrivate(pathname) ? '/' : pathname} />
        <button type="submit">
          <Icon of={LogOut} />
          Log out
        </button>
      </Form>
    </>
  )
}

const privatePages = [
  '/my-bookings',
  '/messages',
  '/settings',
  '/driver-profile',
  '/calendar',
  '/working-unit',
  '/statements',
  '/admin',
]

const isPrivate = (pathname: string) => privatePages.some((page) => pathname.startsWith(page))
