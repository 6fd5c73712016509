import { Form, Link, useNavigation } from 'react-router'
import { countOf } from '#shared/texts.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField, MoneyField } from '#web/ui/field.tsx'
import { subjectInAddress } from './change-fields.ts'
import type { OpenForm, Preview } from './settings.tsx'
import { addressOf, hoursWithin, type Settings, vansText } from './setting-texts.ts'

interface ChangeFormProps {
  form: OpenForm
  settings: Settings
  find: string
}

/** First what it would do, then the button that does it. Both are forms, so it works without script. */
export function ChangeForm({ form, settings: { part, version }, find }: ChangeFormProps) {
  const { row, formValues, preview, problem, attempt } = form
  const isBusy = useNavigation().formMethod === 'POST'
  const change = subjectInAddress(row.subject)
  const hidden = Object.entries({ ...formValues, change, find }).filter(([name]) => !['preview', 'done'].includes(name))
  return (
    <section className="setform edge-2 p-4 r-control stack" aria-labelledby="change">
      <h2 className="h3" id="change">
        {row.name} from a day
      </h2>
      <Form method="get" action={addressOf(part)} className="fields" preventScrollReset noValidate>
        <input type="hidden" name="change" value={change} />
        {find ? <input type="hidden" name="find" value={find} /> : null}
        <ValueFields form={form} />
        <FormValues form={form} name="from_day" label="From" />
        {part === 'road_charges' || part === 'tolls' ? (
          <FormValues form={form} name="check_by" label="Check again by" />
        ) : null}
        <FormValues
          form={form}
          name="reason"
          label={part === 'road_charges' || part === 'tolls' ? 'Where it is published' : 'Why, or who decided it'}
        />
        <div className="row whole">
          <Button type="submit" name="preview" value="1" look={preview ? 'plain' : 'primary'}>
            Show what changes
          </Button>
          {preview ? null : (
            <Link className="btn btn--quiet" to={addressOf(part)}>
              Leave it
            </Link>
          )}
        </div>
      </Form>
      <ProblemBanner text={problem} />
      {preview ? (
        <Form method="post" action={addressOf(part)} className="stack">
          <Effect preview={preview} part={part} />
          {hidden.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="attempt" value={attempt} />
          <div className="row">
            <Button type="submit" look="primary" busy={isBusy}>
              Start {part === 'cancellation' ? 'these steps' : preview.after} on {formatDateUk(preview.fromDay)}
            </Button>
            <Link className="btn btn--quiet" to={addressOf(part)}>
              Leave it
            </Link>
          </div>
        </Form>
      ) : null}
    </section>
  )
}

interface TypedProps {
  form: OpenForm
  name: string
  label: string
  hint?: string
}

const FormValues = ({ form: { formValues, errors }, name, label, hint }: TypedProps) => (
  <InputField
    key={`${name}=${formValues[name]}`}
    label={label}
    hint={hint}
    name={name}
    width="third"
    maxLength={200}
    defaultValue={formValues[name]}
    error={errors[name]}
    autoComplete="off"
  />
)

const Amount = ({ form: { formValues, errors }, name, label }: TypedProps) => (
  <MoneyField
    key={`${name}=${formValues[name]}`}
    label={label}
    name={name}
    width="third"
    maxLength={10}
    defaultValue={formValues[name]}
    error={errors[name]}
  />
)

function ValueFields({ form }: { form: OpenForm }) {
  const { value } = form.row
  if (value.part === 'commission')
    return (
      <FormValues
        form={form}
        name="percent"
        label="Commission in %"
        hint={value.companyId ? 'Leave blank for the standard rate' : undefined}
      />
    )
  if (value.part === 'road_charges') return <Amount form={form} name="amount" label="A day" />
  if (value.part === 'tolls')
    return value.charges.map(({ vans, hours }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the charges keep their order
      <Amount key={index} form={form} name={`amount_${index}`} label={`${vansText(vans)}, ${hoursWithin(hours)}`} />
    ))
  return (
    <>
      <FormValues form={form} name="free_until_hours" label="Free until, hours before" />
      <FormValues form={form} name="part_until_hours" label="A part until, hours before" />
      <FormValues form={form} name="part_percent" label="That part in %" />
    </>
  )
}

/** What happens, in a sentence each, and an example to check it by. */
function Effect({ preview, part }: { preview: Preview; part: Settings['part'] }) {
  const { before, after, fromDay, examples, warnings } = preview
  return (
    <div className="banner cells g-1 p-3-4 r-small t-sm lh-14 num">
      <b>
        {part === 'cancellation'
          ? `From ${formatDateUk(fromDay)}: ${after}. Until then: ${before}`
          : `${before} becomes ${after} on ${formatDateUk(fromDay)}`}
      </b>
      {effectTexts(preview, part).map((text) => (
        <span key={text}>{text}</span>
      ))}
      {examples.length > 0 ? (
        <ul className="list">
          {examples.map(({ what, beforePence, afterPence }) => (
            <li key={what}>
              {what}: {formatPence(beforePence)} now, then {formatPence(afterPence)}
            </li>
          ))}
        </ul>
      ) : null}
      {warnings.map((text) => (
        <b key={text}>{text}</b>
      ))}
    </div>
  )
}

function effectTexts(
  { name, companies, bookings, costPence, fromDay, isMailed }: Preview,
  part: Settings['part'],
): string[] {
  const bookingsText = countOf(bookings, 'booking')
  if (part === 'commission')
    return [
      companies === 1
        ? `${name}, for what is booked from that day on.`
        : `${countOf(companies ?? 0, 'company', 'companies')} without another agreement, for what is booked from that day on.`,
      `${bookingsText} made earlier ${bookings === 1 ? 'keeps' : 'keep'} the agreed rate.`,
      ...(isMailed ? ['We’ll email their owners as soon as it’s set.'] : []),
    ]
  if (part === 'cancellation')
    return [
      `Applies to quotes and bookings from that day. ${bookingsText} made earlier ${bookings === 1 ? 'keeps' : 'keep'} the old terms.`,
    ]
  return [
    `${bookingsText} on or after ${formatDateUk(fromDay)} ${bookings === 1 ? 'pays' : 'pay'} it and ${bookings === 1 ? 'keeps' : 'keep'} the agreed price. New quotes for moves from that day on carry the new amount.`,
    ...(costPence ? [`${costPence > 0 ? 'Cost to' : 'Saved by'} companies: ${formatPence(Math.abs(costPence))}.`] : []),
  ]
}
