import { useEffect, useRef, useState } from 'react'
import { verifyEmail } from '#modules/identity/contract.ts'
import { apiContext } from '#web/context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useSession } from '#web/root-data.ts'
import { useLogin } from '#web/shell/login.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { readForm } from '#web/sent.server.ts'
import type { Route } from './+types/verify-email'
import { ConfirmLink } from './confirm-link.tsx'
import { useSorry } from './use-sorry.tsx'

/** The address holds the key. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Confirm your email' })

/** Looking at the link does nothing yet: mail programs look at links too. */
export const loader = ({ request }: Route.LoaderArgs) => ({
  token: new URL(request.url).searchParams.get('token') ?? '',
})

export async function action({ request, context }: Route.ActionArgs) {
  const token = (await readForm(request)).get('token')
  const answer = await context.get(apiContext)(verifyEmail, { body: { token: typeof token === 'string' ? token : '' } })
  if (answer.ok) return { state: 'confirmed' as const, booking: answer.data.booking }
  if (answer.status === 409 || answer.status === 422) return { state: 'expired' as const }
  return { state: 'failed' as const, detail: answer.problem.detail }
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  // Logging in on this page loads its data anew, which forgets the answer; the link would be tried, and refused, again.
  const [answer, setAnswer] = useState(actionData)
  if (actionData && actionData !== answer) setAnswer(actionData)
  if (answer?.state === 'confirmed') return <Confirmed booking={answer.booking} />
  if (answer?.state === 'expired' || loaderData.token === '') return <Expired />
  return (
    <ConfirmLink
      title="Confirm your email"
      button="Confirm my email"
      token={loaderData.token}
      problem={answer?.detail}
    />
  )
}

interface StartedBooking {
  hash: string
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
  return booking.isHeld
    ? 'Your booking has gone to the driver, and the time is held for you.'
    : 'Somebody else has taken that time meanwhile. Everything you filled in is still there.'
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

/** Spec §2, "Login with verify banner": it opens by itself, and again from the page. */
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
    <Button look="primary" onClick={login}>
      Login
    </Button>
  )
}

function Expired() {
  const login = useLogin()
  const saySorry = useSorry()
  const isSignedIn = useSession() !== null
  useOnce(() => saySorry('verify-failed'))
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

/** When the page shows this for the first time; React may draw it more often. */
function useOnce(act: () => void) {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    act()
    // oxlint-disable-next-line react/exhaustive-deps -- what is done once asks for nothing that changes
  }, [])
}
