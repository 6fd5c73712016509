import { useFetcher, useLocation } from 'react-router'
import { formatPence } from '#shared/money.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { BookingAnswers } from './booking-answers.ts'
import type { SharedBooking } from '../booking-view.ts'

/** The driver says that the customer has cancelled: the customer says whether that is so. */
export function ReportedCard({ booking, pageAnswer }: { booking: SharedBooking; pageAnswer: Answer | undefined }) {
  const { Form, data, state, formData } = useFetcher<BookingAnswers>({ key: 'reported-cancellation' })
  const { pathname } = useLocation()
  const answer = data?.reported ?? pageAnswer
  const feePence = booking.claimedFeePence ?? 0
  const isSending = (intent: string) => state !== 'idle' && formData?.get('intent') === intent
  const name = booking.company?.name ?? 'The driver'
  return (
    <section className="card stack" aria-labelledby="reported">
      <h2 className="h3" id="reported">
        Did you cancel?
      </h2>
      <p>{name} has told us that you did. You owe nothing unless you confirm it.</p>
      {answer && !answer.ok ? (
        <Banner tone="bad" isAlert>
          {answer.detail}
        </Banner>
      ) : null}
      <div className="row">
        <Form method="post" action={pathname}>
          <input type="hidden" name="intent" value="deny-cancellation" />
          <input type="hidden" name="bookingId" value={booking.id} />
          <Button type="submit" look="primary" busy={isSending('deny-cancellation')}>
            No, I still need it
          </Button>
        </Form>
        <Form method="post" action={pathname}>
          <input type="hidden" name="intent" value="agree-cancellation" />
          <input type="hidden" name="bookingId" value={booking.id} />
          <input type="hidden" name="feePence" value={feePence} />
          <Button type="submit" look="danger" busy={isSending('agree-cancellation')}>
            {feePence > 0 ? `Yes, I cancelled. Pay ${formatPence(feePence)}` : 'Yes, I cancelled'}
          </Button>
        </Form>
      </div>
      <p className="small muted">
        {booking.status === 'confirmed'
          ? 'Your booking stays as it is until you answer. If you still need it, we’ll tell the driver to come.'
          : 'If you still need it, we’ll offer it to other drivers at the same price, if there’s time, and look into what happened.'}
        {feePence > 0 ? ` Cancelling cost ${formatPence(feePence)} when it was reported.` : ''}
      </p>
    </section>
  )
}
