import { ChevronRight } from 'lucide-react'
import { countOf } from '#shared/count-of.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { gainWords } from './gain-texts.ts'
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
        <p className="mt-3">None of the changes we tried would have got you into more searches.</p>
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
      <ul className="live__gains mt-3">
        {gains.map((gain) => {
          const { title, figure, note, to } = gainWords(gain)
          return (
            <li key={title}>
              <UnitLink to={to} className="live__gain cells level g-1-3 tall py-3 ink no-line">
                <span className="long">
                  <b>{title}</b>
                  {note ? <span className="small muted">{note}</span> : null}
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
  if (searches === 0) return `Nobody has searched in your area since ${since}.`
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
