import { Form, Link, useNavigation } from 'react-router'
import { countOf, capitalise } from '#shared/texts.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { Empty } from '#web/ui/page.tsx'
import { InputField } from '#web/ui/field.tsx'
import { subjectInAddress } from './change-fields.ts'
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
  addressOf,
  yearAfter,
  type Subject,
  policyRest,
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
            <div className="cells g-1 shrink break">
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
        {capitalise(whenText(row))}
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

/** What everybody pays, and the companies that have agreed on something else. */
export function CommissionRows({ settings, find }: { settings: Settings; find: string }) {
  const defaultRows = settings.rows.filter(({ subject }) => subject === '')
  const companies = subjectsOf(settings.rows.filter(({ subject }) => subject !== ''))
  return (
    <>
      <section className="card" aria-labelledby="everybody">
        <div className="row row--apart">
          <h2 className="h3" id="everybody">
            Everybody
          </h2>
          <ChangeLink settings={settings} subject="" name="what everybody pays" />
        </div>
        <p className="small muted">
          A percentage of the price before road charges, at the rate on the day of booking. VAT is added.
        </p>
        <DatedList settings={settings} rows={defaultRows} />
      </section>
      <section className="card" aria-labelledby="own">
        <h2 className="h3" id="own">
          Companies with their own rate
        </h2>
        <search>
          <Form method="get" action={addressOf('commission')} className="row gap-2 mt-3 settings__find">
            <InputField
              label="Find a company"
              hideLabel
              placeholder="Find a company"
              name="find"
              type="search"
              maxLength={100}
              defaultValue={find}
              key={find}
            />
            <Button type="submit" size="small">
              Find
            </Button>
            {find ? (
              <Link className="link-btn" to={addressOf('commission')}>
                Show all
              </Link>
            ) : null}
          </Form>
        </search>
        {companies.length === 0 ? (
          <Empty title={find ? 'No company has that name' : 'Every company pays the same'} headingLevel="h3" />
        ) : (
          <ul className="charges list num">
            {companies.map(({ subject, name, now, next }) => (
              <li className="cells cols-end g-1-4 py-3 line-top" key={subject}>
                <div className="cells g-1 shrink break">
                  <b>{name}</b>
                  {now?.reason ? (
                    <p className="small muted">
                      {whenText(now)}. {now.reason}
                    </p>
                  ) : null}
                  {next.map((row) => (
                    <div className="row gap-2" key={row.id}>
                      <span className="small">
                        Then {valueText(row.value)} {whenText(row)}
                        {row.madeBy ? `, by ${row.madeBy}` : ''}
                      </span>
                      <Withdraw settings={settings} row={row} />
                    </div>
                  ))}
                </div>
                <div className="charges__amount cells pack-top g-1 right">
                  <b>{now ? valueText(now.value) : 'standard rate'}</b>
                  <ChangeLink settings={settings} subject={subject} name={name} find={find} />
                </div>
              </li>
            ))}
          </ul>
        )}
        {settings.more > 0 ? (
          <p className="small muted">
            {countOf(settings.more, 'more company', 'more companies')}. Find one by its name.
          </p>
        ) : null}
      </section>
    </>
  )
}

/** Opens the form below the tabs. */
export const ChangeLink = ({
  settings,
  subject,
  name,
  find = '',
}: Pick<Subject, 'subject' | 'name'> & { settings: Settings; find?: string }) => {
  if (!settings.mayChange) return null
  const search = new URLSearchParams({ change: subjectInAddress(subject), ...(find ? { find } : {}) })
  return (
    <Link className="link-btn" to={`${addressOf(settings.part)}?${search}`}>
      Change<span className="vh"> {name}</span>
    </Link>
  )
}

/** Withdraws a change that has not come into force. */
function Withdraw({ settings: { version, mayChange }, row }: { settings: Settings; row: Row }) {
  const isBusy = useIsBusy(row.id)
  if (!mayChange) return null
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="id" value={row.id} />
      <Button type="submit" size="small" busy={isBusy}>
        Withdraw
        <span className="vh">
          : {row.name}, {valueText(row.value)} from {formatDateUk(row.fromDay)}
        </span>
      </Button>
    </Form>
  )
}

/** Somebody has looked where it is published. */
function StillSo({ settings: { version, today, mayChange }, row }: { settings: Settings; row: Row }) {
  const isBusy = useIsBusy(row.id)
  if (!mayChange) return null
  const until = formatDateUk(yearAfter(today))
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="checked" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="id" value={row.id} />
      <input type="hidden" name="check_by" value={until} />
      <Button type="submit" size="small" busy={isBusy}>
        Still correct. Check again by {until}
        <span className="vh">: {row.name}</span>
      </Button>
    </Form>
  )
}

function useIsBusy(id: string): boolean {
  const { formData, formMethod } = useNavigation()
  return formMethod === 'POST' && formData?.get('id') === id
}

const MARKS = { in_force: 'is-done', to_come: 'is-next', over: undefined } as const
const TONES = { in_force: 'green-soft', to_come: 'blue-soft', over: 'off' } as const

/** What holds, what comes and what held, the latest first. */
export const DatedList = ({ settings, rows }: { settings: Settings; rows: readonly Row[] }) => (
  <ul className="dated marks mt-2 list num">
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
