import { ChevronRight } from 'lucide-react'
import { countOf } from '#shared/texts.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { formatPence, formatPounds } from '#shared/money.ts'
import { HELP_COLUMNS } from '#web/driver/prices/rates-form.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { Gains } from './live.server.ts'

/** Few enough to read; the rest bring less. */
const MOST_SUGGESTED = 6

/** What would show the unit more often, each with its figure and the page where it is done. */
export function GainsCard({ gains }: { gains: Gains }) {
  const since = formatDay(localDayOf(new Date(gains.since)))
  const suggested = suggestions(gains.gains)
  return (
    <section className="card" aria-labelledby="gains">
      <h2 className="h3" id="gains">
        How to be shown more often
      </h2>
      <p className={gains.searches === 0 ? 'muted mt-3' : 'small muted mt-1'}>
        {shownText(gains, since)}
        {gains.searches === 0 && suggested.length === 0 ? ' What would have shown you appears here.' : ''}
      </p>
      {suggested.length > 0 ? <Suggestions gains={suggested} /> : null}
      {suggested.length === 0 && gains.searches > 0 ? (
        <p className="mt-3">No change we tried would have got you into more searches.</p>
      ) : null}
      <p className="mt-1">
        <UnitLink className="link-btn" to="/working-unit#searches">
          Why was I not shown?
        </UnitLink>
      </p>
    </section>
  )
}

function Suggestions({ gains }: { gains: Gains['gains'] }) {
  return (
    <>
      <ul className="mt-3">
        {gains.map((gain) => {
          const { title, figure, note, to } = gainTexts(gain)
          return (
            <li className="line-top" key={title}>
              <UnitLink to={to} className="live__gain flex wraps level g-1-3 tall py-3 ink no-line">
                <span className="long grows">
                  <b>{title}</b>
                  {note ? <span className="block-box small muted">{note}</span> : null}
                </span>
                <b className="num">{figure}</b>
                <Icon of={ChevronRight} />
              </UnitLink>
            </li>
          )
        })}
      </ul>
      <p className="small muted mt-3">
        Counted by running those searches again with your calendar, documents and prices of today, one change at a time.
      </p>
    </>
  )
}

function shownText({ shown, cheapest, searches }: Gains, since: string): string {
  if (searches === 0) return `No one has searched in your area since ${since}.`
  const all = `Of ${countOf(searches, 'search', 'searches')} in your area since ${since}`
  if (shown === 0) return `${all}, you’d now be shown in none.`
  return `${all}, you’d now be shown in ${shown}, and be the cheapest in ${cheapest === 0 ? 'none' : cheapest}.`
}

/** The best of each sort: three that show the unit in more searches come before a fourth price, and the other way round. */
function suggestions(gains: Gains['gains']): Gains['gains'] {
  const [prices, others] = [
    gains.filter(({ change }) => change.kind === 'charge_less'),
    gains.filter(({ change }) => change.kind !== 'charge_less'),
  ]
  const shownPrices = prices.slice(0, Math.max(2, MOST_SUGGESTED - others.length))
  return [...others.slice(0, MOST_SUGGESTED - shownPrices.length), ...shownPrices]
}

// A change that would show a unit more often: in words, with the page where it is made.

type Gain = Gains['gains'][number]
type Change = Gain['change']

interface GainTexts {
  /** "Open Saturdays, 08:00 to 18:00". */
  title: string
  /** "14 more searches". */
  figure: string
  /** What else is to know of the figure. */
  note: string | null
  to: string
}

const days: Record<string, string> = {
  '1': 'Mondays',
  '2': 'Tuesdays',
  '3': 'Wednesdays',
  '4': 'Thursdays',
  '5': 'Fridays',
  '6': 'Saturdays',
  '0': 'Sundays',
}

const pricing = '/settings/operations-and-pricing'

export function gainTexts({ change, moreShown, moreCheapest }: Gain): GainTexts {
  const [path, title] = pageAndTitle(change)
  const notes = [
    moreShown > 0 && moreCheapest > 0
      ? `The cheapest in ${moreCheapest === moreShown ? 'all' : moreCheapest} of them`
      : '',
    noteOf(change),
  ].filter(Boolean)
  return {
    title,
    figure: moreShown > 0 ? searches(moreShown) : `cheapest in ${searches(moreCheapest)}`,
    note: notes.length > 0 ? `${notes.join('. ')}.` : null,
    to: path,
  }
}

const searches = (count: number) => countOf(count, 'more search', 'more searches')

function pageAndTitle(change: Change): [path: string, title: string] {
  switch (change.kind) {
    case 'open_day':
      return [
        '/working-unit/working-hours',
        `Work ${dayName(change)}, ${clock(change.startTime)} to ${clock(change.endTime)}`,
      ]
    case 'start_earlier':
      return ['/working-unit/working-hours', `Start at ${clock(change.startTime)} on ${dayName(change)}`]
    case 'end_later':
      return ['/working-unit/working-hours', `Work until ${clock(change.endTime)} on ${dayName(change)}`]
    case 'offer_help':
      return [
        change.hasRate ? '/working-unit' : `${pricing}-hourly-rates`,
        `Offer “${HELP_COLUMNS[change.helpLevel].name}”`,
      ]
    case 'add_district':
      return [pricing, `Add ${change.district}, ${change.town}, to your area`]
    case 'take_job_kind':
      return [
        '/working-unit',
        change.jobKind === 'furniture' ? 'Take furniture and single items' : 'Take home and office removals',
      ]
    default:
      return [`${pricing}-hourly-rates`, `Charge ${formatPounds(change.pence)} an hour less`]
  }
}

const dayName = ({ dayOfWeek }: { dayOfWeek: string }) => new Map(Object.entries(days)).get(dayOfWeek) ?? ''

/** "18:00"; the end of the day comes as "23:59:59". */
const clock = (time: string) => (time === '23:59:59' ? '24:00' : time.slice(0, 5))

function noteOf(change: Change): string {
  if (change.kind === 'offer_help' && !change.hasRate)
    return `You have no rate for it yet, so we assumed ${formatPence(change.pencePerHour)} an hour`
  return ''
}
