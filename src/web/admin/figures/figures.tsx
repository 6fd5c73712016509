import { getFigures, getSources, getUnmetSearches } from '#modules/figures/contract.ts'
import type { Step } from '#modules/figures/rules.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { problemOf } from '#web/kit/forms/answer.server.ts'
import { formErrorsOf, type FormErrors } from '#web/kit/forms/answer.ts'
import { FilterBar } from '#web/kit/office/filter-bar.tsx'
import { officeMoment } from '#web/kit/office/office-moment.ts'
import { OfficeHead } from '#web/kit/office/office-head.tsx'
import { nowIn } from '#web/kit/page/clock.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { dataOf, needAdmin } from '#web/kit/session/gate.server.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/figures'
import {
  addressOf,
  drawnStepOf,
  figureFilters,
  quickLinks,
  readAsked,
  stepOf,
  type AskedFigures,
} from './period-filters.ts'
import { CARDS } from './cards.ts'
import { Headline } from './headline.tsx'
import { PartCard } from './part-card.tsx'
import type { Shown, Sources, Unmet } from './figure-types.ts'
import { SourcesCard } from './sources-card.tsx'
import { UnmetCards } from './unmet-cards.tsx'
import { periodText } from './texts.ts'
import './figures.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Figures' })

interface Loaded {
  asked: AskedFigures
  today: LocalDay
  errors: FormErrors
  /** Null if the dates cannot be used. */
  shown: { figures: Shown; unmet: Unmet; sources: Sources } | null
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const today = localDayOf(nowIn(context))
  const asked = readAsked(request.url, today)
  const dates = { startDate: asked.start_date, endDate: asked.end_date }
  const [figures, unmet, sources] = await Promise.all([
    call(getFigures, { query: { ...dates, step: drawnStepOf(asked) } }),
    call(getUnmetSearches, { query: dates }),
    call(getSources, { query: dates }),
  ])
  const errors = figures.ok ? {} : formErrorsOf(problemOf(figures))
  if (errors['start_date'] || errors['end_date']) return { asked, today, errors, shown: null }
  return {
    asked,
    today,
    errors: {},
    shown: { figures: dataOf(figures), unmet: dataOf(unmet), sources: dataOf(sources) },
  }
}

export default function FiguresPage({ loaderData: { asked, today, errors, shown } }: Route.ComponentProps) {
  return (
    <>
      <OfficeHead title="Figures">
        {shown?.figures.countedUntil ? (
          <span className="muted small num">Counted until {officeMoment(shown.figures.countedUntil)}</span>
        ) : null}
      </OfficeHead>
      <div className="mb-4">
        <Tabs label="Periods" tabs={quickLinks(asked, today)} />
      </div>
      <FilterBar filters={figureFilters} values={{ ...asked }} errors={errors} />
      {shown ? <ShownFigures {...shown} wanted={stepOf(asked)} /> : null}
    </>
  )
}

function ShownFigures({
  figures,
  unmet,
  sources,
  wanted,
}: NonNullable<Loaded['shown']> & { wanted: Step | undefined }) {
  const { startDate: from, endDate: to, before, step, countedUntil } = figures
  if (isEmpty(figures))
    return (
      <Empty title={countedUntil ? 'Nothing happened on these days' : 'Nothing is counted yet'}>
        {countedUntil
          ? 'Try other dates.'
          : 'Figures are counted every five minutes. Those of a large history take a few minutes the first time.'}
      </Empty>
    )
  const isByWeek = wanted === 'day' && step === 'week'
  const query = addressOf({ from, to }, wanted ?? step)
  return (
    <>
      <p className="muted small num mb-4">
        {periodText({ from, to })}, beside {periodText({ from: before.startDate, to: before.endDate })}.
        {isByWeek ? ' More than three months are drawn by the week; the CSV files have every day.' : ''}
      </p>
      <Headline shown={figures} />
      <div className="figures">
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
