import { HELP_LEVELS, VAN_CATEGORIES, VAN_NAMES, isHelpLevel, isVanCategory } from '#modules/fleet/rules.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatPence, formatPounds } from '#shared/money.ts'
import { formatDateUk, localDayOf } from '#shared/local-time.ts'
import { shortCount } from '#shared/texts.ts'
import { liftingText } from '#web/kit/bookings/load.ts'
import type { LocationFigures } from '../page-texts.ts'

type Figures = { figures: LocationFigures }

/** What is counted there, each only where there is something to count. */
export function LocationFacts({ figures }: Figures) {
  const { rating, reviews, replyMinutes, started, onTime, moves } = figures
  const middle = moves[0]?.medianPence
  const facts = [
    rating === null || reviews === 0
      ? null
      : [`average, from ${shortCount(reviews)} ${reviews === 1 ? 'review' : 'reviews'}`, `${rating.toFixed(1)} of 5`],
    replyMinutes === null ? null : ['typical reply to a booking', formatDuration(replyMinutes)],
    middle === undefined
      ? null
      : [`median price for ${sizeText(moves[0]?.size ?? '')} across town`, formatPence(middle)],
    started === 0
      ? null
      : [`of ${shortCount(started)} ${started === 1 ? 'job' : 'jobs'} started on time`, `${percent(onTime, started)}%`],
  ].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return (
    <>
      <dl className="counted tiles num">
        {facts.map(([what, much]) => (
          <div key={what}>
            <dt className="t-sm lh-135 muted">{what}</dt>
            <dd className="t-xl bold lh-115">{much}</dd>
          </div>
        ))}
      </dl>
      <p className="tiny muted mt-3">
        Counted from bookings here on {formatDateUk(localDayOf(new Date(figures.countedAt)))}.
      </p>
    </>
  )
}

const percent = (part: number, total: number): number => Math.floor((part * 100) / total)

const sizes = new Map([
  ['room', 'a room'],
  ['flat', 'a flat'],
  ['house', 'a house'],
])
const sizeText = (size: string): string => sizes.get(size) ?? size

/** The middle rate of each van with each crew. */
export function HourlyRates({ name, figures }: Figures & { name: string }) {
  const rate = (van: string, help: string) =>
    figures.rates.find((one) => one.vanCategory === van && one.manPower === help)?.pencePerHour
  const vans = VAN_CATEGORIES.filter((van) => figures.rates.some(({ vanCategory }) => vanCategory === van))
  return (
    <section className="band band--white">
      <div className="wrap">
        <div className="band__head">
          <h2>Hourly rates in {name}</h2>
          <p className="lead">The median rate of local drivers, before mileage.</p>
        </div>
        {/* It may scroll sideways, so the keyboard has to reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className="tablewrap scroll-x" tabIndex={0} aria-label={`Hourly rates in ${name}`}>
          <table className="table table--plain table--rates">
            <thead>
              <tr>
                <th scope="col">Van</th>
                {HELP_LEVELS.map((help) => (
                  <th key={help} scope="col" className="r">
                    {help === 'no_help' ? 'No help' : liftingText(help)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {vans.map((van) => (
                <tr key={van}>
                  <th className="one-line" scope="row">
                    {VAN_NAMES[van]}
                  </th>
                  {HELP_LEVELS.map((help) => (
                    <td key={help} className="r">
                      {rateText(rate(van, help))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </section>
  )
}

const rateText = (pence: number | undefined): string => (pence === undefined ? '–' : formatPounds(pence))

/** What whole moves of typical size cost there, as the companies of the place price them. */
export function TypicalMoves({ figures }: Figures) {
  return (
    <section className="band">
      <div className="wrap">
        <div className="band__head">
          <h2>Typical moves, priced by every company here</h2>
          <p className="lead">The total is the median: half of the companies charge less, half charge more.</p>
        </div>
        <div className="grid min-18 gap-5 items-start">
          {figures.moves.map((move) => (
            <div key={`${move.from} ${move.to} ${move.size}`} className="receipt-edge">
              <div className="receipt t-sm lh-135 figures-even">
                <div className="receipt__head flex apart g-3 mid">
                  <span>
                    {move.from} to {move.to}
                  </span>
                  <span>{capitalise(sizeText(move.size))}</span>
                </div>
                <dl>
                  <div className="receipt__row">
                    <dt className="flex flex-1 baseline g-2 shrink">
                      {isVanCategory(move.vanCategory) ? VAN_NAMES[move.vanCategory] : move.vanCategory}
                    </dt>
                    <dd className="mid one-line">
                      {isHelpLevel(move.manPower) ? liftingText(move.manPower) : move.manPower}
                    </dd>
                  </div>
                  <div className="receipt__row">
                    <dt className="flex flex-1 baseline g-2 shrink">Time, to the half hour</dt>
                    <dd className="mid one-line">{formatDuration(move.minutes)}</dd>
                  </div>
                  <div className="receipt__row">
                    <dt className="flex flex-1 baseline g-2 shrink">Drive</dt>
                    <dd className="mid one-line">{formatMiles({ distance: move.metres, estimated: true })}</dd>
                  </div>
                  <div className="receipt__row">
                    <dt className="flex flex-1 baseline g-2 shrink">The lowest price</dt>
                    <dd className="mid one-line">{formatPence(move.cheapestPence)}</dd>
                  </div>
                  <div className="receipt__total">
                    <dt>Median price</dt>
                    <dd>{formatPence(move.medianPence)}</dd>
                  </div>
                </dl>
              </div>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function RoadCharges({ name, figures }: Figures & { name: string }) {
  return (
    <section aria-labelledby="charges">
      <h2 className="h3 mb-4" id="charges">
        Road charges
      </h2>
      {figures.roadCharges.length === 0 ? (
        <p>There are none in {name}. If your route has one, the receipt shows it on its own line.</p>
      ) : (
        <ul className="terms t-md lh-135 list">
          {figures.roadCharges.map(({ name: charge, words: description }) => (
            <li key={charge}>
              <b>{charge}</b>
              <small className="block-box t-sm muted">{description}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
