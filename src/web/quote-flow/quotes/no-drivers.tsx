import { Phone } from 'lucide-react'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { CREW_SIZE } from '#modules/fleet/rules.ts'
import { DAYS_AROUND, type NoOfferReason } from '#modules/quoting/rules.ts'
import { countOf } from '#shared/texts.ts'
import { addDays, daysFromTo, formatDay, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import { drawnLoad, fitText, loadOfOrder, type VanFit } from '#web/kit/bookings/load.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Banner, Disclosure } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DayTile } from '#web/ui/facts.tsx'
import { Empty } from '#web/ui/page.tsx'
import { Person, Van } from '#web/ui/van.tsx'
import type { RemoteData } from '../draft/draft.ts'
import { useFlow } from '../flow-context.tsx'
import type { ChangeState } from '../flow-page.tsx'
import { OfficePlan } from '../office-plan.tsx'
import { usePickStart } from '../prices/other-days.tsx'
import type { DayPrice } from '../prices/price-question.ts'

type Quotes = RemoteData['companyQuotes']

/** No driver is free: offers other times, cheaper days or a bigger van. */
export function NoDrivers({ quotes }: { quotes: Quotes }) {
  const startAt = usePickStart()
  const { nearestTimes, cheapestDays, biggerVan } = quotes
  const hasOffers = nearestTimes.length + cheapestDays.length > 0 || biggerVan !== null
  return (
    <div className="stack">
      {hasOffers ? null : <NothingNear />}
      {nearestTimes.length > 0 ? <NearestTimes times={nearestTimes} onPick={startAt} /> : null}
      <CheaperDays quotes={quotes} onPick={startAt} />
      {biggerVan ? <BiggerVan offer={biggerVan} isFirst={nearestTimes.length === 0} /> : null}
      <UnavailabilityReasons quotes={quotes} />
      {hasOffers ? <CallUs hasOffers /> : <OfficePlan why="Nobody is free within a week of that day." />}
    </div>
  )
}

/** No driver is free in the surrounding weeks either, so the move itself has to change. */
function NothingNear() {
  const { dispatch } = useFlow()
  const state: ChangeState = { changeFrom: 'pick-a-driver' }
  return (
    <div className="card">
      <Empty
        title="No drivers free that week"
        action={
          <ButtonLink
            look="primary"
            to="/route-details"
            state={state}
            onClick={() => dispatch({ type: 'edit-started' })}
          >
            Change the move
          </ButtonLink>
        }
      >
        Try another date, a shorter route, a different van or less help.
      </Empty>
    </div>
  )
}

const drivers = (count: number) => countOf(count, 'driver')

function NearestTimes({ times, onPick }: { times: Quotes['nearestTimes']; onPick: (instant: string) => void }) {
  return (
    <section className="card" aria-labelledby="another-time">
      <h2 className="h3" id="another-time">
        Another time, same van
      </h2>
      <ul className="divide">
        {times.map(({ startAt, companies, fromPence }, index) => {
          const { day, minute } = toLocal(new Date(startAt))
          return (
            <li className="flex wraps level g-2-4 py-3" key={startAt}>
              <DayTile day={day} />
              <div className="grows">
                <b className="num">{formatTime(minute)}</b>
                <div className="small muted">
                  {drivers(companies)} free, from <b className="ink num">{formatPence(fromPence)}</b>
                </div>
              </div>
              <Button look={index === 0 ? 'primary' : 'plain'} onClick={() => onPick(startAt)}>
                See {drivers(companies)}
                <span className="vh">
                  {' '}
                  on {formatDay(day)} at {formatTime(minute)}
                </span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** All days of the window, those without anybody too. */
function CheaperDays({ quotes, onPick }: { quotes: Quotes; onPick: (instant: string) => void }) {
  const { order, now } = useFlow()
  const [cheapest] = quotes.cheapestDays
  const moveDate = order.date
  if (!cheapest || !moveDate) return null
  const priced = new Map(quotes.cheapestDays.map((day) => [day.date, day]))
  const today = localDayOf(now)
  const days = daysFromTo(addDays(moveDate, -DAYS_AROUND), addDays(moveDate, DAYS_AROUND))
    .filter((date) => date >= today)
    .map((date) => priced.get(date) ?? { date, startAt: null, fromPence: null })
  return (
    <section className="card" aria-labelledby="another-day">
      <h2 className="h3" id="another-day">
        Cheaper days nearby
      </h2>
      <p className="small muted">The lowest whole price each day, at its cheapest start time</p>
      <DayList days={days} onPick={onPick} />
      <p className="small mt-3">
        <b>
          {formatDay(cheapest.date)} is the cheapest day, at {formatPence(cheapest.fromPence)}.
        </b>
      </p>
    </section>
  )
}

function UnavailabilityReasons({ quotes }: { quotes: Quotes }) {
  const vans = quotes.whyNobody.reduce((sum, reason) => sum + reason.vans, 0)
  const place = quotes.order.places[0] ?? 'this area'
  return (
    <Disclosure summary="Why is no one free?">
      <p className="small muted">
        {vans === 0
          ? `No van picks up in ${place} yet.`
          : `${vans === 1 ? 'One van picks' : `${vans} vans pick`} up in ${place}. ${quotes.whyNobody.map(reasonText).join(', ')}.`}
      </p>
    </Disclosure>
  )
}

function BiggerVan({ offer, isFirst }: { offer: NonNullable<Quotes['biggerVan']>; isFirst: boolean }) {
  const { order, dispatch } = useFlow()
  const { load, fits } = loadOfOrder(order)
  const van = VAN_DETAILS[offer.vanCategory]
  const fit = fits[offer.vanCategory]
  return (
    <section className="card" aria-labelledby="bigger-van">
      <h2 className="h3" id="bigger-van">
        A bigger van, same time
      </h2>
      <div className="upsize m-22 cells g-4 at-foot mt-4">
        <div className="kerb">
          <Van category={offer.vanCategory} load={load.pieces > 0 ? drawnLoad(fit) : 0} isNamed />
          {Array.from({ length: CREW_SIZE[order.helpLevel] }, (_, index) => (
            <Person key={index} />
          ))}
        </div>
        <div className="row row--apart">
          <div>
            <b>
              {van.name}, {van.volumeM3} m³
            </b>
            <div className="small muted">
              {drivers(offer.companies)} free{load.pieces > 0 ? `, ${fitText(fit, load).toLowerCase()}` : ''}
              {extraLoading(order.van ? fits[order.van] : null, fit)}
            </div>
          </div>
          <div>
            <span className="small muted">from</span>
            <br />
            <span className="price">{formatPence(offer.fromPence)}</span>
          </div>
        </div>
      </div>
      <Button
        wide
        className="mt-4"
        look={isFirst ? 'primary' : 'plain'}
        onClick={() => dispatch({ type: 'van-selected', van: offer.vanCategory })}
      >
        See {drivers(offer.companies)} with a {van.name}
      </Button>
    </section>
  )
}

function extraLoading(from: VanFit | null, to: VanFit): string {
  const minutesOf = ({ category, trips = 0 }: VanFit) => trips * VAN_DETAILS[category].loadingUnloadingMinutes
  const more = from ? minutesOf(to) - minutesOf(from) : 0
  return more > 0 ? `, ${more} minutes more to load` : ''
}

function CallUs({ hasOffers }: { hasOffers: boolean }) {
  const phone = useRootData()?.config.phone
  if (!phone) return null
  return (
    <Banner icon={Phone} title={hasOffers ? 'Need this exact time?' : 'Let us look for you'}>
      Call{' '}
      <a className="num tap" href={`tel:${phone}`}>
        {readablePhone(phone)}
      </a>
      . We’ll ring round drivers for you.
    </Banner>
  )
}

// Why no van can come, in words.

const texts: Record<NoOfferReason, [one: string, many: string]> = {
  busy: ['is on another job', 'are on another job'],
  off: ['isn’t working then', 'are off then'],
  van: ['is the wrong size', 'are of another size'],
  tail_lift: ['has no tail-lift', 'have no tail-lift'],
  help: ['comes with fewer people', 'come with fewer people'],
  load: ['carries less', 'carry less'],
  job_kind: ['doesn’t take this kind of job', 'don’t take such jobs'],
  drive: ['can’t get there in time from another job', 'are too far away from another job'],
  drivers_hours: ['would exceed drivers’ hours limits', 'would exceed drivers’ hours limits'],
  zone: ['may not enter a zone on the way', 'may not enter a zone on the way'],
  papers: ['doesn’t have valid documents for that day', 'aren’t cleared for that day'],
}

/** "6 are on another job". */
const reasonText = ({ reason, vans }: { reason: NoOfferReason; vans: number }): string =>
  `${vans} ${texts[reason][vans === 1 ? 0 : 1]}`

interface DayListProps {
  days: readonly DayPrice[]
  onPick: (startAt: string) => void
}

/** Days under each other with their lowest whole prices in a column; a press takes the day and the start that has the price. */
function DayList({ days, onPick }: DayListProps) {
  const prices = days.flatMap(({ fromPence }) => fromPence ?? [])
  const [most, least] = [Math.max(...prices), Math.min(...prices)]
  return (
    <ol className="day-list mt-4">
      {days.map(({ date, startAt, fromPence }) => (
        <li key={date}>
          {startAt === null || fromPence === null ? (
            <span className="day-list__none muted">
              <span>{formatDay(date)}</span>
              <span>No drivers free</span>
            </span>
          ) : (
            <button
              type="button"
              className={fromPence === least && least < most ? 'tints is-low' : 'tints'}
              onClick={() => onPick(startAt)}
            >
              <span>
                {formatDay(date)} <span className="muted num">{formatTime(toLocal(new Date(startAt)).minute)}</span>
              </span>
              <PriceBar share={fromPence / most} />
              <b className="num">{formatPence(fromPence)}</b>
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Drawn as SVG, because the page's policy refuses style attributes. */
const PriceBar = ({ share }: { share: number }) => (
  <svg className="day-list__bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width={share * 100} height="8" />
  </svg>
)
