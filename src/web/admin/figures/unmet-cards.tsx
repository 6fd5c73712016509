import { useId } from 'react'
import { Chart, Legend, cellOf, namedPlaces } from './chart.tsx'
import { FigureCard } from './figure-card.tsx'
import { type Unmet, countText } from './cards.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const SHORT_HOURS = HOURS.map((hour) => hour.slice(0, 2))

interface UnmetCardsProps {
  unmet: Unmet
  query: string
  period: string
}

/** Searches without a free driver, by the hour at which the van was wanted, and by district and hour. */
export const UnmetCards = (props: UnmetCardsProps) => (
  <>
    <ByHour {...props} />
    <ByDistrict {...props} />
  </>
)

const listed = (names: readonly string[]): string => names.join(', ')

function ByHour({ unmet: { hours }, query, period }: UnmetCardsProps) {
  const all = hours.reduce((sum, { withoutOffer }) => sum + withoutOffer, 0)
  const busiest = hours.toSorted((a, b) => b.withoutOffer - a.withoutOffer).slice(0, 3)
  const series = [
    {
      label: 'All searches',
      look: 'pale' as const,
      values: hours.map(({ searches }) => searches),
      total: countText(hours.reduce((sum, { searches }) => sum + searches, 0)),
    },
    {
      label: 'Without an offer',
      look: 'full' as const,
      values: hours.map(({ withoutOffer }) => withoutOffer),
      total: countText(all),
    },
  ]
  return (
    <FigureCard
      title="Searches by hour"
      note="By the hour for which the van was wanted, whatever the day."
      file={`/admin/figures/download-csv/${query}&table=districts`}
      columns={[
        { heading: 'Wanted from', cell: ({ hour }: Unmet['hours'][number]) => HOURS[hour] },
        { heading: 'All searches', cell: ({ searches }) => countText(searches) },
        { heading: 'Without an offer', cell: ({ withoutOffer }) => countText(withoutOffer) },
      ]}
      rows={hours}
      keyOf={({ hour }) => String(hour)}
    >
      <Legend series={series} />
      <Chart
        title={`Searches by the hour wanted, ${period}`}
        summary={`${countText(all)} searches found no driver${all > 0 ? `, most of them for ${listed(busiest.map(({ hour }) => HOURS[hour] ?? ''))}` : ''}.`}
        series={series}
        names={SHORT_HOURS}
        write={countText}
      />
    </FigureCard>
  )
}

function ByDistrict({ unmet: { districts, districtsCount }, query, period }: UnmetCardsProps) {
  if (districts.length === 0) return null
  const first = districts.slice(0, 3)
  return (
    <FigureCard
      title="Searches without an offer by district"
      note={
        districtsCount > districts.length
          ? `The top ${districts.length} of ${countText(districtsCount)} pick-up districts; the CSV file has them all. The larger the square, the more searches for that hour.`
          : 'By the district of the pick-up. The larger the square, the more searches for that hour.'
      }
      file={`/admin/figures/download-csv/${query}&table=districts`}
      columns={[
        { heading: 'District', cell: ({ district }: Unmet['districts'][number]) => district },
        { heading: 'Without an offer', cell: ({ searches }) => countText(searches) },
        { heading: 'Wanted from', cell: ({ hours }) => hoursText(hours) },
      ]}
      rows={districts}
      keyOf={({ district }) => district}
    >
      <Heat
        title={`Searches without an offer by district and hour, ${period}`}
        summary={`Most in ${listed(first.map(({ district, searches }) => `${district} (${countText(searches)})`))}.`}
        rows={districts.map(({ district, hours }) => ({ name: district, values: hours }))}
        columns={SHORT_HOURS}
      />
    </FigureCard>
  )
}

/** "08:00 (3), 18:00 (12)". */
const hoursText = (hours: readonly number[]): string =>
  hours.flatMap((count, hour) => (count > 0 ? [`${HOURS[hour]} (${countText(count)})`] : [])).join(', ')

interface HeatProps {
  title: string
  summary: string
  rows: readonly { name: string; values: readonly number[] }[]
  columns: readonly string[]
}

/** Heat map: the larger the square, the more. The row names are text outside the SVG. */
function Heat({ title, summary, rows, columns }: HeatProps) {
  const id = useId()
  const most = Math.max(1, ...rows.flatMap(({ values }) => values))
  return (
    <div className="heat cells cols-side g-3" data-rows={rows.length}>
      <ul className="heat__rows t-xs" aria-hidden="true">
        {rows.map(({ name }) => (
          <li className="h-6 flex level" key={name}>
            {name}
          </li>
        ))}
      </ul>
      <div>
        {/* The picture is as high as its rows, each as high as the name beside it. */}
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG is a picture only by its role
          role="img"
          aria-labelledby={`${id}t ${id}d`}
          height={rows.length * ROW_PX}
          width="100%"
        >
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{summary}</desc>
          {rows.map(({ name }, row) => (
            <line key={name} className="plot__line" x1="0" x2="100%" y1={(row + 1) * ROW_PX} y2={(row + 1) * ROW_PX} />
          ))}
          <g className="is-full">
            {rows.flatMap(({ name, values }, row) =>
              values.map((value, column) =>
                value === 0 ? null : (
                  <rect
                    key={`${name} ${columns[column]}`}
                    {...cellOf(value, most, { column, columns: columns.length, row, rows: rows.length })}
                  />
                ),
              ),
            )}
          </g>
        </svg>
        <svg className="plot__names w-full h-6 mt-1" aria-hidden="true">
          {namedPlaces(columns.length, 8).map(({ index, x }) => (
            <text className="t-xs figures-even" key={x} x={x} y="1em" textAnchor="middle">
              {columns[index]}
            </text>
          ))}
        </svg>
      </div>
    </div>
  )
}

/** Height of a row in pixels, as in figures.css. */
const ROW_PX = 24
