import { CREW_SIZE, type HelpLevel } from '#modules/fleet/rules.ts'
import { PAYMENT_TEXTS } from '#modules/pricing/commission-rules.ts'
import {
  cancellationRows,
  confirmationOf,
  stepsFromWire,
  coverText,
  waitingText,
} from '#modules/pricing/terms/rules.ts'
import { formatPence } from '#shared/money.ts'
import { lowerFirst } from '#shared/texts.ts'
import { Disclosure } from '#web/ui/banner.tsx'
import { paymentMethodOf, type Quote, type PaymentMethod } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'

/**
 * Questions that people ask before their first booking, each opened separately; with the figures of a price once one is
 * chosen.
 */
export function QuestionsBefore({ quote }: { quote?: Quote }) {
  const { order, now } = useFlow()
  const questionContext = { helpLevel: order.helpLevel, now }
  const questions = questionsBefore(
    quote ? { ...questionContext, quote, method: paymentMethodOf(order) } : questionContext,
  )
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

// What people ask before their first booking, answered with the figures of one price where there is one.

interface Question {
  question: string
  answer: string
}

/** Sentences by number of people who come. */
const people = [
  'No one comes',
  'The driver comes alone',
  'The driver and one more person come',
  'Three people come: the driver and two more',
]

/** "The driver and one more person come. …" */
export const crewText = (help: HelpLevel): string =>
  `${people[CREW_SIZE[help]] ?? people[3]}. Once the driver confirms, you’ll see their first names and photos on your booking’s page.`

interface Asked {
  helpLevel: HelpLevel
  now: Date
  /** The chosen quote; absent while several prices are compared. */
  quote?: Quote
  method?: PaymentMethod
}

function questionsBefore({ helpLevel, now, quote, method }: Asked): Question[] {
  return [
    {
      question: 'Who comes, and can I ring them?',
      answer: `${crewText(helpLevel)} You can write to them from that page as soon as you’ve booked, and ring them once they’ve confirmed.`,
    },
    {
      question: 'What’s insured?',
      answer: quote
        ? `${quote.company.name}: ${lowerFirst(coverText(quote.company.cover))} If something is damaged or lost, tell the driver at once and us within 7 days.`
        : 'Every company has goods in transit insurance. Each card shows how much it pays: the first figure is for the whole move, the second for any one item.',
    },
    {
      question: 'Do I need a parking permit?',
      answer:
        'The van has to be able to stop nearby. If that needs a visitor permit or a bay suspension, please arrange it with the council in good time. Tell the driver in your note where to stop.',
    },
    { question: 'When do I pay?', answer: payingText(method) },
    {
      question: 'Do I pay less if they finish early?',
      answer:
        'No. The price is for the move as you’ve described it: finishing early doesn’t lower it, and finishing late can’t raise it above the ceiling.',
    },
    {
      question: 'What if I’m late, or the keys are?',
      answer: `${quote ? waitingText(quote.waiting) : 'The first minutes of waiting are free with most companies; after that, each half hour is charged at the rate in the company’s details.'} Waiting never takes the price above its ceiling${quote ? `, ${formatPence(quote.ceilingPence)}` : ''}.`,
    },
    {
      question: 'Can I move the date, or change something?',
      answer:
        'Yes. Once a driver has confirmed, ask on your booking’s page for another day or time, more things or another stop. The driver sees it at once, you both see what it does to the price, and it holds once you’ve both agreed. Until a driver has confirmed, you can cancel free and book again. You can change the street, contacts, photos and note yourself.',
    },
    { question: 'What does cancelling cost?', answer: cancellingText(now, quote) },
  ]
}

const payingText = (method: PaymentMethod | undefined): string =>
  method
    ? PAYMENT_TEXTS[method]
    : `Nothing now, and no deposit. By card: ${lowerFirst(PAYMENT_TEXTS.card)} In cash: ${lowerFirst(PAYMENT_TEXTS.cash)}`

function cancellingText(now: Date, quote: Quote | undefined): string {
  if (!quote)
    return 'Nothing until a driver confirms. After that it depends on how long before the start you cancel; each company’s details give the amounts and deadlines.'
  const rows = cancellationRows(stepsFromWire(quote.cancellation), now, confirmationOf(quote, now))
  return `${rows.map(({ when, cost }) => `${when}: ${cost === 'Free' ? 'nothing' : cost}`).join('. ')}.`
}
