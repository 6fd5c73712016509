import { Form, Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { InputField } from '#web/ui/field.tsx'
import { countOf } from '#shared/count-of.ts'
import { DatedList } from './dated-list.tsx'
import { ChangeLink, Withdraw } from './row-actions.tsx'
import { addressOf, subjectsOf, valueText, whenText, type Settings } from './setting-texts.ts'

/** What everybody pays, and the companies that have agreed on something else. */
export function CommissionRows({ settings, find }: { settings: Settings; find: string }) {
  const everybody = settings.rows.filter(({ subject }) => subject === '')
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
        <p className="small muted">Of the price before road charges, by the day of booking. VAT comes on top.</p>
        <DatedList settings={settings} rows={everybody} />
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
                <div className="charges__what cells g-1 shrink break">
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
                  <b>{now ? valueText(now.value) : 'as everybody'}</b>
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
