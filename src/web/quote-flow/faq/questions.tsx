import { Disclosure } from '#web/ui/disclosure.tsx'
import { paymentMethodOf, type Quote } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { questionsBefore } from './answers.ts'

/** What people ask before their first booking, each opened by itself; with the figures of a price once one is chosen. */
export function QuestionsBefore({ quote }: { quote?: Quote }) {
  const { order, now } = useFlow()
  const asked = { helpLevel: order.helpLevel, now }
  const questions = questionsBefore(quote ? { ...asked, quote, method: paymentMethodOf(order) } : asked)
  return (
    <section className="card mt-4" aria-labelledby="questions">
      <h2 className="h3" id="questions">
        Before you book
      </h2>
      <div className="mt-2">
        {questions.map(({ question, answer }) => (
          <Disclosure key={question} summary={question}>
            <p className="small mb-4">{answer}</p>
          </Disclosure>
        ))}
      </div>
    </section>
  )
}
