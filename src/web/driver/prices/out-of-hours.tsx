import { useState } from 'react'
import { getCompany } from '#modules/companies/contract.ts'
import { getOutOfHoursRate, saveOutOfHoursRate } from '#modules/pricing/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'
import { DAYS, dayName, timeChoices } from '#web/driver/working-hours/hours-form.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import type { DayOfWeek } from '#shared/local-time.ts'
import type { Route } from './+types/out-of-hours'
import { numberIn } from './rates-form.ts'
import '#web/driver/working-hours/hours.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Out of hours' })

type Rate = AnswerOf<typeof getOutOfHoursRate>

export async function loader({ context }: Route.LoaderArgs): Promise<{ companyId: string; rate: Rate }> {
  const { call } = needDriver(context)
  const { id } = dataOf(await call(getCompany))
  return { companyId: id, rate: dataOf(await call(getOutOfHoursRate, { params: { id } })) }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const standardHours = DAYS.map((day) =>
    form.has(`on.${day}`) ? { startTime: textIn(form, `start.${day}`), endTime: textIn(form, `end.${day}`) } : null,
  )
  const body = {
    version: numberIn(form, 'version'),
    outOfHoursPercent: numberIn(form, 'out_of_hours_percent'),
    standardHours,
  }
  return plainAnswerOf(await call(saveOutOfHoursRate, { params: { id: textIn(form, 'companyId') }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function OutOfHours({ loaderData: { companyId, rate } }: Route.ComponentProps) {
  return (
    <SettingsForm
      intent="out-of-hours"
      save="Save hours"
      done="Out of hours saved"
      hidden={{ companyId, version: String(rate.version) }}
      className="stack"
    >
      {(errorOf) => (
        <>
          <section className="card">
            <h2 className="h3">Out of hours</h2>
            <p className="small muted mb-4">
              Added to your hourly rate outside the standard hours and on bank holidays.
            </p>
            <InputField
              label="Surcharge %"
              name="out_of_hours_percent"
              required
              className="narrow"
              inputMode="numeric"
              inputClass="num"
              maxLength={3}
              defaultValue={rate.outOfHoursPercent}
              error={errorOf('out_of_hours_percent')}
            />
          </section>
          <section className="card">
            <h2 className="h3">Standard hours</h2>
            <p className="small muted mb-4">When you charge the plain rate. Set when you work under Working hours.</p>
            {DAYS.map((day) => (
              <StandardDay
                key={day}
                day={day}
                hours={rate.standardHours[day - 1] ?? null}
                error={errorOf(`standard_hours.${day - 1}.end_time`) ?? errorOf(`standard_hours.${day - 1}.start_time`)}
              />
            ))}
          </section>
        </>
      )}
    </SettingsForm>
  )
}

interface StandardDayProps {
  day: DayOfWeek
  hours: Rate['standardHours'][number]
  error: string | undefined
}

function StandardDay({ day, hours, error }: StandardDayProps) {
  const [isOn, setOn] = useState(hours !== null)
  const name = dayName(day)
  const [start, end] = [hours?.startTime.slice(0, 5) ?? '08:00', hours?.endTime.slice(0, 5) ?? '18:00']
  const errorId = `standard-${day}-error`
  const switchId = `standard-on-${day}`
  return (
    <div className="hrs__row">
      <div className="hrs__day cells level g-2 hmin-14">
        <label htmlFor={switchId}>
          <b>{name.slice(0, 3)}</b>
        </label>
        {isOn ? (
          <div className={error ? 'hrs cells level g-2 tall-control is-bad' : 'hrs cells level g-2 tall-control'}>
            <select
              className="input num"
              name={`start.${day}`}
              aria-label={`${name} from`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              defaultValue={start}
            >
              {timeChoices('start', start).map((time) => (
                <option key={time}>{time}</option>
              ))}
            </select>
            <span>to</span>
            <select className="input num" name={`end.${day}`} aria-label={`${name} to`} defaultValue={end}>
              {timeChoices('end', end).map((time) => (
                <option key={time}>{time}</option>
              ))}
            </select>
          </div>
        ) : (
          <span className="muted">Out of hours all day</span>
        )}
        <Switch
          id={switchId}
          label={`Standard hours on ${name}`}
          name={`on.${day}`}
          defaultChecked={hours !== null}
          onChange={(event) => setOn(event.target.checked)}
        />
      </div>
      <FieldError id={errorId} error={error} />
    </div>
  )
}
