import { numberText } from '#shared/texts.ts'
import { Suspense, useState } from 'react'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { CREW_SIZE, HELP_LEVEL_LABELS, stairsLabel } from '#modules/fleet/rules.ts'
import { liftingWarning } from '#modules/quoting/load/rules.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import { Rating } from '#web/ui/badge.tsx'
import { Banner, Disclosure } from '#web/ui/banner.tsx'
import { Facts, type Fact, DayTile } from '#web/ui/facts.tsx'
import { pinOf, RouteLine, RouteStop } from '#web/ui/route-line.tsx'
import { CompanyMark, Plate } from '#web/ui/sign.tsx'
import { Person, Van } from '#web/ui/van.tsx'
import { Link } from 'react-router'
import { useFlow } from '../flow-context.tsx'
import { askedItems, drawnLoad, itemsText, loadOfOrder, roomText } from '#web/kit/bookings/load.ts'
import { ChangeLink } from '../quotes/move-sign.tsx'
import { vanFacts } from '#web/kit/bookings/offer-texts.tsx'
import { PlanLines } from '#web/kit/bookings/offer-card.tsx'
import { planText, timeAndTrips, tripsText } from '#web/kit/bookings/booking-texts.ts'
import { lacksAddress, nameOf, type Order, type OrderItem, type Quote } from '../draft/order.ts'
import { clockText } from '../quotes/quote-view.ts'
import type { RouteDetails } from '../route/time-lines.ts'
import { useRouteDetails } from '../route/time-sign.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Fetched once the list is opened. */
const ChosenItems = lazyPart(async () => (await import('./chosen-items.tsx')).ChosenItems)

/** Fetched where a point lacks its street, or its number. */
const StreetFields = lazyPart(async () => (await import('./street-fields.tsx')).StreetFields)

/** The driver: from now on the plate is yellow, because it is yours. */
export function ChosenDriver({ quote }: { quote: Quote }) {
  const { company, workingUnit } = quote
  return (
    <section className="card chosen cells level g-2-4" aria-label="Your driver">
      <CompanyMark {...company} />
      <div>
        <h2 className="quote__name t-md lh-12">{company.name}</h2>
        <div className="meta">
          {company.rating === null ? (
            <span>No reviews yet</span>
          ) : (
            <Rating rating={company.rating} count={company.reviewsCount} />
          )}
          <span>{vanFacts(workingUnit.van)}</span>
          <PlanLines offer={quote} />
        </div>
      </div>
      <div className="row row--apart">
        <Plate registration={workingUnit.van.registration} size="big" />
        <Link className="link-btn" to="/pick-a-driver">
          Change<span className="vh"> driver</span>
        </Link>
      </div>
    </section>
  )
}

/** Day, time and every point, with the streets that are still missing. */
export function ConfirmMove({ quote, errors }: { quote: Quote; errors: Record<string, string> }) {
  const { order, draft } = useFlow()
  const { details } = useRouteDetails()
  const points = order.routePoints
  const [asksStreets] = useState(() => points.some(lacksAddress))
  const places = (draft.remote.companyQuotes.data?.order ?? details)?.places ?? []
  return (
    <section className="card" aria-labelledby="move">
      <div className="card__head">
        <h2 className="h3" id="move">
          Your move
        </h2>
        <ChangeLink to="route-details" from="confirm-booking" what="your move" />
      </div>
      <div className="row nowrap items-start g-4">
        {order.date ? <DayTile day={order.date} /> : null}
        <RouteLine className="flex-1 shrink">
          {points.map((point, index) => {
            const street = [point.flatAndHouse.trim(), point.address.formattedAddress.trim()].filter(Boolean).join(', ')
            return (
              // Points have no id, and the same place may occur twice.
              // oxlint-disable-next-line react/no-array-index-key
              <RouteStop
                key={index}
                pin={pinOf(index, points.length)}
                kind={index > 0 && index < points.length - 1 ? 'via' : 'end'}
              >
                <div className="route__name bold lh-13">
                  {index === 0 ? <span className="num">{order.time} </span> : null}
                  {street || (places[index] ?? point.postcode)}
                </div>
                <div className="small muted">
                  {street && places[index] ? `${places[index]} ` : ''}
                  <span className="num">{point.postcode}</span>
                  <br />
                  {stairsLabel(point.stairs)}
                </div>
              </RouteStop>
            )
          })}
        </RouteLine>
      </div>
      {asksStreets ? (
        <Suspense>
          <StreetFields errors={errors} />
        </Suspense>
      ) : null}
      <Facts className="terms t-sm lh-13 num mt-4" facts={timeFacts(quote, order, details)} />
    </section>
  )
}

function timeFacts(quote: Quote, { waitingMinutes }: Order, details: RouteDetails | null): Fact[] {
  const { trips, totalTime, startAt, endAt } = quote
  if (quote.plan) return [{ name: 'Vans and days', value: planText(quote) }]
  // Worked out for as many trips as most vans make: this one may make fewer.
  const breaks = details?.trips === trips ? minutesOfTimeString(details.breaksTime) : 0
  return [
    { name: 'Time', value: timeAndTrips({ trips, totalTime }) },
    ...(breaks > 0 ? [{ name: 'Driver’s breaks, not charged', value: formatDuration(breaks) }] : []),
    { name: 'Start and end', value: `${clockText(startAt)} to ${clockText(endAt)}` },
    ...(waitingMinutes > 0 ? [{ name: 'Expected waiting, also reserved', value: formatDuration(waitingMinutes) }] : []),
  ]
}

/** What goes into which van, and who lifts it. */
export function ConfirmLoad({ quote }: { quote: Quote }) {
  const { order } = useFlow()
  const { load, fit } = loadOfOrder(order)
  if (!order.van || !fit) return null
  const van = VAN_DETAILS[order.van]
  const lifting = liftingWarning(askedItems(order.items), order.helpLevel)
  return (
    <section className="card" aria-labelledby="load">
      <div className="card__head">
        <h2 className="h3" id="load">
          Your load
        </h2>
        <ChangeLink to="additional-services" from="confirm-booking" what="your load" />
      </div>
      <div className="row items-end g-1-4">
        <div className="kerb m-22">
          <Van category={order.van} load={load.pieces > 0 ? drawnLoad(fit) : 0} isNamed />
          {Array.from({ length: CREW_SIZE[order.helpLevel] }, (_, index) => (
            <Person key={index} />
          ))}
        </div>
        <div className="small">
          <b>
            {load.pieces > 0 ? `${itemsText(load.pieces)} in a ${van.name}` : van.name}
            {quote.trips > 1 ? `, ${tripsText(quote.trips)}` : ''}
          </b>
          <br />
          <span className="muted">
            {load.pieces > 0 ? `${roomText(load)} m³, ${numberText(load.weightKg)} kg` : 'Nothing listed'}
            <br />
            {HELP_LEVEL_LABELS[order.helpLevel]}
            {order.needTailLift ? ', with tail-lift' : ''}
          </span>
        </div>
      </div>
      {lifting ? (
        <Banner className="mt-3" title="Who lifts">
          {lifting.detail}
        </Banner>
      ) : null}
      {load.pieces > 0 ? <LoadList pieces={load.pieces} /> : null}
      <LoadNotes />
    </section>
  )
}

function LoadList({ pieces }: { pieces: number }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <Disclosure summary={`Your list, ${itemsText(pieces)}`} className="mt-3" onOpen={() => setOpened(true)}>
      {isOpened ? (
        <Suspense>
          <ChosenItems />
        </Suspense>
      ) : null}
    </Disclosure>
  )
}

/** "Taken apart: King-size bed, Wardrobe." */
const furnitureNote = (what: string, items: readonly OrderItem[], ids: readonly number[]): string =>
  ids.length > 0 ? `${what}: ${items.flatMap((item) => (ids.includes(item.id) ? nameOf(item) : [])).join(', ')}.` : ''

function LoadNotes() {
  const { order, photoUpload } = useFlow()
  const { photosUploadId, itemsToMoveText } = order
  const notes = [
    itemsToMoveText.trim() ? `Also: ${itemsToMoveText.trim()}` : '',
    ...(order.helpLevel === 'no_help'
      ? []
      : [
          furnitureNote('Taken apart', order.items, order.dismantlingItems),
          furnitureNote('Put together', order.items, order.assemblingItems),
        ]),
    photosUploadId ? 'Your photos are included.' : '',
    photoUpload.share === null ? '' : 'Your photos are uploading. You can book as soon as they have arrived.',
  ].filter(Boolean)
  if (photoUpload.reason) {
    return (
      <Banner tone="warn" className="mt-3" title="Your photos aren’t sent">
        {photoUpload.reason} <Link to="/clarify#photos">Look at them</Link>
      </Banner>
    )
  }
  if (notes.length === 0) return null
  return (
    <ul className="small muted plain mt-3">
      {notes.map((note) => (
        <li key={note} className="long">
          {note}
        </li>
      ))}
    </ul>
  )
}
