import { isUnanswered } from '#modules/bookings/rules.ts'
import { Form, useNavigation } from 'react-router'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { ProblemBanner, Disclosure } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { InputField, TextareaField } from '#web/ui/field.tsx'
import type { Booking } from '../booking-view.ts'
import { addressOf, hasPickUpsContact, itemField, pointField, type FormValues } from './edit-form.ts'

interface DetailsProps {
  booking: Booking
  /** Name of the company on the page. */
  who: string
  answer: Answer | undefined
  /** What came back with an answer; undefined where the form shows what is saved. */
  formValues: FormValues | undefined
}

/** What a customer changes by themselves: it counts at once and costs nothing. */
export function DetailsForm({ booking, who, answer, formValues }: DetailsProps) {
  const { formData, state } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('intent') === 'details'
  const problem = formProblemOf(answer)
  const given = { formValues, answer }
  return (
    <Form method="post" action="#details" className="card stack" id="details" aria-labelledby="at-once" noValidate>
      <input type="hidden" name="intent" value="details" />
      <div>
        <h2 className="h3" id="at-once">
          Contacts, addresses and notes
        </h2>
        <p className="muted">
          The price and the time stay as they are.{' '}
          {isUnanswered(booking.status)
            ? 'Changes take effect as soon as you save.'
            : `We’ll tell ${who} as soon as you save.`}
        </p>
      </div>
      <ProblemBanner text={problem} />
      {booking.routePoints.map((point) => (
        <PointFields key={point.number} booking={booking} point={point} {...given} />
      ))}
      <TextareaField
        label="Note for the driver"
        hint="Parking, a gate code, anything that helps on the day."
        name="customer_note"
        optional
        rows={3}
        maxLength={4000}
        defaultValue={formValues?.['customer_note'] ?? booking.customerNote}
        error={errorAt(answer, 'customer_note')}
      />
      {booking.items.length > 0 ? <ItemNotes booking={booking} {...given} /> : null}
      <div className="row">
        <Button type="submit" look="primary" busy={isBusy}>
          Save changes
        </Button>
      </div>
    </Form>
  )
}

type Given = Pick<DetailsProps, 'formValues' | 'answer'>

function PointFields({
  booking,
  point,
  formValues,
  answer,
}: Given & { booking: Booking; point: Booking['routePoints'][number] }) {
  const last = booking.routePoints.length - 1
  const index = booking.routePoints.indexOf(point)
  const title = index === 0 ? 'Pick-up' : index === last ? 'Drop-off' : `Stop ${index}`
  const field = (name: string, saved: string | null) => {
    const path = pointField(point.number, name)
    return { name: path, defaultValue: formValues?.[path] ?? saved ?? '', error: errorAt(answer, path) }
  }
  const same = pointField(point.number, 'same')
  return (
    <fieldset className="edit-point gap-3 line-top pt-4 stack">
      <legend className="label w-full mb-3 break">
        {title}, {point.place} {point.postcode}
      </legend>
      <div className="fields">
        <InputField
          label="Street"
          {...field('formatted_address', addressOf(point))}
          optional={!addressOf(point)}
          maxLength={300}
          autoComplete="off"
          width="half"
        />
        <InputField
          label="Flat or house"
          {...field('flat_and_house', point.flatAndHouse)}
          optional
          maxLength={120}
          autoComplete="off"
          width="half"
        />
      </div>
      {index > 0 ? (
        <CheckBox
          name={same}
          value="yes"
          defaultChecked={formValues ? same in formValues : hasPickUpsContact(booking, point)}
        >
          Same contact as at the pick-up
        </CheckBox>
      ) : null}
      <div className="fields edit-point__contact">
        <InputField
          label="Contact name"
          {...field('contact_name', point.contactName)}
          maxLength={100}
          autoComplete="off"
          width="half"
        />
        <InputField
          label="Contact number"
          {...field('contact_number', point.contactNumber)}
          type="tel"
          maxLength={40}
          autoComplete="off"
          width="half"
        />
      </div>
    </fieldset>
  )
}

/** Which of two wardrobes. What comes along is the move, and changes only if both agree. */
function ItemNotes({ booking: { items }, formValues, answer }: Given & { booking: Booking }) {
  const isWrong = items.some((_, index) => errorAt(answer, itemField(index)))
  return (
    <Disclosure summary="Notes on individual items" isOpen={isWrong}>
      <div className="fields mt-3">
        {items.map(({ name, amount, note }, index) => (
          <InputField
            key={itemField(index)}
            label={amount > 1 ? `${amount} × ${name}` : name}
            name={itemField(index)}
            optional
            maxLength={200}
            width="half"
            defaultValue={formValues?.[itemField(index)] ?? note ?? ''}
            error={errorAt(answer, itemField(index))}
          />
        ))}
      </div>
    </Disclosure>
  )
}
