import { Check, Moon, BellRing, MessageSquare, ChevronDown, CircleQuestionMark, LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { useLocation, Link, Form } from 'react-router'
import type { getWaiting } from '#modules/bookings/lists/contract.ts'
import { answerFromWire } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { SessionUser } from '#web/kit/page/context.ts'
import { useLiveBeside } from '#web/kit/page/live.ts'
import { useRootData, useSession, useUnitPath } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { lightDismiss } from '#web/ui/focus.ts'
import { useHelp } from './help.tsx'
import { accountSettingsOf, menuRoleOf } from './menu.ts'
import { chooseTheme, useHasNight, usePageTheme } from './theme.ts'

/** End of the header for a signed-in person. */
export function SignedInBar({ session }: { session: SessionUser }) {
  return (
    <>
      {session.userRole === 'driver' ? <DriverBar /> : null}
      {session.userRole === 'admin' ? null : <WaitingBadges />}
      <AccountMenu session={session} />
    </>
  )
}

/** Additions to a driver's header: the badge that customers can book now, and the theme switch. */
function DriverBar() {
  const { pathname } = useLocation()
  const hasNight = useHasNight()
  const isAvailable = useRootData()?.driver?.isAvailableNow === true
  return (
    <>
      {isAvailable && pathname !== '/' ? (
        <Badge tone="green" icon={Check}>
          Available now
        </Badge>
      ) : null}
      {hasNight ? <NightSwitch /> : null}
    </>
  )
}

function NightSwitch() {
  const isNight = usePageTheme() === 'dark'
  return (
    <button
      type="button"
      className={buttonClass({ look: 'quiet', size: 'small' }, 'bar__night')}
      aria-label="Night view"
      aria-pressed={isNight}
      onClick={() => chooseTheme(isNight ? 'light' : 'dark')}
    >
      <Icon of={Moon} />
      <span className="bar__night-word">Night</span>
    </button>
  )
}

type Waiting = AnswerOf<typeof getWaiting>

/** Badges of what waits for the signed-in person’s answer: loaded with the page, then updated live. */
function WaitingBadges() {
  const root = useRootData()
  const read = root?.waiting ?? null
  // Data of a reloaded page replaces what came since the last load.
  const [liveUpdate, setHeard] = useState<{ since: Waiting | null; now: Waiting } | null>(null)
  const hear = (now: Waiting | null) => now && setHeard({ since: read, now })
  useLiveBeside(read ? '/api/booking/live/' : null, () => void readWaiting().then(hear))
  const waiting = liveUpdate && liveUpdate.since === read ? liveUpdate.now : read
  if (!waiting) return null
  const { unreadMessages, total } = waiting
  const others = total - unreadMessages
  return (
    <>
      {others > 0 ? (
        <Link
          className="icon-btn bar__msg holds"
          to={placeOf(waiting)}
          aria-label={`${pipText(others)} waiting: ${othersText(waiting)}`}
        >
          <Icon of={BellRing} />
          <Pip count={others} />
        </Link>
      ) : null}
      <Link
        className="icon-btn bar__msg holds"
        to="/messages"
        aria-label={unreadMessages > 0 ? `Messages, ${pipText(unreadMessages)} unread` : 'Messages'}
      >
        <Icon of={MessageSquare} />
        {unreadMessages > 0 ? <Pip count={unreadMessages} /> : null}
      </Link>
    </>
  )
}

const pipText = (count: number): string => (count > 99 ? '99+' : String(count))

const Pip = ({ count }: { count: number }) => (
  <span className="pip afloat cells mid-both figures-even" aria-hidden="true">
    {pipText(count)}
  </span>
)

const placeOf = ({ jobsToAnswer, reconfirmations }: Waiting): string =>
  jobsToAnswer > 0
    ? '/my-bookings/new-bookings'
    : reconfirmations > 0
      ? '/my-bookings/confirmed-bookings'
      : '/my-bookings'

const counted = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${more}`]

/** "2 jobs to answer, 1 job to confirm again" */
const othersText = ({ jobsToAnswer, reconfirmations, changesProposed }: Waiting): string =>
  [
    ...counted(jobsToAnswer, 'job to answer', 'jobs to answer'),
    ...counted(reconfirmations, 'job to confirm again', 'jobs to confirm again'),
    ...counted(changesProposed, 'change to agree', 'changes to agree'),
  ].join(', ')

async function readWaiting(): Promise<Waiting | null> {
  const answer = await apiFetch('/api/users/waiting/').catch(() => null)
  return answer?.ok ? answerFromWire<typeof getWaiting>(await answer.json()) : null
}

/** The first name, or "Admin", with help and log-out below it (spec §2). */
function AccountMenu({ session }: { session: SessionUser }) {
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
