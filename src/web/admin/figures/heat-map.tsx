import { useId } from 'react'
import { cellOf, namedPlaces } from './plot.ts'

interface HeatProps {
  title: string
  summary: string
  rows: readonly { name: string; values: readonly number[] }[]
  columns: readonly string[]
}

/** Squares in a grid: the larger, the more. The names of the rows stand beside it, so that they are text as everywhere. */
export function Heat({ title, summary, rows, columns }: HeatProps) {
  const id = useId()
  const most = Math.max(1, ...rows.flatMap(({ values }) => values))
  return (
    <div className="heat" data-rows={rows.length}>
      <ul className="heat__rows" aria-hidden="true">
        {rows.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <div>
        {/* As high as its rows, each as high as a name beside it. */}
        <svg
          className="heat__area"
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
        <svg className="plot__names" aria-hidden="true">
          {namedPlaces(columns.length, 8).map(({ index, x }) => (
            <text key={x} x={x} y="1em" textAnchor="middle">
              {columns[index]}
            </text>
          ))}
        </svg>
      </div>
    </div>
  )
}

/** As in figures.css. */
const ROW_PX = 24
