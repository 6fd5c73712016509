import { awaitsCustomer, isUnanswered } from '#modules/bookings/rules.ts'
import { data, redirect } from 'react-router'
import { figureChange } from '#modules/bookings/changes/contract.ts'
import { getBookedMove } from '#modules/bookings/changes/moves/contract.ts'
import { editBooking } from '#modules/bookings/changes/editing/contract.ts'
import type { WordedKind } from '#modules/bookings/changes/rules.ts'
import { editModeOf } from '#modules/bookings/changes/editing/rules.ts'
import { getBooking } from '#modules/bookings/contract.ts'
import { stateOf } from '#modules/bookings/lifecycle/rules.ts'
import type { Call } from '#shared/call.ts'
import type { FieldErrors } from '#shared/endpoint.ts'
import { answerChangeForm, readChanges } from '#web/kit/changes/change-answer.server.ts'
import { proposalIn } from '#web/kit/changes/change-texts.ts'
import { plainAnswerOf, problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { unreachable, type Answer, submitWithFallback } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy, refuseStrangers } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { dayTimeOf, whereText, type Booking } from '../booking-view.ts'
import type { Route } from './+types/change-booking'
import { AskForm, Priced, type Figure } from './ask-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { editIn, readFormValues, type FormValues } from './edit-form.ts'
import './change.css'

export const handle: PageHandle = {}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Change your booking' })

type Loaded =
  | { kind: 'visitor' }
  | { kind: 'own'; booking: Booking; isAsked: boolean; isSaved: boolean; hasMovePage: boolean }

export async function loader({ params, context, url }: Route.LoaderArgs): Promise<Loaded> {
  const session = context.get(sessionContext)
  if (!session) return { kind: 'visitor' }
  if (session.userRole !== 'customer') throw data(null, { status: 404 })
  const call = context.get(apiContext)
  const [found, changes, move] = await Promise.all([
    call(getBooking, { params: { id: params.bookingId } }),
    readChanges(call, params.bookingId),
    call(getBookedMove, { params: { id: params.bookingId } }),
  ])
  const isAsked = changes?.some(({ state }) => state === 'open') ?? false
  const hasMovePage = move.ok && (move.data.way === 'move' || move.data.way === 'quotes')
  return { kind: 'own', booking: namedBy(found), isAsked, isSaved: url.searchParams.has('saved'), hasMovePage }
}

/** What came of a form, with what was typed in it: nothing is lost, without script too. */
interface ActionNotice {
  form: 'details' | 'ask'
  formValues: FormValues
  answer: Answer<{ figure: Figure; newStartAt: string | null } | null>
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<ActionNotice | Response> {
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  const call = context.get(apiContext)
  const form = await readForm(request)
  const formValues = readFormValues(form)
  const id = params.bookingId
  switch (textIn(form, 'intent')) {
    case 'figure':
      return { form: 'ask', formValues, answer: await answerFigure(call, id, form) }
    case 'propose-change': {
      form.set('bookingId', id)
      const answer = await answerChangeForm(call, form)
      return answer.ok ? backTo(call, id) : { form: 'ask', formValues, answer }
    }
    default: {
      const answer = await answerDetails(call, id, form)
      return answer.ok ? redirect(`/my-bookings/change/${id}?saved=yes`) : { form: 'details', formValues, answer }
    }
  }
}

async function answerDetails(call: Call, id: string, form: FormData): Promise<Answer<null>> {
  const found = await call(getBooking, { params: { id } })
  if (!found.ok) return problemOf(found)
  const answer = plainAnswerOf(await call(editBooking, { params: { id }, body: editIn(form, found.data) }))
  return answer.ok ? { ok: true, data: null } : answer
}

async function answerFigure(call: Call, id: string, form: FormData): Promise<ActionNotice['answer']> {
  const { kind, flights, extraMinutes, newStartAt, words: description } = proposalIn(form)
  const errors = lacking(kind, { description, extraMinutes, newStartAt })
  if (errors) return { ok: false, status: 422, code: 'invalid', detail: 'Please check the marked fields.', errors }
  const priced = await call(figureChange, { params: { id }, body: { kind, flights, extraMinutes, newStartAt } })
  return priced.ok
    ? { ok: true, data: { figure: priced.data.figure, newStartAt: newStartAt ?? null } }
    : problemOf(priced)
}

/** Errors that are shown before the change is priced; the call that asks the company refuses the same. */
function lacking(
  kind: WordedKind,
  {
    description,
    extraMinutes,
    newStartAt,
  }: { description: string; extraMinutes?: number | undefined; newStartAt?: string | undefined },
): FieldErrors | undefined {
  if (kind !== 'time') return description.trim() === '' ? { words: ['Enter what you’d like to change.'] } : undefined
  const isNothing = !newStartAt && !extraMinutes
  return isNothing ? { new_start_at: ['Enter a new start time or the extra time needed.'] } : undefined
}

/** The booking's page shows what was asked, and how to take it back. */
async function backTo(call: Call, id: string): Promise<Response> {
  const found = await call(getBooking, { params: { id } })
  return redirect(found.ok ? `/booking/${found.data.hash}` : '/my-bookings/future-bookings')
}

/** Keeps what was typed if the connection is lost. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const lost: ActionNotice = {
    form: textIn(form, 'intent') === 'details' ? 'details' : 'ask',
    formValues: readFormValues(form),
    answer: unreachable,
  }
  return submitWithFallback(() => serverAction(), lost)
}

export default function ChangeBooking({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'visitor') {
    return (
      <LogInFirst title="Change your booking" heading="Log in to change your booking">
        Only you can change your booking.
      </LogInFirst>
    )
  }
  return <Change loaded={loaderData} notice={actionData} />
}

function Change({ loaded, notice }: { loaded: Extract<Loaded, { kind: 'own' }>; notice: ActionNotice | undefined }) {
  const { booking, isSaved } = loaded
  const who = booking.company?.name ?? 'the company'
  const isClosed = editModeOf('customer_note', stateOf(booking)) === 'closed'
  const details = notice?.form === 'details' ? notice : undefined
  return (
    <Page className="wrap--text">
      <div className="page__head">
        <h1>Change your booking</h1>
        <p className="muted">
          {whereText(booking)}, {dayTimeOf(booking.startAt)}.
        </p>
      </div>
      <div className="stack gap-5">
        {isSaved && !notice ? (
          <Banner tone="good" title="Saved" isAlert>
            {isUnanswered(booking.status) || !booking.company
              ? 'The driver who takes your move sees it.'
              : `${who} has been told.`}
          </Banner>
        ) : null}
        {loaded.hasMovePage ? (
          <ButtonLink look="primary" to={`/my-bookings/change/${booking.id}/move`}>
            Change items, stops, crew or time
          </ButtonLink>
        ) : null}
        {isClosed ? (
          <Closed booking={booking} />
        ) : (
          <>
            <DetailsForm
              key={isSaved && !notice ? 'saved' : 'editing'}
              booking={booking}
              who={who}
              answer={details?.answer}
              formValues={details?.formValues}
            />
            <WithConsent loaded={loaded} who={who} notice={notice?.form === 'ask' ? notice : undefined} />
          </>
        )}
        <div className="row">
          <ButtonLink to={`/booking/${booking.hash}`}>Back to the booking</ButtonLink>
        </div>
      </div>
    </Page>
  )
}

const Closed = ({ booking }: { booking: Booking }) => (
  <Banner tone="warn" title="Nothing can be changed here">
    {awaitsCustomer(booking)
      ? 'Confirm your email first. Then you can change contacts and notes.'
      : 'This booking is over, so it can’t be changed.'}
  </Banner>
)

function WithConsent({
  loaded: { booking, isAsked, hasMovePage },
  who,
  notice,
}: {
  loaded: Extract<Loaded, { kind: 'own' }>
  who: string
  notice: ActionNotice | undefined
}) {
  const title = hasMovePage ? 'Something else' : 'Items, stops or time'
  if (isUnanswered(booking.status)) {
    return (
      <Banner title={title}>You can ask for this once a driver has confirmed. Until then you can cancel free.</Banner>
    )
  }
  if (isAsked || !booking.allowedActions.includes('propose_change')) {
    return (
      <Banner title={title}>You can only have one open change request at a time. See it on the booking’s page.</Banner>
    )
  }
  const priced = notice?.answer.ok ? notice.answer.data : null
  return (
    <div className="stack gap-5" id="ask">
      {priced && notice ? <Priced booking={booking} who={who} formValues={notice.formValues} {...priced} /> : null}
      <AskForm
        booking={booking}
        who={who}
        isElse={hasMovePage}
        answer={notice?.answer}
        formValues={notice?.formValues}
      />
    </div>
  )
}
