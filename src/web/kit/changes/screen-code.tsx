import { useFetcher } from 'react-router'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ChangeSaid } from './change-answer.server.ts'
import './changes.css'

/** A code on the driver's screen, by which the customer finds their own page. */
export function ScreenCode({
  bookingId,
  pageAnswer,
}: {
  bookingId: string
  pageAnswer?: Answer<ChangeSaid> | undefined
}) {
  const { Form, data, state } = useFetcher<Answer<ChangeSaid>>({ key: 'screen-code' })
  const answer = data ?? pageAnswer
  const code = answer?.ok ? answer.data.screenCode : undefined
  return (
    <section className="card stack" aria-labelledby="screen-code">
      <h2 className="h3" id="screen-code">
        Customer without their link?
      </h2>
      <p className="muted">
        Show them a code. They type it at /day-code on their own phone, and log in there or get a code by text.
      </p>
      {data && !data.ok ? (
        <Banner tone="bad" isAlert>
          {data.detail}
        </Banner>
      ) : null}
      {code ? <output className="h2 num">{code}</output> : null}
      <Form method="post">
        <input type="hidden" name="bookingId" value={bookingId} />
        <Button type="submit" name="intent" value="screen-code" busy={state !== 'idle'}>
          {code ? 'Another code' : 'Show a code'}
        </Button>
      </Form>
    </section>
  )
}
