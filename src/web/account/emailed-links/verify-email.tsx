import { useState } from 'react'
import { data, Form, Link, useNavigation } from 'react-router'
import { CONFIRMED } from '#modules/bookings/rules.ts'
import { verifyEmail } from '#modules/identity/contract.ts'
import { validateVerifyToken } from '#modules/identity/verification/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { type PageHandle, useSession } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { LoginButton, useLogin } from '#web/kit/session/login.tsx'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { readForm, problemOf } from '#web/kit/forms/answer.server.ts'
import { unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import type { Route } from './+types/verify-email'
import { isDeadLink, linkProblem, tokenOf } from './mailed-link.server.ts'
import { useLastAnswer, useOnce, ConfirmLink } from './mailed-link.tsx'
import { useForgotPassword } from '../login/forgot-password-dialog.tsx'
import { useAccountProblem } from '../session/session-watch.tsx'

/** The address holds the key. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm your email' })

interface Loaded {
  token: string
  /** Null if the link does not work. */
  link: MailedLink | null
}

type MailedLink = AnswerOf<typeof validateVerifyToken>

/** Opening the link does not use it up: mail programs open links too. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Loaded> {
  const token = tokenOf(request)
  const answer = await context.get(apiContext)(validateVerifyToken, { body: { token } })
  if (answer.ok) return { token, link: answer.data }
  if (isDeadLink(answer)) return { token: '', link: null }
  throw data(null, { status: answer.status })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const call = context.get(apiContext)
  const token = textIn(form, 'token')
  const password = textIn(form, 'password') || null
  const answer = await call(verifyEmail, { body: { token, password } })
  if (answer.ok) return { state: 'confirmed' as const, booking: answer.data.booking }
  const problem = problemOf(answer)
  if (problem.code === 'password_required') return { state: 'refused' as const, error: 'Required' }
  if (problem.errors?.password) return { state: 'refused' as const, error: problem.errors.password[0] }
  return linkProblem(answer)
}

/** Keeps the typed password if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { state: 'failed' as const, detail: unreachable.detail })

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData)
  // A used link is void, so the page keeps its first answer.
  const [link] = useState(loaderData.link)
  if (answer?.state === 'confirmed') return <Confirmed booking={answer.booking} />
  if (answer?.state === 'expired' || !link) return <Expired />
  const problem = answer?.state === 'failed' ? answer.detail : undefined
  if (link.proof === 'none')
    return (
      <ConfirmLink title="Confirm your email" button="Confirm my email" token={loaderData.token} problem={problem} />
    )
  const error = answer?.state === 'refused' ? answer.error : undefined
  return <TypePassword token={loaderData.token} link={link} problem={problem} error={error} />
}

interface TypePasswordProps {
  token: string
  link: MailedLink
  problem?: string
  error?: string
}

/** For a browser other than the one that registered: anybody can register any address, and only the owner knows the password. */
function TypePassword({ token, link, problem, error }: TypePasswordProps) {
  const forgot = useForgotPassword()
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Page className="page--form">
      <PageHead title={link.hasAccount ? 'Complete your booking' : 'Confirm your email'}>
        <p className="muted">
          {link.hasAccount ? 'A move was booked with your address ' : 'This address was registered '}
          {link.origin}.{' '}
          {link.hasAccount
            ? 'If that was you, log in to complete it.'
            : 'If that was you, enter the password you chose then.'}
        </p>
      </PageHead>
      {link.registrations > 1 ? (
        <Banner tone="warn" title="There is more than one link">
          This address was registered {link.registrations} times. Each link goes with the password of its own
          registration, and confirming one makes the others void.
        </Banner>
      ) : null}
      <Form method="post" className="card stack" replace noValidate>
        <ProblemBanner text={problem} />
        <input type="hidden" name="token" value={token} />
        <PasswordField label="Password" name="password" autoComplete="current-password" error={error} />
        <Button type="submit" look="primary" wide busy={isBusy}>
          {link.hasAccount ? 'Complete my booking' : 'Confirm my email'}
        </Button>
      </Form>
      <p className="mt-4">
        {link.hasAccount ? (
          <button type="button" className="link-btn" onClick={() => forgot()}>
            Forgot password?
          </button>
        ) : (
          <>
            Don’t know the password? <Link to="/register">Register again</Link> and we’ll send you a new link.
          </>
        )}
      </p>
    </Page>
  )
}

interface StartedBooking {
  hash: string
  status: string
  isHeld: boolean
}

function Confirmed({ booking }: { booking: StartedBooking | null }) {
  return (
    <Page>
      <PageHead title="Email confirmed">
        <p>{sentenceFor(booking)}</p>
      </PageHead>
      <p className="mt-4">{booking ? <BookingLink booking={booking} /> : <LogInToCarryOn />}</p>
    </Page>
  )
}

function sentenceFor(booking: StartedBooking | null): string {
  if (!booking) return 'Your account is open.'
  if (CONFIRMED.some((one) => one === booking.status)) return 'Your booking is confirmed.'
  return booking.isHeld
    ? 'Your booking has gone to the driver, and the time is held for you.'
    : 'Somebody else has taken that time in the meantime. Everything you entered is still there.'
}

function BookingLink({ booking }: { booking: StartedBooking }) {
  return booking.isHeld ? (
    <ButtonLink look="primary" to={`/booking/${booking.hash}`}>
      See your booking
    </ButtonLink>
  ) : (
    <ButtonLink look="primary" to="/pick-a-driver">
      Compare prices again
    </ButtonLink>
  )
}

/** Spec §2, "Login with verify banner": it opens on arrival, and again from the button. */
function LogInToCarryOn() {
  const login = useLogin({ isVerified: true })
  const session = useSession()
  useOnce(() => {
    if (!session) login()
  })
  return session ? (
    <ButtonLink look="primary" to="/">
      Carry on
    </ButtonLink>
  ) : (
    <LoginButton isVerified />
  )
}

function Expired() {
  const login = useLogin()
  const showAccountProblem = useAccountProblem()
  const isSignedIn = useSession() !== null
  useOnce(() => showAccountProblem('verify-failed'))
  return (
    <Page>
      <PageHead title="Confirm your email" />
      <Banner tone="bad" title="Link expired" isAlert>
        Your account verification link is expired, please re register in the system.
      </Banner>
      {isSignedIn ? null : (
        <div className="row mt-4">
          <ButtonLink look="primary" to="/register">
            Register again
          </ButtonLink>
          <p>
            Confirmed it already?{' '}
            <button type="button" className="link-btn" onClick={login}>
              Log in
            </button>
          </p>
        </div>
      )}
    </Page>
  )
}
