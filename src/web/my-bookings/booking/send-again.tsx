import { Link, useFetcher } from 'react-router'
import { problemText, type Answer } from '#web/kit/forms/answer.ts'
import type { BookingAnswers } from './booking-answers.ts'
import { Button } from '#web/ui/button.tsx'

/** For a mail that did not come: send it again, or book with another address. */
export function SendAgain({ pageAnswer }: { pageAnswer: Answer<string> | undefined }) {
  const { Form, data, state } = useFetcher<BookingAnswers>({ key: 'send-again' })
  const answer = data?.sentAgain ?? pageAnswer
  return (
    <>
      <div className="row mt-4">
        <Form method="post">
          <input type="hidden" name="intent" value="send-again" />
          <Button type="submit" look="sign" busy={state !== 'idle'}>
            Send it again
          </Button>
        </Form>
        <Link className="link-btn" to="/confirm-booking">
          Wrong address? Change it
        </Link>
      </div>
      <output className="small mt-2">{answer ? (answer.ok ? answer.data : problemText(answer)) : ''}</output>
    </>
  )
}
