import { Form, Link, useNavigation } from 'react-router'
import { answerOfferedTime, getOfferedTime } from '#modules/bookings/changes/offered-time/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import { unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { useRootData, type PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/another-time'

/** Opening it does nothing; either button answers the one offer that the link was made for, once. */
export const handle: PageHandle = { isSecret: true, hydrate: 'intent' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Another time?' })

type Offer = AnswerOf<typeof getOfferedTime>

export async function loader({ params, context }: Route.LoaderArgs): Promise<Offer> {
  return namedBy(await context.get(apiContext)(getOfferedTime, { params: { token: params.token } }))
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const choice = textIn(await readForm(request), 'answer')
  if (choice !== 'yes' && choice !== 'no') throw new Response(null, { status: 400 })
  const answer = await context.get(apiContext)(answerOfferedTime, {
    params: { token: params.token },
    body: { agree: choice === 'yes' },
  })
  return { problem: answer.ok ? null : answer.problem.detail }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { problem: unreachable.detail })

export default function OfferedTimeLink({ loaderData: offer, actionData }: Route.ComponentProps) {
  return (
    <Page className="page--form">
      <PageHead title={titleOf(offer)}>
        <p>
          Booking {offer.reference}: {offer.from} to {offer.to}, {formatDayTime(new Date(offer.startAt))}.
        </p>
      </PageHead>
      <ProblemBanner text={actionData?.problem} />
      {offer.state === 'open' ? <OpenOffer offer={offer} /> : <Answered offer={offer} />}
    </Page>
  )
}

const companyOf = ({ companyName }: Offer): string => companyName ?? 'The company'

function titleOf(offer: Offer): string {
  if (offer.state === 'open') return `${companyOf(offer)} offers another time`
  if (offer.state === 'agreed') return 'Moved and confirmed'
  return offer.state === 'refused' ? 'You kept your time' : 'This link no longer works'
}

/** What a link that was used, or has expired, says. */
function Answered({ offer }: { offer: Offer }) {
  const phone = useRootData()?.config.phone
  return (
    <>
      <Banner tone={offer.state === 'over' ? undefined : 'good'}>{outcomeText(offer)}</Banner>
      <p className="mt-4">
        <Link to="/my-bookings/future-bookings">Log in to see your booking</Link>
        {phone ? (
          <>
            , or call us:{' '}
            <a className="num" href={`tel:${phone}`}>
              {readablePhone(phone)}
            </a>
          </>
        ) : null}
        .
      </p>
    </>
  )
}

function outcomeText(offer: Offer): string {
  if (offer.state === 'over') return 'The offer has expired, or it was replaced, taken back or answered in another way.'
  if (offer.state === 'agreed')
    return `Your move starts ${formatDayTime(new Date(offer.newStartAt))}, at the same price: ${formatPence(offer.totalPence)}.`
  return `Nothing has changed. ${companyOf(offer)} can still accept the time that you booked.`
}

function OpenOffer({ offer }: { offer: Offer }) {
  const { state, formData } = useNavigation()
  const isSending = (answer: string) => state !== 'idle' && formData?.get('answer') === answer
  const time = formatDayTime(new Date(offer.newStartAt))
  return (
    <section className="card stack" aria-label="Your answer">
      <p>
        New start: <b>{time}</b>, at the same price: <b className="num">{formatPence(offer.totalPence)}</b>.
      </p>
      <p>If you say yes, your booking is moved and confirmed at once.</p>
      <Form method="post" className="stack">
        <Button type="submit" name="answer" value="yes" look="primary" size="big" wide busy={isSending('yes')}>
          Yes, move it to {time}
        </Button>
        <Button type="submit" name="answer" value="no" size="big" wide busy={isSending('no')}>
          No, keep my time
        </Button>
      </Form>
      <p className="small">
        If you say no or don’t answer, nothing changes: {companyOf(offer)} can still accept the time that you booked.
      </p>
      <p className="small muted">
        This link answers this one offer, once. It works until {formatDayTime(new Date(offer.expiresAt))}.
      </p>
    </section>
  )
}
