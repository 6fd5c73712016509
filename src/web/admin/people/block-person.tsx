import { Form, useNavigation } from 'react-router'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import { blockTexts, FLAW_TEXTS, type Person } from './person-texts.ts'

/** Blocks the account, or ends the block. Both need a reason, which colleagues read. */
export function BlockPerson({ person, answer }: { person: Person; answer: Answer | undefined }) {
  const { blockFlaw } = person
  const isBlocked = person.status === 'blocked'
  if (blockFlaw && !isBlocked) return <p className="small muted">{FLAW_TEXTS[blockFlaw]}</p>
  return isBlocked ? (
    <ReasonForm intent="unblock" label="Why the block ends" button="Unblock" answer={answer} />
  ) : (
    <Disclosure summary={`Block ${person.firstName}`} isOpen={answer?.ok === false}>
      <div className="stack mt-3">
        {blockTexts(person).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <ReasonForm intent="block" label="Why" button={`Block ${person.firstName}`} answer={answer} />
      </div>
    </Disclosure>
  )
}

interface ReasonFormProps {
  intent: 'block' | 'unblock'
  label: string
  button: string
  answer: Answer | undefined
}

function ReasonForm({ intent, label, button, answer }: ReasonFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  const refused = errorAt(answer, 'reason')
  return (
    <Form method="post" className="stack">
      <input type="hidden" name="intent" value={intent} />
      <TextareaField
        label={label}
        name="reason"
        rows={3}
        maxLength={2000}
        hint="A sentence, for colleagues. The person is told whom to contact, not this."
        error={refused}
      />
      <FieldError error={answer && !answer.ok && !refused ? answer.detail : null} />
      <div className="row">
        <Button type="submit" look={intent === 'block' ? 'danger' : 'primary'} busy={isBusy}>
          {button}
        </Button>
      </div>
    </Form>
  )
}
