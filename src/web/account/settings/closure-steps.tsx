import { MailCheck, Phone } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { type Problem as FormProblem, problemText } from '#web/kit/forms/answer.ts'
import { useRootData, useSession } from '#web/kit/page/root-data.ts'
import { LoginButton } from '#web/kit/session/login.tsx'
import { accountSettingsOf, menuRoleOf } from '#web/shell/menu.ts'
import { readablePhone } from '#shared/phone.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { focusOnArrival } from '#web/ui/focus.ts'

type Refused = Extract<Closing, { state: 'refused' }>

/** What deleting an account means, shown before the request and again at the link. */
export const closingTerms =
  'For 30 days you can come back by calling us, then your details are erased. Tax law makes us keep the bills.'

const companyTerms =
  'Customers won’t see your company from then on. If you come back within 30 days, everything is restored; after that, documents, bank details and photos are erased too.'

/** Somebody with a company of their own. */
function useIsOwner(): boolean {
  const session = useSession()
  return session?.userRole === 'driver' && !session.isHired
}

export function Request({ email, problem }: { email: string; problem?: Refused }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const isOwner = useIsOwner()
  return (
    <>
      <PageHead title="Delete account">
        <p className="break">
          We email a link to <b>{email}</b> that works for 24 hours. Open it and your account closes. {closingTerms}
        </p>
        {isOwner ? <p>{companyTerms}</p> : null}
      </PageHead>
      <Problem of={problem} />
      <Form method="post" className="row mt-4" replace>
        <Button type="submit" look="danger" busy={isBusy}>
          Email me the link
        </Button>
        <KeepIt />
      </Form>
    </>
  )
}

export function Pending({ email }: { email: string | null }) {
  return (
    <div className="card stack">
      <span className="dialog__icon tone-warn">
        <Icon of={MailCheck} />
      </span>
      <h1 ref={focusOnArrival} tabIndex={-1}>
        Check your email
      </h1>
      <p className="break">
        A link is on its way{email ? ` to ${email}` : ''}. Your account stays open until you follow it; it works for 24
        hours.
      </p>
      <p>
        <KeepIt />
      </p>
    </div>
  )
}

export function CloseForGood({ token, problem }: { token: string; problem?: Refused }) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHead title="Close your account?">
        <p>You are logged out everywhere at once. {closingTerms}</p>
      </PageHead>
      <Problem of={problem} />
      <Form method="post" className="row mt-4" replace>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" look="danger" busy={isBusy}>
          Close my account
        </Button>
        <KeepIt />
      </Form>
    </>
  )
}

export function Closed({ until }: { until: string }) {
  const phone = useRootData()?.config.phone
  return (
    <div className="stack">
      <h1 ref={focusOnArrival} tabIndex={-1}>
        Your account is closed
      </h1>
      <p>
        Until {until} you can come back by calling us. After that your details are erased. Tax law makes us keep the
        bills.
      </p>
      <div className="row">
        {phone ? (
          <a className="btn num" href={`tel:${phone}`}>
            <Icon of={Phone} />
            {readablePhone(phone)}
          </a>
        ) : null}
        <Link to="/">Go home</Link>
      </div>
    </div>
  )
}

export function LinkExpired({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <PageHead title="Delete account" />
      <Banner tone="bad" title="Link expired" isAlert>
        This link has been used, is over 24 hours old or has been replaced by a newer one. Your account is as it was.
      </Banner>
      <div className="row mt-4">
        {isSignedIn ? (
          <Form method="post" action="/delete-account" replace>
            <Button type="submit" look="danger">
              Email me a new link
            </Button>
          </Form>
        ) : (
          <LoginButton stays />
        )}
        <KeepIt />
      </div>
    </>
  )
}

export function LogInToDelete() {
  return (
    <>
      <PageHead title="Delete account">
        <p>Log in to the account that is to be deleted.</p>
      </PageHead>
      <div className="row">
        <LoginButton stays />
        <Link to="/">Go home</Link>
      </div>
    </>
  )
}

function Problem({ of: problem }: { of: Refused | undefined }) {
  const isOwner = useIsOwner()
  if (!problem) return null
  if (problem.reason === 'other') {
    return (
      <Banner tone="bad" isAlert>
        {problem.detail}
      </Banner>
    )
  }
  return isOwner ? (
    <Banner tone="warn" title="You have an upcoming job" isAlert>
      Do it, hand it back or, if you haven’t answered it, reject it first, then delete your account. Until then you can
      deactivate your vans, so that no more come in.{' '}
      <Link className="tap" to="/my-bookings">
        Open My Bookings
      </Link>
    </Banner>
  ) : (
    <Banner tone="warn" title="You have an upcoming move" isAlert>
      Cancel it first, or delete your account after it.{' '}
      <Link className="tap" to="/my-bookings/future-bookings">
        Open My Bookings
      </Link>
    </Banner>
  )
}

/** The way back. */
function KeepIt() {
  const session = useSession()
  return (
    <ButtonLink look="quiet" to={(session && accountSettingsOf(menuRoleOf(session))) || '/'}>
      Keep my account
    </ButtonLink>
  )
}

/** The state of an account's closure (spec §4). */
export type Closing =
  | { state: 'pending' }
  /** The last day on which its owner can restore it: "20 December 2026". */
  | { state: 'closed'; until: string }
  | { state: 'expired' }
  | { state: 'refused'; reason: 'booking-ahead' | 'other'; detail: string }

/** What a refusal means for the page: a link that is already on its way is no error. */
export function closingOf(problem: FormProblem): Closing {
  if (problem.code === 'pending_delete') return { state: 'pending' }
  if (problem.code === 'token_expired' || problem.errors?.token) return { state: 'expired' }
  const reason = problem.code === 'booking_ahead' ? 'booking-ahead' : 'other'
  return { state: 'refused', reason, detail: problemText(problem) }
}
