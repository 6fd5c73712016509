import { capital } from '#shared/capitalise.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ChangeLink, StillSo, Withdraw } from './row-actions.tsx'
import {
  hoursText,
  hoursWithin,
  payersText,
  type Row,
  type Settings,
  subjectsOf,
  valueText,
  vansText,
  whenText,
} from './setting-texts.ts'

/** Road charges or tolls: what is in force, what comes, and what has to be looked at. */
export function ChargeRows({ settings }: { settings: Settings }) {
  const title = settings.part === 'tolls' ? 'Tolls' : 'Road charges'
  const subjects = subjectsOf(settings.rows)
  const past = subjects.flatMap((one) => one.past)
  return (
    <section className="card" aria-labelledby="charges">
      <h2 className="h3" id="charges">
        {title}
      </h2>
      <ul className="charges list num">
        {subjects.map(({ subject, name, now, next }) => (
          <li className="cells cols-end g-1-4 py-3 line-top" key={subject}>
            <div className="charges__what cells g-1 shrink break">
              <p>
                <b>{name}</b> {next[0] ? <Badge tone="blue-soft">changes {formatDateUk(next[0].fromDay)}</Badge> : null}
                {now?.isOverdue ? <Badge tone="orange">check was due {formatDateUk(now.checkBy ?? '')}</Badge> : null}
              </p>
              {(now ?? next[0]) ? <About row={now ?? next[0]} /> : null}
              {next.map((row) => (
                <div className="row gap-2" key={row.id}>
                  <span className="small">
                    Then {valueText(row.value)} {whenText(row)}, by {row.madeBy ?? 'the initial setup'}
                  </span>
                  {row.madeAt ? <Withdraw settings={settings} row={row} /> : null}
                </div>
              ))}
              {now?.isOverdue ? <StillSo settings={settings} row={now} /> : null}
            </div>
            <div className="charges__amount cells pack-top g-1 right">
              <b>{now ? valueText(now.value) : '–'}</b>
              {isBan(now ?? next[0]) ? null : (
                <ChangeLink settings={settings} subject={subject} name={nameWithPayers(name, now ?? next[0])} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {past.length > 0 ? (
        <Disclosure summary="Earlier" className="mt-3">
          <ul className="list small muted">
            {past.map((row) => (
              <li key={row.id}>
                {row.name}, {valueText(row.value)}, {whenText(row)}
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </section>
  )
}

const isBan = (row: Row | undefined): boolean => row?.value.part === 'road_charges' && row.value.amountPence === null

const nameWithPayers = (name: string, row: Row | undefined): string =>
  row?.value.part === 'road_charges' ? `${name}, ${payersText(row.value.vehicleClasses)}` : name

function About({ row }: { row: Row | undefined }) {
  if (!row) return null
  const { value, reason, checkBy } = row
  return (
    <>
      <p className="small">
        {value.part === 'road_charges'
          ? `${payersText(value.vehicleClasses)}. ${hoursText(value.hours)}`
          : tollText(row)}
      </p>
      <p className="small muted">
        {capital(whenText(row))}
        {checkBy ? `, check by ${formatDateUk(checkBy)}` : ''}. {reason}
      </p>
    </>
  )
}

const tollText = ({ value }: Row): string =>
  value.part === 'tolls'
    ? value.charges
        .map(({ vans, hours, pence }) => `${vansText(vans)}, ${hoursWithin(hours)}: ${formatPence(pence)}`)
        .join('. ')
    : ''
