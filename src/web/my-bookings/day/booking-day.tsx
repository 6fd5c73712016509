import { Link, useRevalidator } from 'react-router'
import { getSharedBooking } from '#modules/bookings/contract.ts'
import { getSharedDay } from '#modules/bookings/day/contract.ts'
import { isAgreed, isFinished, referenceOf } from '#modules/bookings/rules.ts'
import { paymentWay, PAYMENT_WAYS } from '#modules/pricing/commission-rules.ts'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { BookingChanges } from '#web/kit/changes/booking-changes.tsx'
import { figureName } from '#web/kit/bookings/booking-texts.ts'
import { answerChangeForm, type ChangeActionNotice } from '#web/kit/changes/change-answer.server.ts'
import { isChangeIntent, isTimeIntent, type ChangeShown, type KeysLinkShown } from '#web/kit/changes/change-texts.ts'
import { ClockBar, ClockLog, WaitingBar, DayPhotos } from '#web/kit/day/clock-log.tsx'
import { answerTimeForm } from '#web/kit/day/correct-time.server.ts'
import { AskedTimes, CorrectTime, RecordButton } from '#web/kit/day/corrections.tsx'
import { useNow, waitingAt, type WaitingTerms } from '#web/kit/day/clock-view.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { useLive } from '#web/kit/page/live.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, namedBy, refuseStrangers } from '#web/kit/session/gate.server.ts'
import { Page } from '#web/ui/page.tsx'
import { Sign } from '#web/ui/sign.tsx'
import type { Route } from './+types/booking-day'
import { pricePence, whereText, type Booking, type SharedBooking } from '../booking-view.ts'
import { CrewCard, type Crew } from '../booking/headline.tsx'
import { DriverCard, MoveCard } from '../booking/move-card.tsx'
import { StatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { ArrivedForm, ConsentCode, EarlyStartForm, LateCard, type FreeNow, WrongCard } from './late-card.tsx'
import { answerDay, type ActionNotice, readOwn } from './day-action.server.ts'
import { headlineOf, loadedShare, placeOf, stopTimes } from './day-texts.ts'
import { CashCard, HoursCard, Reach, MoveLine } from './hours-card.tsx'
import { findChangeResult, findDayActionResult, useFreshDay, type SeenDay } from './use-fresh-day.ts'
import '../my-bookings.css'
import '../../kit/day/day.css'

/** Anybody with the address can open the page; how much is on it depends on who they are. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your move today' })

interface Loaded {
  booking: SharedBooking
  seen: SeenDay
  crew: Crew | null
  own: Booking | null
  changes: ChangeShown[]
  keysLinks: KeysLinkShown[]
  /** Companies that could come instead of a late one. */
  free: Answer<FreeNow> | null
  phone: string | null
  now: string
}

export async function loader({ params: { hash }, context }: Route.LoaderArgs): Promise<Loaded> {
  const call = context.get(apiContext)
  const booking = namedBy(await call(getSharedBooking, { params: { hash } }))
  const isCustomer = context.get(sessionContext)?.userRole === 'customer'
  const own = isCustomer ? await readOwn(call, booking.id) : null
  const seen: SeenDay = own
    ? { kind: 'own', day: own.day }
    : { kind: 'link', day: dataOf(await call(getSharedDay, { params: { hash } })) }
  return {
    booking,
    seen,
    crew: own?.crew ?? null,
    own: own?.booking ?? null,
    changes: own?.changes ?? [],
    keysLinks: own?.keysLinks ?? [],
    free: own?.free ?? null,
    phone: own?.phone ?? null,
    now: nowIn(context).toISOString(),
  }
}

export async function action({
  request,
  params,
  context,
}: Route.ActionArgs): Promise<Answer<ActionNotice | ChangeActionNotice>> {
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  const [call, form] = [context.get(apiContext), await readForm(request)]
  const intent = textIn(form, 'intent')
  if (isTimeIntent(intent)) return answerTimeForm(call, form, intent)
  return isChangeIntent(intent) ? answerChangeForm(call, form) : answerDay(call, form, params.hash)
}

/** The page stays as it is if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function BookingDay({ loaderData, actionData, params }: Route.ComponentProps) {
  const { booking, crew } = loaderData
  const seen = useFreshDay(loaderData.seen, params.hash)
  const now = useNow(loaderData.now)
  const own = seen.kind === 'own' ? seen.day : null
  const times = own && {
    day: own,
    places: booking.routePoints.map(({ place }) => place),
    side: 'customer' as const,
    who: booking.company?.name ?? 'the driver',
    pageAnswer: findDayActionResult(actionData),
  }
  const isOn = isAgreed(seen.day.status)
  const { revalidate } = useRevalidator()
  useLive(own ? '/api/booking/live/' : null, () => void revalidate())
  return (
    <Page>
      <div className="row row--apart mb-4">
        <h1>{whereText(booking)}</h1>
        <StatusBadge status={seen.day.status} isAwaiting={false} />
      </div>
      <div className="split">
        <div className="stack gap-5">
          <DaySign booking={booking} seen={seen} now={now} />
          {loaderData.own ? (
            <BookingChanges
              booking={loaderData.own}
              changes={loaderData.changes}
              keysLinks={loaderData.keysLinks}
              side="customer"
              who={booking.company?.name ?? 'your driver'}
              mayPrice={false}
              pageAnswer={findChangeResult(actionData)}
            />
          ) : null}
          {loaderData.own?.ceilingPence && own?.consentKey ? (
            <ConsentCode
              booking={{ ...loaderData.own, ceilingPence: loaderData.own.ceilingPence }}
              consentKey={own.consentKey}
            />
          ) : null}
          {times ? <AskedTimes {...times} /> : null}
          {own?.mayCancelFree ? <LateCard booking={booking} free={loaderData.free} /> : null}
          {own ? <HoursCard day={own} pageAnswer={findDayActionResult(actionData)} /> : null}
          {own ? (
            <CashCard
              day={own}
              company={booking.company?.name ?? 'Your driver'}
              pageAnswer={findDayActionResult(actionData)}
            />
          ) : null}
          <ClockCard booking={booking} seen={seen} now={now} />
          {times ? <CorrectTime {...times} /> : null}
          {loaderData.own ? (
            <Reach
              id={booking.id}
              name={booking.company?.name}
              phone={loaderData.phone}
              lastMessage={loaderData.own.lastMessage}
              unread={loaderData.own.unreadMessages}
            />
          ) : null}
          {own && own.photos.length > 0 ? (
            <section className="card" aria-labelledby="photos">
              <h2 className="h3" id="photos">
                Photos
              </h2>
              <DayPhotos photos={own.photos} />
            </section>
          ) : null}
          <MoveCard booking={booking} own={null} />
        </div>
        <aside className="stack gap-5" aria-label="Who comes, and the price">
          <DriverCard booking={booking} />
          <CrewCard crew={crew} isOver={isFinished(seen.day.status)} />
          <PriceCard booking={booking} changeId={mayPropose(loaderData.own) ? booking.id : null} />
          {loaderData.own ? <WrongCard own={loaderData.own} /> : null}
          {own && own.events.length > 0 ? (
            <RecordButton path={`/api/booking/${booking.id}/day-record/`} reference={referenceOf(booking.id)} />
          ) : null}
          {own ? null : (
            <p className="small muted">
              This link shows towns, not addresses. Log in to see photos, to answer corrected times and to confirm
              hours.
              {isOn ? (
                <>
                  {' '}
                  Were you asked to agree to a change?{' '}
                  <Link to="/day-code">Enter the code on your driver’s screen</Link>.
                </>
              ) : null}
            </p>
          )}
        </aside>
      </div>
    </Page>
  )
}

interface DayProps {
  booking: SharedBooking
  seen: SeenDay
  now: Date
}

function DaySign({ booking, seen, now }: DayProps) {
  const { day } = seen
  const { title, text } = headlineOf(day, moveOf(booking), now)
  const mayArrive = seen.kind === 'own' ? seen.day.allowedActions.includes('arrived') : seen.day.maySayArrived
  const items = seen.kind === 'own' ? { items: seen.day.items } : {}
  return (
    <Sign aria-labelledby="day-title">
      <div className="flex wraps baseline apart g-1-4">
        <p className="h3">{formatDayLong(localDayOf(new Date(day.startAt)))}</p>
        <span className="small on-sign-2">Booking {referenceOf(booking.id)}</span>
      </div>
      <div aria-live="polite">
        <h2 id="day-title" className="sign__big mt-3">
          {title}
        </h2>
        <p className="mt-2 on-sign-2">{text}</p>
      </div>
      <MoveLine
        points={booking.routePoints}
        category={booking.vanCategory}
        at={placeOf({ clock: day.clock, arrivals: day.arrivals, ...items }, booking.routePoints.length)}
        load={loadedShare({ clock: day.clock, ...items })}
        times={stopTimes(day, booking.routePoints, now)}
      />
      {mayArrive ? <ArrivedForm bookingId={seen.kind === 'own' ? booking.id : undefined} /> : null}
      {seen.kind === 'own' && day.clock.mayAgreeToStart && day.clock.startedAt ? (
        <EarlyStartForm bookingId={booking.id} startedAt={day.clock.startedAt} />
      ) : null}
    </Sign>
  )
}

const moveOf = ({ company, routePoints, agreed }: SharedBooking) => ({
  company: company?.name ?? 'Your driver',
  places: routePoints.map(({ place }) => place),
  waiting: agreed?.waiting ?? null,
})

/** The customer may propose a change on the doorstep, because there may be more to move than was booked. */
const mayPropose = (own: Booking | null | undefined): boolean => own?.allowedActions.includes('propose_change') ?? false

const PriceCard = ({ booking, changeId }: Pick<DayProps, 'booking'> & { changeId: string | null }) => (
  <section className="card" aria-labelledby="price">
    <h2 className="h3" id="price">
      Price
    </h2>
    <dl className="terms num mt-1">
      <div className="is-sum">
        <dt>
          {figureName(booking)}, {PAYMENT_WAYS[paymentWay(booking)]}
        </dt>
        <dd>{formatPence(pricePence(booking))}</dd>
      </div>
    </dl>
    {booking.ceilingPence === null ? null : (
      <p className="small muted">
        You won’t pay more than {formatPence(booking.ceilingPence)} unless the move changes, and you agree to any change
        first.
      </p>
    )}
    <div className="row g-4">
      <Link className="link-btn" to={`/booking/${booking.hash}`}>
        Full breakdown
      </Link>
      {changeId ? (
        <Link className="link-btn" to={`/my-bookings/change/${changeId}`}>
          Change your booking
        </Link>
      ) : null}
    </div>
  </section>
)

/** Null where waiting costs nothing. */
function waitingTermsOf({ agreed }: SharedBooking, seen: SeenDay): WaitingTerms | null {
  if (!agreed || agreed.waiting.waitingPencePerHalfHour === 0) return null
  const { freeWaitingMinutes, waitingPencePerHalfHour } = agreed.waiting
  const roomPence = seen.kind === 'own' ? seen.day.hours.waitingRoomPence : null
  return { freeMinutes: freeWaitingMinutes, halfHourPence: waitingPencePerHalfHour, roomPence }
}

function ClockCard({ booking, seen, now }: DayProps) {
  const { clock, events } = seen.day
  const terms = waitingTermsOf(booking, seen)
  if (events.length === 0) return null
  return (
    <section className="card" aria-labelledby="clock">
      <div className="card__head">
        <h2 className="h3" id="clock">
          Job clock
        </h2>
        <span className="small muted">The driver sees the same</span>
      </div>
      {clock.startedAt === null ? null : (
        <div className="clockcard">
          <ClockBar clock={clock} now={now} />
        </div>
      )}
      {clock.state === 'paused' && clock.pauseReason !== 'other' && terms ? (
        <WaitingBar waiting={waitingAt(clock, terms, now)} />
      ) : null}
      <ClockLog events={events} places={booking.routePoints.map(({ place }) => place)} />
    </section>
  )
}
