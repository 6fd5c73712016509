import { Form, useNavigation } from 'react-router'
import { errorAt } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import { momentText } from '#web/kit/billing/billing-texts.ts'
import type { Done } from './document.tsx'
import type { BillingDocument } from './families.ts'

type LineQuery = NonNullable<BillingDocument['lines'][number]['query']>

/** What the mover asks about lines, each with the office’s answer or a form for it. */
export function LineQuestions({ document, answer }: { document: BillingDocument; answer: Done | undefined }) {
  const queried = document.lines.flatMap(({ query, reference }) => (query ? [{ query, reference }] : []))
  if (queried.length === 0) return null
  return (
    <section className="card mt-4 bill-corrections" aria-labelledby="queries">
      <div className="card__head">
        <h2 className="h3" id="queries">
          Queries of the company
        </h2>
      </div>
      <ul className="list divide">
        {queried.map(({ query, reference }) => (
          <li key={query.id} className="stack gap-3 bill-query">
            <p className="small muted num">
              Booking {reference}, {momentText(query.askedAt)}
            </p>
            <p className="long note">{query.text}</p>
            {query.answer === null ? (
              <AnswerForm query={query} reference={reference} answer={answer} />
            ) : (
              <p className="long note">
                <b>Answered{query.answeredAt ? ` ${momentText(query.answeredAt)}` : ''}: </b>
                {query.answer}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AnswerFormProps {
  query: LineQuery
  reference: string
  answer: Done | undefined
}

function AnswerForm({ query: { id }, reference, answer }: AnswerFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const refused = answer && !answer.ok && answer.intent === `answer ${id}` ? answer : undefined
  const error = errorAt(refused, 'text')
  return (
    <Form method="post" className="stack gap-3" noValidate preventScrollReset>
      {refused && !error ? (
        <Banner tone="bad" isAlert>
          {refused.detail}
        </Banner>
      ) : null}
      <input type="hidden" name="intent" value={`answer ${id}`} />
      <TextareaField
        label={`Answer about ${reference}`}
        hint="It is emailed to the company and stays with the line."
        name="text"
        rows={2}
        maxLength={1000}
        error={error}
      />
      <div className="row">
        <Button type="submit" busy={isBusy}>
          Answer
        </Button>
      </div>
    </Form>
  )
}
