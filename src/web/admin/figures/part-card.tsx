import type { Card, Line } from './cards.ts'
import { Chart, Legend, type Series } from './chart.tsx'
import { FigureCard } from './figure-card.tsx'
import type { Part, Shown } from './figure-types.ts'
import { longName, periodText, shortName } from './texts.ts'

const BY = { day: 'by day', week: 'by week', month: 'by month' }

const periodOf = ({ startDate, endDate }: Pick<Part, 'startDate' | 'endDate'>) => ({ from: startDate, to: endDate })

/** One figure over the parts of the period. */
export function PartCard({ card, shown, query }: { card: Card; shown: Shown; query: string }) {
  const { parts, step, total } = shown
  const { title, lines, note, table, write, unit } = card
  const drawn = lines.flatMap(({ look, ...line }) => (look ? [{ ...line, look }] : []))
  const series = drawn.map((line) => ({
    label: line.label,
    look: line.look,
    isStacked: line.isStacked ?? false,
    values: parts.map(({ figures }) => line.of(figures)),
    total: line.write(line.of(total)),
  }))
  return (
    <FigureCard
      title={title}
      note={note}
      file={`/admin/figures/download-csv/${query}&table=${table}`}
      columns={[
        { heading: FIRST[step], cell: (part: Part) => longName(periodOf(part), step) },
        ...lines.map((line) => ({ heading: line.label, cell: (part: Part) => written(line, part) })),
      ]}
      rows={parts}
      keyOf={({ startDate }) => startDate}
    >
      <Legend series={series} />
      <Chart
        title={`${title} ${BY[step]}, ${periodText(periodOf(shown))}`}
        summary={summaryOf(series, parts, step)}
        series={series}
        names={parts.map((part) => shortName(periodOf(part), step))}
        write={write}
        unit={unit}
      />
    </FigureCard>
  )
}

const FIRST = { day: 'Day', week: 'Week', month: 'Month' }

const written = ({ of, write, writeExact = write }: Line, { figures }: Part): string => writeExact(of(figures))

/** "Made: 74, most on Fri 20 November 2026. Confirmed: …": what a picture says to who does not see it. */
function summaryOf(
  series: readonly (Series & { total: string })[],
  parts: readonly Part[],
  step: Shown['step'],
): string {
  return series
    .map(({ label, total, values }) => {
      const most = Math.max(...values.map((value) => value ?? 0))
      const part = most > 0 && parts.length > 1 ? parts[values.indexOf(most)] : undefined
      return `${label}: ${total}${part ? `, most ${step === 'day' ? 'on' : 'in'} ${longName(periodOf(part), step)}` : ''}.`
    })
    .join(' ')
}
