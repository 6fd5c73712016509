import { HELP_LEVEL_LABELS, HELP_LEVELS, VAN_CATEGORIES, VAN_NAMES } from '#modules/fleet/rules.ts'
import type { getCompanyPage } from '#modules/reviews/contract.ts'
import { formatDuration } from '#shared/duration.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence, formatPounds } from '#shared/money.ts'

type Prices = NonNullable<AnswerOf<typeof getCompanyPage>['prices']>

/** Rates and terms, as a search reckons with them. */
export function PriceList({ prices }: { prices: Prices }) {
  const rateOf = (van: string, help: string) =>
    prices.hourly.find(({ vanCategory, helpLevel }) => vanCategory === van && helpLevel === help)?.pencePerHour
  const vans = VAN_CATEGORIES.filter((van) => prices.hourly.some(({ vanCategory }) => vanCategory === van))
  const helps = HELP_LEVELS.filter((help) => prices.hourly.some(({ helpLevel }) => helpLevel === help))
  if (vans.length === 0) return null
  return (
    <section className="co-band" aria-labelledby="prices">
      <h2 id="prices">Rates and terms</h2>
      <table className="table num">
        <caption className="vh">Rates an hour, by van and help</caption>
        <thead>
          <tr>
            <th scope="col">An hour</th>
            {vans.map((van) => (
              <th className="r" key={van} scope="col">
                {VAN_NAMES[van]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {helps.map((help) => (
            <tr key={help}>
              <th scope="row">{HELP_LEVEL_LABELS[help]}</th>
              {vans.map((van) => {
                const rate = rateOf(van, help)
                return (
                  <td className="r" key={van}>
                    {rate === undefined ? '–' : formatPounds(rate)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="terms t-sm lh-135 mt-4">
        {termsOf(prices).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function termsOf(prices: Prices): [string, string][] {
  const { includedMiles, pencePerMile, outOfHoursPercent, waitingPencePerHalfHour, freeWaitingMinutes } = prices
  const included = includedMiles > 0 ? `${includedMiles} included` : 'none included'
  const shortest = formatDuration(prices.minimumMinutes)
  const three = formatDuration(prices.minimumMinutesTwoPorters)
  return [
    ['Shortest time', shortest === three ? shortest : `${shortest}, with 3 men ${three}`],
    ['A mile', pencePerMile > 0 ? `${formatPence(pencePerMile)}, ${included}` : 'Not charged'],
    ['Outside standard hours', outOfHoursPercent > 0 ? `+${outOfHoursPercent}%` : 'The same'],
    [
      'Waiting',
      waitingPencePerHalfHour > 0
        ? `${freeWaitingMinutes} min free, then ${formatPence(waitingPencePerHalfHour)} for 30 min`
        : 'Not charged',
    ],
  ]
}
