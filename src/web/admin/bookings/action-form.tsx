import { Form, useNavigation } from 'react-router'
import type { listMoveUnits } from '#modules/bookings/office/contract.ts'
import { stateOf } from '#modules/bookings/lifecycle/rules.ts'
import type { BoardAction } from '#modules/board/rules.ts'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { readablePhone } from '#shared/phone.ts'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CheckBox, SelectCards } from '#web/ui/choice.tsx'
import { Empty } from '#web/ui/page.tsx'
import { FieldError, InputField, TextareaField } from '#web/ui/field.tsx'
import { focusOnArrival } from '#web/ui/focus.ts'
import { Plate } from '#web/ui/sign.tsx'
import { actionTexts, type OneBooking } from './act-texts.ts'

export type Units = AnswerOf<typeof listMoveUnits>['results']

interface ActFormProps {
  booking: OneBooking
  action: BoardAction
  /** Units that the booking can be moved to. */
  units: Units
  answer: Answer | undefined
}

/** Says what follows before it is done. */
export function ActForm({ booking, action, units, answer }: ActFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const problem = formProblemOf(answer)
  const { ask, follows, act } = actionTexts(action, booking)
  const backTo = `/admin/bookings/${booking.id}`
  const isAboutMoney = action === 'mark_charged' || action === 'mark_refunded'
  const isNoUnitFree = action === 'move' && units.length === 0
  return (
    <section className="card" aria-labelledby="act">
      <h2 className="h3" id="act" ref={focusOnArrival} tabIndex={-1}>
        {ask}
      </h2>
      {isNoUnitFree ? (
        <Empty title="No other unit can do it" headingLevel="h3" action={<ButtonLink to={backTo}>Back</ButtonLink>}>
          No other unit in the area with the right van and crew is free then.
        </Empty>
      ) : (
        <>
          <ul className="cells g-1 mt-2 mb-4">
            {follows.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Form method="post" className="stack" noValidate preventScrollReset>
            <ProblemBanner text={problem} />
            <input type="hidden" name="action" value={action} />
            <input type="hidden" name="seen" value={stateOf(booking)} />
            {action === 'move' ? <UnitChoice units={units} error={errorAt(answer, 'working_unit_id')} /> : null}
            {isAboutMoney ? (
              <InputField
                label="The provider’s reference"
                hint="The card provider’s payment reference."
                name="reference"
                required
                maxLength={100}
                autoComplete="off"
                error={errorAt(answer, 'reference')}
              />
            ) : action === 'ask_again' ? null : (
              <>
                {booking.allowHotJob ? null : (
                  <CheckBox name="customerAgreed" value="yes">
                    The customer wanted no other driver, and has now agreed to one on the phone
                  </CheckBox>
                )}
                <TextareaField
                  label="Why"
                  hint="Only the office reads it."
                  name="reason"
                  optional
                  rows={2}
                  maxLength={500}
                  error={errorAt(answer, 'reason')}
                />
              </>
            )}
            <div className="row">
              <Button type="submit" look="primary" busy={isBusy}>
                {act}
              </Button>
              <ButtonLink to={backTo} preventScrollReset>
                Back
              </ButtonLink>
            </div>
          </Form>
        </>
      )}
    </section>
  )
}

function UnitChoice({ units, error }: { units: Units; error: string | undefined }) {
  return (
    <>
      <SelectCards
        legend="Which unit"
        name="workingUnitId"
        className="units cells g-2"
        cardClass="pick--row"
        tickFirst
        defaultValue={units.length === 1 ? units[0]?.id : undefined}
        choices={units.map(({ id, name, company, van, driver, reliability }) => ({
          value: id,
          label: (
            <span>
              <b>
                {company.name}, {name}
              </b>{' '}
              <Plate registration={van.registration} front />
              <br />
              <span className="small muted num">
                {[
                  `${VAN_NAMES[van.category]}, ${van.make} ${van.model}`,
                  reliability === null ? null : `Keeps ${Math.round(reliability * 100)}% of its bookings`,
                  phoneText(driver?.phone ?? company.phone),
                ]
                  .filter(Boolean)
                  .join('. ')}
              </span>
            </span>
          ),
        }))}
      />
      {error ? <FieldError error={error} /> : null}
    </>
  )
}

const phoneText = (phone: string | null): string | null => (phone ? readablePhone(phone) : null)
