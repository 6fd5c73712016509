import { Form, useNavigation } from 'react-router'
import type { bookOfficePlan } from '#modules/bookings/create/contract.ts'
import type { listOfficePlans } from '#modules/quoting/office-plans/contract.ts'
import { HELP_LEVELS, isHelpLevel } from '#modules/fleet/rules.ts'
import type { AnswerOf, CallInput } from '#shared/endpoint.ts'
import { parsePounds } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import { liftingText } from '#web/kit/bookings/load.ts'
import { errorAt, formProblemOf, type Problem } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField, MoneyField, SelectField } from '#web/ui/field.tsx'

type Plan = AnswerOf<typeof listOfficePlans>['results'][number]
type Body = CallInput<typeof bookOfficePlan>['body']

/** A refused form with what was typed, so that nothing is lost without script either. */
export interface RefusedPlan extends Problem {
  planId: string
  formValues: Record<string, string>
}

const VANS = [1, 2, 3] as const

/** What the office has agreed on the phone, from its form. An amount that cannot be read is refused at its field. */
export function planBody(form: FormData): Body {
  const text = (name: string) => textIn(form, name).trim()
  const pence = (name: string) => parsePounds(text(name)) ?? 0
  const help = text('manPower')
  return {
    customer: { firstName: text('firstName'), phone: text('phone'), email: text('email') || null },
    postcodes: [...form.keys()].filter((name) => name.startsWith('postcode')).map(text),
    date: text('date'),
    time: text('time'),
    days: text('days') === '2' ? 2 : 1,
    hours: wholeNumberOf(text('hours')) ?? 0,
    manPower: isHelpLevel(help) ? help : 'driver_helps',
    vans: VANS.filter((van) => van === 1 || text(`registration${van}`) || text(`price${van}`)).map((van) => ({
      registration: text(`registration${van}`),
      lines: [
        { label: 'Agreed on the phone', amountPence: pence(`price${van}`) },
        ...(text(`charges${van}`) ? [{ label: 'Road charges and extras', amountPence: pence(`charges${van}`) }] : []),
      ],
    })),
    ceilingPence: pence('ceiling'),
    specialPayMethod: PAYMENTS.find(({ value }) => value === text('payment'))?.value ?? 'cash',
  }
}

const PAYMENTS = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
  { value: 'bank_transfer', label: 'Transfer to the company' },
] as const

/** The price form of a call: the vans of one company, their hours and prices, filled in with what was entered. */
export function PlanForm({ plan, refused }: { plan: Plan; refused: RefusedPlan | undefined }) {
  const { formData, formMethod } = useNavigation()
  const isBusy = formMethod === 'POST' && formData?.get('bookId') === plan.id
  const { move } = plan
  const field = (name: string, entered: string, ...paths: string[]) => ({
    name,
    defaultValue: refused?.formValues[name] ?? entered,
    error: paths.map((path) => errorAt(refused, path)).find(Boolean),
  })
  return (
    <Form method="post" className="stack mt-3" noValidate>
      <ProblemBanner text={formProblemOf(refused)} />
      <input type="hidden" name="bookId" value={plan.id} />
      <div className="fields">
        <InputField label="Name" width="third" {...field('firstName', plan.name, 'customer.first_name')} />
        <InputField
          label="Phone"
          type="tel"
          width="third"
          {...field('phone', readablePhone(plan.phone), 'customer.phone')}
        />
        <InputField label="Email" type="email" optional width="third" {...field('email', '', 'customer.email')} />
        {move.routePoints.map(({ postcode }, index) => (
          <InputField
            // oxlint-disable-next-line react/no-array-index-key -- a stop has no name but its place
            key={index}
            label={`Postcode of stop ${index + 1}`}
            width="third"
            {...field(`postcode${index}`, postcode ?? '', `postcodes.${index}`, `route_points.${index}.postcode`)}
          />
        ))}
        <InputField
          label="Day"
          type="date"
          width="third"
          {...field('date', move.date ?? '', 'date', 'route_points.0.date')}
        />
        <InputField
          label="Start"
          type="time"
          step={1800}
          width="third"
          {...field('time', move.time?.slice(0, 5) ?? '09:00', 'time', 'route_points.0.time')}
        />
        <SelectField label="Days" width="third" {...field('days', '1', 'days')}>
          <option value="1">One day</option>
          <option value="2">Two days that follow</option>
        </SelectField>
        <InputField label="Hours a day" inputMode="numeric" width="third" {...field('hours', '8', 'hours')} />
        <SelectField label="People with each van" width="third" {...field('manPower', move.manPower, 'man_power')}>
          {HELP_LEVELS.map((help) => (
            <option key={help} value={help}>
              {liftingText(help)}
            </option>
          ))}
        </SelectField>
      </div>
      {VANS.map((van) => (
        <fieldset key={van} className="fields">
          <legend className="label">{van === 1 ? 'Van 1, which leads' : `Van ${van} (optional)`}</legend>
          <InputField
            label="Registration"
            width="third"
            {...field(`registration${van}`, '', `vans.${van - 1}.registration`)}
          />
          <MoneyField
            label="Price"
            width="third"
            {...field(`price${van}`, '', `vans.${van - 1}.lines.0.amount_pence`, `vans.${van - 1}.lines`)}
          />
          <MoneyField
            label="Road charges and extras"
            optional
            width="third"
            {...field(`charges${van}`, '', `vans.${van - 1}.lines.1.amount_pence`)}
          />
        </fieldset>
      ))}
      <div className="fields">
        <MoneyField
          label="No more than"
          hint="Unless the customer agrees to a change."
          width="half"
          {...field('ceiling', '', 'ceiling_pence')}
        />
        <SelectField label="Pays by" width="half" {...field('payment', 'cash', 'special_pay_method')}>
          {PAYMENTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="small muted">
        All vans are held or none. The company is asked to confirm, and the customer gets the link to the booking.
      </p>
      <Button type="submit" look="primary" busy={isBusy}>
        Book these vans<span className="vh"> for {plan.name}</span>
      </Button>
    </Form>
  )
}
