import { useFetcher } from 'react-router'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/field.tsx'
import type { BookingAnswers } from './booking-answers.ts'
import type { StartAnswer } from './answer-booking.server.ts'

/**
 * Form that sends the code by text message, and the code that starts the booking, for customers without their mailbox
 * at hand.
 */
export function StartByPhone({ pageAnswer }: { pageAnswer?: StartAnswer }) {
  const codeRequest = useFetcher<BookingAnswers>({ key: 'start-code' })
  const start = useFetcher<BookingAnswers>({ key: 'start-booking' })
  // Result of the form, if the page works without script.
  const codeAnswer = codeRequest.data?.start ?? pageAnswer
  const startAnswer = start.data?.start
  const refused = [startAnswer, codeAnswer].find((one) => one?.state === 'refused' && !one.error)
  const error = startAnswer?.error ?? (pageAnswer?.error && !startAnswer ? pageAnswer.error : undefined)
  return (
    <section className="card stack" aria-labelledby="by-phone">
      <h2 className="h3" id="by-phone">
        Can’t get to your email?
      </h2>
      <p className="muted">
        We can text a code to the number you gave. It completes the booking, but the booking won’t appear in My Bookings
        until you confirm your email.
      </p>
      <ProblemBanner text={refused?.text} />
      <codeRequest.Form method="post">
        <Button type="submit" busy={codeRequest.state !== 'idle'}>
          {codeAnswer ? 'Text me another code' : 'Text me a code'}
        </Button>
        <output className="small mt-2">{codeAnswer?.state === 'sent' ? codeAnswer.text : ''}</output>
      </codeRequest.Form>
      {codeAnswer ? (
        <start.Form method="post" className="stack" noValidate>
          <CodeField error={error} />
          <Button type="submit" look="primary" busy={start.state !== 'idle'}>
            Complete my booking
          </Button>
        </start.Form>
      ) : null}
    </section>
  )
}
