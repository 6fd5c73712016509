import type { SessionUser } from '#web/kit/page/context.ts'
import { AccountMenu } from './account-menu.tsx'
import { DriverBar } from './driver-bar.tsx'
import { WaitingBadges } from './waiting-badges.tsx'

/** The end of the header of whoever is signed in. */
export function SignedInBar({ session }: { session: SessionUser }) {
  return (
    <>
      {session.userRole === 'driver' ? <DriverBar /> : null}
      {session.userRole === 'admin' ? null : <WaitingBadges />}
      <AccountMenu session={session} />
    </>
  )
}
