// The period that the page shows, in its address, so that a colleague can be sent the same figures.
import {
  QUICK,
  QUICKS,
  quickPeriod,
  stepDrawn,
  STEPS,
  type Period,
  type Quick,
  type Step,
} from '#modules/figures/rules.ts'
import { isRealDay, parseDateUk, type LocalDay } from '#shared/local-time.ts'
import { readFilters, type Filters } from '#web/kit/office/office-pages.ts'
import { formatDayForField } from '../billing/periods.ts'

const STEP_NAMES: Record<Step, string> = { day: 'Day', week: 'Week', month: 'Month' }

export const figureFilters = {
  start_date: { kind: 'day', label: 'From' },
  end_date: { kind: 'day', label: 'To' },
  step: {
    kind: 'choice',
    label: 'By',
    choices: [{ value: 'auto', label: 'Automatic' }, ...STEPS.map((value) => ({ value, label: STEP_NAMES[value] }))],
  },
} satisfies Filters

/** Filters as text of the fields. */
export interface FigureFilters {
  start_date: string
  end_date: string
  step: string
}

/** Without dates: this month. */
export function readFigureFilters(address: string, today: LocalDay): FigureFilters {
  const { start_date: from, end_date: to, step } = readFilters(figureFilters, address)
  if (from || to) return { start_date: formatDayForField(from), end_date: formatDayForField(to), step }
  const month = quickPeriod('this_month', today)
  return { start_date: formatDayForField(month.from), end_date: formatDayForField(month.to), step }
}

export const stepOf = (filters: FigureFilters): Step | undefined => STEPS.find((step) => step === filters.step)

/** Step that the pictures use: periods of more than three months in days are drawn by the week. */
export function drawnStepOf(filters: FigureFilters): Step | undefined {
  const [from, to, step] = [isoOf(filters.start_date), isoOf(filters.end_date), stepOf(filters)]
  return step && isRealDay(from) && isRealDay(to) ? stepDrawn({ from, to }, step) : step
}

const isoOf = (text: string): string => (isRealDay(text) ? text : (parseDateUk(text) ?? text))

/** Query for the page and the files. */
export function addressOf({ from, to }: Period, step: Step | undefined): string {
  const search = new URLSearchParams({ start_date: from, end_date: to })
  if (step) search.set('step', step)
  return `?${search}`
}

/** The periods that are one press away, with the step that was chosen; marked is the one that is shown. */
export function quickLinks(
  filters: FigureFilters,
  today: LocalDay,
): { name: string; to: string; isCurrent: boolean }[] {
  const [from, to] = [isoOf(filters.start_date), isoOf(filters.end_date)]
  return QUICKS.map((which: Quick) => {
    const period = quickPeriod(which, today)
    const address = `/admin/figures${addressOf(period, stepOf(filters))}`
    return { name: QUICK[which], to: address, isCurrent: from === period.from && to === period.to }
  })
}
