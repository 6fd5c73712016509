import { useFetcher } from 'react-router'
import { mayExpire, needsFiles, type CheckMethod } from '#modules/fleet/people/rules.ts'
import type { ToSend } from '#web/kit/documents/document-files.tsx'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import type { Person, Van } from './people.tsx'

interface PersonFormProps {
  /** Person to edit; absent to add one. */
  person?: Person
  /** Asked about when somebody is added; later each van has its own buttons. */
  vans?: readonly Van[]
}

/** Names and, if there are several vans, on which of them a new person works. */
export function PersonForm({ person, vans = [] }: PersonFormProps) {
  const fetcher = useFetcher<Answer>()
  const isBusy = fetcher.state !== 'idle'
  const answer = isBusy ? undefined : fetcher.data
  return (
    <fetcher.Form method="post" action="/settings/people" className="stack" noValidate>
      <input type="hidden" name="intent" value={person ? 'save' : 'add'} />
      {person ? <input type="hidden" name="personId" value={person.id} /> : null}
      <div className="fields">
        <InputField
          label="First name"
          hint="Customers see this"
          name="first_name"
          required
          defaultValue={person?.firstName}
          maxLength={60}
          width="half"
          autoComplete="off"
          error={errorAt(answer, 'first_name')}
        />
        <InputField
          label="Last name"
          hint="Exactly as on their passport or permit"
          name="last_name"
          defaultValue={person?.lastName}
          maxLength={60}
          width="half"
          autoComplete="off"
          error={errorAt(answer, 'last_name')}
        />
      </div>
      {vans.length > 1 ? (
        <fieldset>
          <legend className="label">Works on</legend>
          <input type="hidden" name="choosesVans" value="yes" />
          {vans.map(({ id, called }) => (
            <CheckBox key={id} name="unit" value={id} defaultChecked>
              {called}
            </CheckBox>
          ))}
        </fieldset>
      ) : null}
      {person?.isChecked ? (
        <p className="small muted">A new name goes back to the office. Until it is approved, the old one counts.</p>
      ) : null}
      <FieldError error={formProblemOf(answer)} />
      <div>
        <Button type="submit" look={person ? 'plain' : 'primary'} busy={isBusy}>
          {person ? 'Save' : 'Add person'}
        </Button>
      </div>
    </fetcher.Form>
  )
}

export interface TypedCheck {
  method: CheckMethod
  shareCode: string
  dateOfBirth: string
  expiresOn: string
}

/** A right-to-work check as it is chosen: what was typed or photographed for another way of proving it stays in the form. */
export function checkToSend(personId: string, { method, shareCode, dateOfBirth, expiresOn }: TypedCheck): ToSend {
  const fields = {
    method,
    ...(needsFiles(method) ? {} : { share_code: shareCode, date_of_birth: dateOfBirth }),
    ...(mayExpire(method) ? { expires_on: expiresOn } : {}),
  }
  return {
    path: `/api/company/people/${personId}/check/`,
    fields,
    places: Object.keys(fields).filter((name) => name !== 'method'),
    flaws: {},
    takesPages: needsFiles(method),
    done: { title: 'Check sent' },
  }
}
