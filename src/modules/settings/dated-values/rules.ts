/** What stands in the way of a change of any part, by its rows. Pure. */
import { invalidField, type Refusal } from '#shared/endpoint.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { checkProblem, dayProblem, holdingOn, inTime, type Dated, type Placed } from '../rules.ts'

interface Wanted<Row> {
  rows: readonly Row[]
  subject: string
  fromDay: LocalDay
  today: LocalDay
  checkBy?: LocalDay
}

/** The row that holds on the day on which a change would start, or why it cannot start then. */
export function rowBefore<Row extends Dated>(
  change: Wanted<Row>,
): { before: Placed<Row> | undefined } | { refused: Refusal } {
  const { rows, subject, fromDay, today, checkBy } = change
  const problem = dayProblem(fromDay, today)
  if (problem) return { refused: invalidField('change.from_day', problem) }
  const late = checkBy && checkProblem(checkBy, fromDay)
  if (late) return { refused: invalidField('change.check_by', late) }
  const own = inTime(
    rows.filter((row) => row.subject === subject),
    today,
  )
  const same = own.find((row) => row.fromDay === fromDay)
  if (same) return { refused: invalidField('change.from_day', takenText(fromDay, today)) }
  return { before: holdingOn(own, fromDay) }
}

const takenText = (fromDay: LocalDay, today: LocalDay): string =>
  fromDay <= today
    ? 'Something else starts today already. Choose a later day.'
    : `Something else starts on ${formatDateUk(fromDay)} already. Withdraw it first, or choose another day.`

export const isAlready = (path: string, valueText: string): Refusal => invalidField(path, `It is ${valueText} already.`)
