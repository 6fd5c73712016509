import { RefreshCw } from 'lucide-react'
import { Form, redirect, useNavigation } from 'react-router'
import { getBooking } from '#modules/bookings/contract.ts'
import { askForRebook, confirmRebook, declineRebook, getRebookPrice } from '#modules/bookings/replacement/contract.ts'
import { LATEST_START_DAYS } from '#modules/quoting/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import {
  addDays,
  formatDayTime,
  formatTime,
  halfHoursOfDay,
  localDayOf,
  toLocal,
  type LocalDay,
} from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, type Answer, type Problem, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy, refuseStrangers } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { whereText, type Booking } from '../booking-view.ts'
import type { Route } from './+types/re-book'

/** A driver's answer that was refused is shown here, at night too. */
export const handle: PageHandle = { hasNight: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Book again' })

type Price = AnswerOf<typeof getRebookPrice>

interface Asked {
  kind: 'customer'
  booking: Booking
  when: { date: string; time: string }
  /** Price of the time in the address, if there is one. */
  price: Price | null
  refused: Problem | null
  today: LocalDay
}

type Loaded = { kind: 'visitor' } | { kind: 'driver' } | Asked

export async function loader({ params, context, url }: Route.LoaderArgs): Promise<Loaded> {
  const role = context.get(sessionContext)?.userRole
  if (!role) return { kind: 'visitor' }
  if (role === 'driver') return { kind: 'driver' }
  const call = context.get(apiContext)
  const at = { params: { id: params.bookingId } }
  const booking = namedBy(await call(getBooking, at))
  const today = localDayOf(nowIn(context))
  const before = toLocal(new Date(booking.startAt))
  const date = url.searchParams.get('date') ?? ''
  const time = url.searchParams.get('time') ?? ''
  const shown = { kind: 'customer' as const, booking, today }
  if (!date) {
    // A start that both sides moved on the day is not always on the half hour, as every start that can be asked for is.
    const when = { date: addDays(today, 7), time: formatTime(before.minute - (before.minute % 30)) }
    return { ...shown, when, price: null, refused: null }
  }
  const price = await call(getRebookPrice, { ...at, query: { date, time } })
  const when = { date, time }
  return price.ok
    ? { ...shown, when, price: price.data, refused: null }
    : { ...shown, when, price: null, refused: problemOf(price) }
}

/** The customer asks at the price that was shown; the driver of the van says yes or no. Who may is for the API to say. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer | Response> {
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  const call = context.get(apiContext)
  const form = await readForm(request)
  const at = { params: { id: params.bookingId } }
  const unit = textIn(form, 'unitId') ? `?${new URLSearchParams({ unit: textIn(form, 'unitId') })}` : ''
  switch (textIn(form, 'intent')) {
    case 'confirm': {
      const answer = await call(confirmRebook, at)
      return answer.ok ? redirect(`/my-bookings/confirmed-bookings${unit}`) : problemOf(answer)
    }
    case 'decline': {
      const answer = await call(declineRebook, at)
      return answer.ok ? redirect(`/my-bookings/new-bookings${unit}`) : problemOf(answer)
    }
    default: {
      const totalPence = wholeNumberOf(textIn(form, 'totalPence')) ?? -1
      const body = { date: textIn(form, 'date'), time: textIn(form, 'time'), totalPence }
      const answer = await call(askForRebook, { ...at, body })
      return answer.ok ? { ok: true, data: null } : problemOf(answer)
    }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Rebook({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData as Answer | undefined
  if (loaderData.kind === 'visitor') {
    return (
      <LogInFirst title="Book again" heading="Log in to book again">
        Only you can see your bookings.
      </LogInFirst>
    )
  }
  if (loaderData.kind === 'driver') return <DriversAnswer answer={answer} />
  return <AskAgain request={loaderData} answer={answer} />
}

const DriversAnswer = ({ answer }: { answer: Answer | undefined }) => (
  <Page className="wrap--text">
    <h1>A customer wants to book you again</h1>
    <ProblemBanner text={answer && !answer.ok && answer.detail} />
    <ButtonLink look="primary" to="/my-bookings/new-bookings">
      See your new bookings
    </ButtonLink>
  </Page>
)

function AskAgain({ request, answer }: { request: Asked; answer: Answer | undefined }) {
  const { booking, price, refused } = request
  const name = booking.company?.name ?? 'The driver'
  if (booking.rebookRequestSent || answer?.ok) {
    return (
      <Page className="wrap--text">
        <h1>You’ve asked {name}</h1>
        <p>They have a few hours to answer, and we’ll tell you straight away. Nothing is booked until they confirm.</p>
        <ButtonLink look="primary" to="/my-bookings/future-bookings">
          My Bookings
        </ButtonLink>
      </Page>
    )
  }
  if (!booking.allowedActions.includes('ask_for_re_book')) {
    return (
      <Page className="wrap--text">
        <h1>This can’t be booked again</h1>
        <p>You can only rebook a finished move that a driver accepted. Compare prices instead.</p>
        <ButtonLink look="primary" to="/">
          Compare prices
        </ButtonLink>
      </Page>
    )
  }
  return (
    <Page className="wrap--text">
      <div className="page__head">
        <h1 className="long">Book {name} again</h1>
        <p className="muted">{whereText(booking)}, in the same van. Choose when, and see today’s price.</p>
      </div>
      <WhenForm key={`${request.when.date} ${request.when.time}`} request={request} />
      <ProblemBanner text={refused && !refused.errors && refused.detail} />
      <ProblemBanner text={answer && !answer.ok && answer.detail} />
      {price ? <PriceCard request={request} price={price} name={name} /> : null}
      <ButtonLink className="mt-4" look="quiet" icon={RefreshCw} to={`/moves/again/${booking.id}`}>
        Compare prices of all companies
      </ButtonLink>
    </Page>
  )
}

/** A GET form: the price is in the address. */
function WhenForm({ request: { when, refused, today } }: { request: Asked }) {
  const isBusy = useNavigation().state === 'loading'
  const answer = refused ?? undefined
  return (
    <Form method="get" className="card stack mb-4" noValidate>
      <div className="fields">
        <InputField
          label="Day"
          name="date"
          type="date"
          width="half"
          min={today}
          max={addDays(today, LATEST_START_DAYS)}
          defaultValue={when.date}
          error={errorAt(answer, 'date')}
        />
        <SelectField label="Start" name="time" width="half" defaultValue={when.time} error={errorAt(answer, 'time')}>
          {halfHoursOfDay().map((minute) => (
            <option key={minute}>{formatTime(minute)}</option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" busy={isBusy}>
        See the price
      </Button>
    </Form>
  )
}

function PriceCard({ request, price, name }: { request: Asked; price: Price; name: string }) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <section className="card stack" aria-labelledby="again-price">
      <h2 id="again-price">
        {formatDayTime(new Date(price.startAt))}: {formatPence(price.totalPence)}
      </h2>
      <Receipt lines={price.lines} totalPence={price.totalPence} ceilingPence={price.ceilingPence} ceilingNote={null} />
      <Form method="post" className="stack">
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name="date" value={request.when.date} />
        <input type="hidden" name="time" value={request.when.time} />
        <input type="hidden" name="totalPence" value={price.totalPence} />
        <p className="small muted">
          If {name} confirms, it is booked at this price, and you pay it. Until then nothing is booked or held.
        </p>
        <Button type="submit" look="primary" busy={isBusy}>
          Ask {name} for {formatPence(price.totalPence)}
        </Button>
      </Form>
    </section>
  )
}
