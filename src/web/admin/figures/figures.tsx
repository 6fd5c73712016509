import { getFigures, getSources, getUnmetSearches } from '#modules/figures/contract.ts'
import { type Step, acceptedShare, shareOf } from '#modules/figures/rules.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import { formErrorsOf, type FormErrors } from '#web/kit/forms/answer.ts'
import { cameFromText, officeMoment } from '#web/kit/office/office-pages.ts'
import { FilterBar } from '#web/kit/office/office-list.tsx'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { Empty } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/figures'
import {
  CARDS,
  type Card,
  type Line,
  type Shown,
  type Sources,
  type Unmet,
  type Part,
  periodText,
  countText,
  changeText,
  minutesText,
  moneyText,
  pointsText,
  shareText,
  longName,
  shortName,
} from './cards.ts'
import { Chart, Legend, type Series } from './chart.tsx'
import { FigureCard } from './figure-card.tsx'
import {
  addressOf,
  drawnStepOf,
  figureFilters,
  quickLinks,
  readFigureFilters,
  stepOf,
  type FigureFilters,
} from './period-filters.ts'
import { UnmetCards } from './unmet-cards.tsx'
import './figures.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Figures' })

interface Loaded {
  filters: FigureFilters
  today: LocalDay
  errors: FormErrors
  /** Null if the dates cannot be used. */
  shown: { figures: Shown; unmet: Unmet; sources: Sources } | null
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const today = localDayOf(nowIn(context))
  const filters = readFigureFilters(request.url, today)
  const dates = { startDate: filters.start_date, endDate: filters.end_date }
  const [figures, unmet, sources] = await Promise.all([
    call(getFigures, { query: { ...dates, step: drawnStepOf(filters) } }),
    call(getUnmetSearches, { query: dates }),
    call(getSources, { query: dates }),
  ])
  const errors = figures.ok ? {} : formErrorsOf(problemOf(figures))
  if (errors['start_date'] || errors['end_date']) return { filters, today, errors, shown: null }
  return {
    filters,
    today,
    errors: {},
    shown: { figures: dataOf(figures), unmet: dataOf(unmet), sources: dataOf(sources) },
  }
}

export default function FiguresPage({ loaderData: { filters, today, errors, shown } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead title="Figures">
        {shown?.figures.countedUntil ? (
          <span className="muted small num">Counted until {officeMoment(shown.figures.countedUntil)}</span>
        ) : null}
      </OfficeHead>
      <div className="mb-4">
        <Tabs label="Periods" tabs={quickLinks(filters, today)} />
      </div>
      <FilterBar filters={figureFilters} values={{ ...filters }} errors={errors} />
      {shown ? <ShownFigures {...shown} requestedStep={stepOf(filters)} /> : null}
    </>
  )
}

function ShownFigures({
  figures,
  unmet,
  sources,
  requestedStep,
}: NonNullable<Loaded['shown']> & { requestedStep: Step | undefined }) {
  const { startDate: from, endDate: to, before, step, countedUntil } = figures
  if (isEmpty(figures))
    return (
      <Empty title={countedUntil ? 'Nothing happened on these days' : 'Nothing is counted yet'}>
        {countedUntil
          ? 'Try other dates.'
          : 'Figures are counted every five minutes. Those of a large history take a few minutes the first time.'}
      </Empty>
    )
  const isByWeek = requestedStep === 'day' && step === 'week'
  const query = addressOf({ from, to }, requestedStep ?? step)
  return (
    <>
      <p className="muted small num mb-4">
        {periodText({ from, to })}, beside {periodText({ from: before.startDate, to: before.endDate })}.
        {isByWeek ? ' More than three months are drawn by the week; the CSV files have every day.' : ''}
      </p>
      <Headline shown={figures} />
      <div className="figures cells cols-1 g-4 at-top">
        {CARDS.map((card) => (
          <PartCard key={card.key} card={card} shown={figures} query={query} />
        ))}
        <SourcesCard sources={sources} />
        <UnmetCards unmet={unmet} query={query} period={periodText({ from, to })} />
      </div>
    </>
  )
}

const isEmpty = ({ total }: Shown): boolean => Object.values(total).every((value) => value === 0 || value === null)

/** Where those came from who booked; nothing where no booking says so. */
function SourcesCard({ sources: { sources, sourcesCount } }: { sources: Sources }) {
  if (sources.length === 0) return null
  return (
    <section className="card figure cells cols-1 g-3 p-4" aria-label="Where bookings came from">
      <h2 className="h3">Where bookings came from</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone: reached by keyboard, so that it can be scrolled by one */}
      <section className="numbers holds scrolls mt-2" aria-label="Numbers: where bookings came from" tabIndex={0}>
        <table className="table num">
          <caption className="vh">Where bookings came from</caption>
          <thead>
            <tr>
              <th className="line-foot t-left" scope="col">
                Page and campaign
              </th>
              <th scope="col" className="r line-foot t-left right">
                Bookings
              </th>
              <th scope="col" className="r line-foot t-left right">
                Their prices
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={JSON.stringify([source.host, source.source, source.medium, source.campaign])}>
                <th scope="row" className="long line-foot t-left regular one-line">
                  {cameFromText(source)}
                </th>
                <td className="r line-foot t-left right">{countText(source.bookings)}</td>
                <td className="r line-foot t-left right">{formatPence(source.totalPence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="muted small m-0">
        The page that led to us and the campaign words of its link, for bookings that came with them.
        {sourcesCount > sources.length ? ` The ${sources.length} with the most of ${countText(sourcesCount)}.` : ''}
      </p>
    </section>
  )
}

/** What an owner looks at first, each beside what it was in the period before. */
function Headline({ shown: { total, totalBefore } }: { shown: Shown }) {
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
    <dl className="grid gap-3 min-9 num mb-4">
      {figures.map(({ name, value, change }) => (
        <div key={name} className="card p-3-4">
          <dt className="muted t-sm lh-13">{name}</dt>
          <dd className="cells">
            <b className="t-xl lh-13">{value}</b>
            <span className="muted small">{change ?? 'nothing to compare'}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const BY = { day: 'by day', week: 'by week', month: 'by month' }

const periodOf = ({ startDate, endDate }: Pick<Part, 'startDate' | 'endDate'>) => ({ from: startDate, to: endDate })

/** One figure over the parts of the period. */
function PartCard({ card, shown, query }: { card: Card; shown: Shown; query: string }) {
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
