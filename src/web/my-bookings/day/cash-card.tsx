import { useFetcher } from 'react-router'
import { cashTitle } from './cash-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Said } from './day-action.server.ts'
import type { OwnDay } from './day-texts.ts'

interface CashCardProps {
  day: OwnDay
  company: string
  pageAnswer: Answer<Said> | undefined
}

/** What the driver says was paid in cash, for the customer to read and to question with one press. */
export function CashCard({ day, company, pageAnswer }: CashCardProps) {
  const { Form, data, state } = useFetcher<Answer<Said>>()
  const answer = data ?? pageAnswer
  const { cash, mayDisputeCash, bookingId } = day
  if (!cash) return null
  return (
    <section className={mayDisputeCash && cash.paid !== 'full' ? 'card ask' : 'card'} aria-labelledby="cash">
      <h2 className="h3" id="cash">
        {cashTitle(cash)}
      </h2>
      <p className="muted mt-1">{stateText(cash, company)}</p>
      {cash.reason ? <p className="long mt-2">“{cash.reason}”</p> : null}
      {answer && !answer.ok && mayDisputeCash ? (
        <Banner tone="bad" isAlert className="mt-3">
          {answer.detail}
        </Banner>
      ) : null}
      {mayDisputeCash ? (
        <Form method="post" className="mt-3">
          <input type="hidden" name="intent" value="dispute-cash" />
          <input type="hidden" name="bookingId" value={bookingId} />
          <Button type="submit" busy={state !== 'idle'}>
            That isn’t right
          </Button>
        </Form>
      ) : null}
    </section>
  )
}

function stateText({ state, at }: NonNullable<OwnDay['cash']>, company: string): string {
  if (state === 'decided') return 'Our office has decided that.'
  const said = `${company} recorded this at ${timeText(at)}.`
  return state === 'disputed' ? `${said} You’ve disputed this, so our office will ask you both.` : said
}
