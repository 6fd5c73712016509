import { acceptedShare, shareOf } from '#modules/figures/rules.ts'
import { changeText, countText, minutesText, moneyText, pointsText, shareText } from './texts.ts'
import type { Shown } from './figure-types.ts'

/** What an owner looks at first, each beside what it was in the period before. */
export function Headline({ shown: { total, totalBefore } }: { shown: Shown }) {
  const unmet = ({ searches, searchesWithoutOffer }: Shown['total']) => shareOf(searchesWithoutOffer, searches)
  const figures = [
    { name: 'Bookings made', value: countText(total.made), change: changeText(total.made, totalBefore.made) },
    {
      name: 'Settled',
      value: moneyText(total.settledPence),
      change: changeText(total.settledPence, totalBefore.settledPence),
    },
    {
      name: 'Commission',
      value: moneyText(total.commissionPence),
      change: changeText(total.commissionPence, totalBefore.commissionPence),
    },
    {
      name: 'Accepted by drivers',
      value: shareText(acceptedShare(total)),
      change: pointsText(acceptedShare(total), acceptedShare(totalBefore)),
    },
    {
      name: 'Median reply time',
      value: minutesText(total.replyMedianMinutes),
      change:
        totalBefore.replyMedianMinutes === null || total.replyMedianMinutes === null
          ? null
          : `${minutesText(totalBefore.replyMedianMinutes)} before`,
    },
    {
      name: 'Searches without an offer',
      value: shareText(unmet(total)),
      change: pointsText(unmet(total), unmet(totalBefore)),
    },
  ]
  return (
    <dl className="headline num">
      {figures.map(({ name, value, change }) => (
        <div key={name} className="card">
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <span className="muted small">{change ?? 'nothing to compare'}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
