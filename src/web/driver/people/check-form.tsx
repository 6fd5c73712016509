import { useState } from 'react'
import { CHECK_METHOD_LABELS, CHECK_METHODS, mayExpire, needsFiles } from '#modules/fleet/people/rules.ts'
import { PageForm, Pages } from '#web/kit/documents/page-form.tsx'
import { usePages } from '#web/kit/documents/use-pages.ts'
import { Segmented } from '#web/ui/choice.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { checkToSend, type TypedCheck } from './check-to-send.ts'
import type { Person } from './people.tsx'
import { nameOf } from './person-texts.ts'

const untyped: TypedCheck = { method: 'british_or_irish_passport', shareCode: '', dateOfBirth: '', expiresOn: '' }

/** How somebody proves the right to work: the pages or the code, then the date. All of it stays until it has arrived. */
export function CheckForm({ person, onSent }: { person: Person; onSent: () => void }) {
  const [typed, setTyped] = useState(untyped)
  const { method } = typed
  const label = `Right to work of ${nameOf(person)}`
  const state = usePages(label)
  const { errors } = state
  /** For a field that shows what was typed, and what is wrong with it. */
  const field = (key: keyof TypedCheck, name: string) => ({
    name,
    value: typed[key],
    onChange: ({ target }: { target: { value: string } }) => setTyped((before) => ({ ...before, [key]: target.value })),
    error: errors[name],
  })
  const choose = (chosen: TypedCheck['method']) => {
    setTyped((before) => ({ ...before, method: chosen }))
    state.forgetErrors()
  }
  return (
    <PageForm
      state={state}
      action={`/settings/people/${person.id}/check`}
      name={label}
      send={
        <>
          Send the check<span className="vh"> of {nameOf(person)}</span>
        </>
      }
      what={checkToSend(person.id, typed)}
      onSent={onSent}
    >
      <Segmented
        legend={`How ${nameOf(person)} proves the right to work`}
        name="method"
        className="seg--rows"
        value={method}
        onChange={choose}
        choices={CHECK_METHODS.map((value) => ({ value, label: CHECK_METHOD_LABELS[value] }))}
      />
      {needsFiles(method) ? (
        <>
          <p className="small muted">The page with the photo; of a card, both sides.</p>
          <Pages state={state} />
        </>
      ) : (
        <>
          <InputField
            {...field('shareCode', 'share_code')}
            label="Share code"
            hint="Nine characters that begin with W, from GOV.UK"
            maxLength={40}
            className="doc__day"
            autoComplete="off"
          />
          <InputField
            {...field('dateOfBirth', 'date_of_birth')}
            label="Date of birth"
            hint="Erased once the code is checked"
            type="date"
            className="doc__day"
          />
          <FieldError error={errors['pages']} />
        </>
      )}
      {mayExpire(method) ? (
        <InputField
          {...field('expiresOn', 'expires_on')}
          label="Expires on"
          hint="Leave blank if there is no time limit"
          optional
          type="date"
          className="doc__day"
        />
      ) : null}
    </PageForm>
  )
}
