import { isAhead, isUnanswered, isUnderWay } from '#modules/bookings/rules.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { mayCancelFree } from '#modules/bookings/day/clock/rules.ts'
import type { listMovePhotos } from '#modules/bookings/documents/contract.ts'
import { CREW_SIZE, HELP_LEVEL_LABELS, isStairs, stairsLabel, VAN_NAMES } from '#modules/fleet/rules.ts'
import { paymentWay, PAYMENT_TEXTS } from '#modules/pricing/commission-rules.ts'
import { lastHoursText } from '#modules/pricing/terms/rules.ts'
import { formatMiles } from '#shared/distance.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import {
  timeAndTrips,
  tripsText,
  pointName,
  receiptLines,
  vatText,
  ceilingNote,
  tollNotes,
} from '#web/kit/bookings/booking-texts.ts'
import { PlanLines } from '#web/kit/bookings/offer-card.tsx'
import { CancelTable } from '#web/kit/bookings/offer-texts.tsx'
import { CompanyTerms } from '#web/kit/bookings/company-terms.tsx'
import { Conditions, Traders } from '#web/kit/bookings/conditions.tsx'
import { itemsText } from '#web/kit/bookings/load.ts'
import { ItemList } from '#web/kit/bookings/status-badge.tsx'
import { RouteDrawing, type RouteMapData } from '#web/kit/route-map/route-drawing.tsx'
import { usePicture } from '#web/kit/upload/face.tsx'
import { Rating } from '#web/ui/badge.tsx'
import { Banner, Disclosure } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import { CompanyMark, Plate } from '#web/ui/sign.tsx'
import { Person, Van } from '#web/ui/van.tsx'
import {
  dayTimeOf,
  loadShare,
  loadText,
  piecesOf,
  timeNotes,
  type Booking,
  type SharedBooking,
  pricePence,
  dayOf,
  isOff,
  owedOnceOff,
} from '../booking-view.ts'
import { CancelBooking, type Cancel } from '../cancel-booking.tsx'

interface MoveCardProps {
  booking: SharedBooking
  /** For its customer: streets and whom to ask for there. */
  own: Booking | null
  map?: RouteMapData | null
}

/** The company that has it, and its van. */
export function DriverCard({ booking }: { booking: SharedBooking }) {
  const { company, workingUnit } = booking
  if (!company) return null
  return (
    <section className="card chosen flex wraps level g-2-4" aria-label="Your driver">
      <CompanyMark {...company} />
      <div className="grows">
        <h2 className="quote__name t-md lh-12">
          <Link className="tap" to={`/companies/${company.id}`}>
            {company.name}
          </Link>
        </h2>
        <div className="meta">
          {company.rating === null ? (
            <span>No reviews yet</span>
          ) : (
            <Rating rating={company.rating} count={company.reviewsCount} />
          )}
          {workingUnit ? (
            <span>
              {workingUnit.van.make} {workingUnit.van.model}
            </span>
          ) : null}
          <PlanLines offer={booking} />
        </div>
      </div>
      {workingUnit ? (
        <div>
          <Plate registration={workingUnit.van.registration} size="big" />
        </div>
      ) : null}
    </section>
  )
}

/** What was booked. By the link alone, towns and outward codes. */
export function MoveCard({ booking, own, map }: MoveCardProps) {
  const pieces = piecesOf(booking)
  return (
    <section className="card" aria-labelledby="move">
      <div className="card__head">
        <h2 className="h3" id="move">
          Your move
        </h2>
        {own && isAhead(own.status) && !own.awaitingVerification ? (
          <ButtonLink size="small" to={`/my-bookings/change/${own.id}`}>
            Change your booking
          </ButtonLink>
        ) : null}
      </div>
      <p className="muted num">
        {dayTimeOf(booking.startAt)}, {timeAndTrips(booking)}, {formatMiles(booking)}
      </p>
      <TimeNotes booking={booking} />
      <div className="break cells cols-1 cols-end-s at-foot g-5 mt-4">
        <RouteRead points={own ? own.routePoints.map(ownStop) : booking.routePoints.map(sharedStop)} />
        <div>
          <div className="kerb m-22">
            <Van category={booking.vanCategory} load={loadShare(booking)} isNamed />
            {Array.from({ length: CREW_SIZE[booking.manPower] }, (_, index) => (
              <Person key={index} />
            ))}
          </div>
          <p className="small mt-3">
            <b>
              {pieces > 0 ? `${itemsText(pieces)} in a ` : ''}
              {VAN_NAMES[booking.vanCategory]}
              {booking.trips > 1 ? `, ${tripsText(booking.trips)}` : ''}
            </b>
            <br />
            <span className="muted">
              {pieces > 0 ? `${loadText(booking)}. ` : ''}
              {HELP_LEVEL_LABELS[booking.manPower]}
              {booking.needTailLift ? ', with tail-lift' : ''}
            </span>
          </p>
        </div>
      </div>
      {own && isAhead(own.status) ? <StreetsAsked booking={own} /> : null}
      {map ? <RouteDrawing map={map} className="mt-3" /> : null}
      {pieces > 0 ? <Items booking={booking} /> : null}
      {own?.customerNote ? <p className="small mt-3 note as-typed">Your note: {own.customerNote}</p> : null}
    </section>
  )
}

/** A booking may be made without the street of a point; the driver needs it before the day. */
function StreetsAsked({ booking: { id, routePoints, awaitingVerification } }: { booking: Booking }) {
  const points = routePoints
    .filter((point) => !streetOf(point))
    .map(({ number }) => pointName(number, routePoints.length))
  if (points.length === 0) return null
  return (
    <Banner tone="warn" className="mt-3" title={`Add the street of ${points.join(' and ')}`}>
      The driver needs it to find the door. {awaitingVerification ? 'You can add it once you’ve confirmed.' : null}
      {awaitingVerification ? null : <Link to={`/my-bookings/change/${id}#details`}>Add it</Link>}
    </Banner>
  )
}

const stairsOf = (stairs: number): string | undefined => (isStairs(stairs) ? stairsLabel(stairs) : undefined)

const sharedStop = ({ place, outcode, stairs }: SharedBooking['routePoints'][number]) => ({
  name: `${place} ${outcode}`,
  detail: stairsOf(stairs),
})

const streetOf = ({ formattedAddress, address }: OwnPoint) => formattedAddress ?? address?.formattedAddress

function ownStop(point: OwnPoint) {
  const { flatAndHouse, place, postcode, stairs } = point
  const street = [flatAndHouse, streetOf(point)].filter(Boolean).join(', ')
  const contact = [point.contactName, point.contactNumber && readablePhone(point.contactNumber)].filter(Boolean)
  const lines = [street ? `${place} ${postcode}` : undefined, stairsOf(stairs), contact.join(', ') || undefined]
  return {
    name: street || `${place} ${postcode}`,
    detail: lines.flatMap((line) => (line ? [<div key={line}>{line}</div>] : [])),
  }
}
type OwnPoint = Booking['routePoints'][number]

/** Notes that the start time needs. */
function TimeNotes({ booking }: { booking: SharedBooking }) {
  const notes = timeNotes(booking)
  if (notes.length === 0) return null
  return (
    <ul className="small muted plain mt-1">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

const Items = ({ booking }: { booking: SharedBooking }) => (
  <Disclosure summary={itemsText(piecesOf(booking))} className="mt-3">
    <ItemList items={booking.items} />
  </Disclosure>
)

export type MovePhotos = AnswerOf<typeof listMovePhotos>['results']

/** What the customer photographed, to themselves and to their driver. */
export function PhotosCard({ photos }: { photos: MovePhotos }) {
  if (photos.length === 0) return null
  return (
    <section className="card" aria-labelledby="photos">
      <h2 className="h3" id="photos">
        Photos
      </h2>
      <ul className="flex wraps g-3 plain mt-3">
        {photos.map(({ id, url }, index) => (
          <li key={id}>
            <Photo path={url} name={`Photo ${index + 1} of ${photos.length}`} />
          </li>
        ))}
      </ul>
      <p className="small muted mt-3">Your driver sees them once the booking is confirmed.</p>
    </section>
  )
}

function Photo({ path, name }: { path: string; name: string }) {
  const { url, isLost } = usePicture(path)
  if (!url)
    return (
      <span className="thumb cells mid-both clip r-control bg-sunken small muted">{isLost ? 'Not loaded' : ''}</span>
    )
  return (
    <a className="thumb cells mid-both clip r-control bg-sunken" href={url} target="_blank" rel="noreferrer">
      <img className="w-full h-full cover" src={url} alt={name} />
    </a>
  )
}

interface PriceSideProps {
  booking: SharedBooking
  now: Date
  /** Only for its signed-in customer, while it can be cancelled. */
  cancel: Cancel | null
  /** What can be saved, below the receipt. */
  files: ReactNode
}

/** The receipt as it was agreed, and what cancelling would cost. */
export function PriceSide({ booking, now, cancel, files }: PriceSideProps) {
  return (
    <aside className="split__side stack" aria-label="Price">
      <Receipt
        title={booking.company?.name ?? 'Your move'}
        date={formatDateUk(dayOf(booking.startAt))}
        lines={receiptLines([...booking.lines, ...booking.extraLines], booking.manPower)}
        totalPence={pricePence(booking)}
        {...(isOff(booking)
          ? { totalLabel: 'Would have cost' }
          : { ceilingPence: booking.ceilingPence, ceilingNote: ceilingNote(booking.tolls) })}
      />
      {isOff(booking) ? <p className="small muted">{owedOnceOff(booking)}</p> : null}
      {files}
      {isOff(booking) ? null : <Paying booking={booking} />}
      {booking.company ? (
        <CompanyTerms
          company={booking.company}
          booked={{ hash: booking.hash, on: formatDateUk(dayOf(booking.createdAt)) }}
        />
      ) : null}
      {booking.agreed ? <Conditions waiting={booking.agreed.waiting} cover={booking.agreed.cover} /> : null}
      {isAhead(booking.status) && !isUnderWay(booking.status) ? (
        <Cancelling booking={booking} now={now} cancel={cancel} />
      ) : null}
      {booking.agreed ? <Traders trader={booking.agreed.trader} /> : null}
    </aside>
  )
}

const Paying = ({ booking }: Pick<PriceSideProps, 'booking'>) => (
  <>
    {tollNotes(booking.tolls).map((note) => (
      <p key={note} className="small muted">
        {note}
      </p>
    ))}
    <p className="small muted">
      {PAYMENT_TEXTS[paymentWay(booking)]} {vatText(booking.vatPence)}
    </p>
  </>
)

const Cancelling = ({ booking, now, cancel }: Omit<PriceSideProps, 'files'>) => (
  <section className="card" aria-labelledby="cancelling">
    <h2 className="h3" id="cancelling">
      If you cancel
    </h2>
    {cancel && mayCancelFree({ status: booking.status, start: new Date(booking.startAt) }, now) ? (
      <p>Free: they’re over 30 minutes late.</p>
    ) : (
      <CancelTable steps={booking.cancellation} now={now} isConfirmed={!isUnanswered(booking.status)} marksNow />
    )}
    <p className="small muted mt-2">
      A driver who cancels in the last {lastHoursText(booking.cancellation, booking.startAt)} owes you{' '}
      {formatPence(booking.cancellation.at(-1)?.feePence ?? 0)}.
    </p>
    {cancel ? <CancelBooking booking={booking} cancel={cancel} /> : null}
  </section>
)
