import { Badge } from '#web/ui/badge.tsx'
import { Withdraw } from './row-actions.tsx'
import { policyRest, valueText, whenText, type Row, type Settings } from './setting-texts.ts'

const MARKS = { in_force: 'is-on', to_come: 'is-next', over: undefined } as const
const TONES = { in_force: 'green-soft', to_come: 'blue-soft', over: 'off' } as const

/** What holds, what comes and what held, the latest first. */
export const DatedList = ({ settings, rows }: { settings: Settings; rows: readonly Row[] }) => (
  <ul className="dated mt-2 list">
    {rows
      .toSorted((a, b) => b.fromDay.localeCompare(a.fromDay))
      .map((row) => (
        <li key={row.id} className={MARKS[row.state]}>
          <b className="t-md">{valueText(row.value)}</b>
          <Badge tone={TONES[row.state]}>{whenText(row)}</Badge>
          {row.value.part === 'cancellation' ? <small>{policyRest(row.value)}</small> : null}
          <small className="muted">
            {row.reason}
            {row.madeBy ? `. ${row.madeBy}` : ''}
          </small>
          {row.state === 'to_come' ? <Withdraw settings={settings} row={row} /> : null}
        </li>
      ))}
  </ul>
)
