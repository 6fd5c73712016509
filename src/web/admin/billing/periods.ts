import { addDays, formatDateUk, isRealDay, startOfWeek, type LocalDay } from '#shared/local-time.ts'

/** First and last day. */
export interface Period {
  from: LocalDay
  to: LocalDay
}

const monthOf = (day: LocalDay): Period => {
  const from = `${day.slice(0, 8)}01`
  // 32 days on it is the next month, whichever this is.
  const next = `${addDays(from, 31).slice(0, 8)}01`
  return { from, to: addDays(next, -1) }
}

/** Periods that are over and one press away; the first is what a new document starts with. */
export function quickPeriods(today: LocalDay): { name: string; period: Period }[] {
  const lastMonth = monthOf(addDays(monthOf(today).from, -1))
  const monday = startOfWeek(today)
  return [
    { name: 'Last month', period: lastMonth },
    { name: 'The month before', period: monthOf(addDays(lastMonth.from, -1)) },
    { name: 'Last week', period: { from: addDays(monday, -7), to: addDays(monday, -1) } },
  ]
}

interface Counted {
  status: 'draft' | 'saved'
  startDate: LocalDay
  endDate: LocalDay
  workingUnitId: string | null
  client: { id: string } | null
}

/** Rows that a total may have: of documents of the same subject and overlapping dates only one, saved ones first. */
export function countedOnce<Row extends Counted>(rows: readonly Row[]): Row[] {
  const subjectOf = ({ workingUnitId, client }: Row) => workingUnitId ?? client?.id ?? ''
  const counted: Row[] = []
  for (const row of rows.toSorted((a, b) => Number(b.status === 'saved') - Number(a.status === 'saved'))) {
    const isThere = counted.some(
      (other) =>
        subjectOf(other) === subjectOf(row) && other.startDate <= row.endDate && row.startDate <= other.endDate,
    )
    if (row.status === 'saved' || !isThere) counted.push(row)
  }
  return counted
}

/** A day as it stands in a field, however it came: DD/MM/YYYY. */
export const dayTyped = (text: string): string => (isRealDay(text) ? formatDateUk(text) : text)
