// What follows when the office does something with a booking, said before it is done.
import type { getBoardBooking } from '#modules/board/bookings/contract.ts'
import type { BoardAction } from '#modules/board/rules.ts'
import { noOneTookAt } from '#modules/bookings/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { officeMoment } from '#web/kit/office/office-pages.ts'

export type OneBooking = AnswerOf<typeof getBoardBooking>

interface ActionTexts {
  /** On the way to the form, and as its heading. */
  ask: string
  /** What follows from it. Sentences. */
  follows: string[]
  /** Label of the button. */
  act: string
  /** Once it is done. */
  done: string
}

/** Amounts and names as the words say them. */
interface ActionNotice {
  loses: string[]
  price: string
  amount: string
  endsAt: string
  company: string
  respondBy: string
  /** Subject of the reminder. */
  question: string
}

export const actionTexts = (
  action: BoardAction,
  { company, totalPence, startAt, question, card }: OneBooking,
): ActionTexts =>
  WORDS[action]({
    loses: company ? [`${company.name} loses the job and is notified. It isn’t counted against them.`] : [],
    price: formatPence(totalPence),
    amount: formatPence(card?.amountPence ?? 0),
    company: company?.name ?? 'The driver',
    respondBy: question ? officeMoment(question.due) : 'the deadline',
    question: REMINDED[question?.kind ?? 'booking'],
    endsAt: officeMoment(noOneTookAt(new Date(startAt)).toISOString()),
  })

const REMINDED: Record<NonNullable<OneBooking['question']>['kind'], string> = {
  booking: 'of this booking',
  reconfirmation: 'to say whether it’s still going ahead,',
  change: 'to answer the change,',
}

const WORDS: Record<BoardAction, (said: ActionNotice) => ActionTexts> = {
  ask_again: ({ company, respondBy, question }) => ({
    ask: 'Ask the driver again',
    follows: [
      `${company} is reminded ${question} by email, text or device, as they chose.`,
      `The time to answer stays the same: until ${respondBy}.`,
    ],
    act: 'Ask again',
    done: 'The driver has been asked again.',
  }),
  move: ({ loses, price }) => ({
    ask: 'Move to another unit',
    follows: [
      ...loses,
      `The unit that you choose gets it at ${price}: the customer’s price stays.`,
      'Its driver has to accept, as with any new booking, and we tell the customer who we’ve asked.',
    ],
    act: 'Move it',
    done: 'Moved. Everyone has been notified.',
  }),
  make_hot: ({ loses, price, endsAt }) => ({
    ask: 'Make it hot',
    follows: [
      ...loses,
      `Every driver who can do it is offered it at ${price}, and the first to accept gets it. We tell the customer that we’re looking for another driver.`,
      `If no one takes it by ${endsAt}, the booking ends.`,
    ],
    act: 'Make it hot',
    done: 'It’s now a hot job. Everyone has been notified.',
  }),
  mark_charged: ({ amount }) => ({
    ask: 'Mark as charged',
    follows: [
      `You have charged ${amount} to the customer’s card. The ledger and the company’s statement say from now on that we hold it.`,
      'It can’t be undone, only refunded.',
    ],
    act: `Mark ${amount} as charged`,
    done: `${amount} is marked as charged.`,
  }),
  mark_refunded: ({ amount }) => ({
    ask: 'Mark as refunded',
    follows: [`You have paid ${amount} back to the customer’s card. The ledger records it as refunded.`],
    act: `Mark ${amount} as refunded`,
    done: `${amount} is marked as refunded.`,
  }),
}
