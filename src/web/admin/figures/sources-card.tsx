import { formatPence } from '#shared/money.ts'
import { cameFromText } from '#web/kit/office/came-from-text.ts'
import type { Sources } from './figure-types.ts'
import { countText } from './texts.ts'

/** Where those came from who booked; nothing where no booking says so. */
export function SourcesCard({ sources: { sources, sourcesCount } }: { sources: Sources }) {
  if (sources.length === 0) return null
  return (
    <section className="card figure" aria-label="Where bookings came from">
      <h2 className="h3">Where bookings came from</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone: reached by keyboard, so that it can be scrolled by one */}
      <section className="numbers" aria-label="Numbers: where bookings came from" tabIndex={0}>
        <table className="num">
          <caption className="vh">Where bookings came from</caption>
          <thead>
            <tr>
              <th scope="col">Page and campaign</th>
              <th scope="col" className="r">
                Bookings
              </th>
              <th scope="col" className="r">
                Their prices
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={JSON.stringify([source.host, source.source, source.medium, source.campaign])}>
                <th scope="row" className="long">
                  {cameFromText(source)}
                </th>
                <td className="r">{countText(source.bookings)}</td>
                <td className="r">{formatPence(source.totalPence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="muted small">
        The page that led to us and the campaign words of its link, for bookings whose request said so.
        {sourcesCount > sources.length ? ` The ${sources.length} with the most of ${countText(sourcesCount)}.` : ''}
      </p>
    </section>
  )
}
