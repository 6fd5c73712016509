import { useFetcher } from 'react-router'
import { timeText } from '#web/kit/day/clock-view.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import type { Said } from './day-action.server.ts'

interface ArrivedFormProps {
  /** Undefined for whoever has the link alone. */
  bookingId: string | undefined
}

/** The customer says that they came; then the clock runs. */
export function ArrivedForm({ bookingId }: ArrivedFormProps) {
  const { Form, data, state } = useFetcher<Answer<Said>>()
  return (
    <Form method="post" className="mt-4">
      <input type="hidden" name="intent" value={bookingId === undefined ? 'arrived-by-link' : 'arrived'} />
      <input type="hidden" name="bookingId" value={bookingId ?? ''} />
      <Button type="submit" look="sign" busy={state !== 'idle'}>
        They’re here
      </Button>
      {data && !data.ok ? (
        <p className="small mt-2" role="alert">
          {data.detail}
        </p>
      ) : null}
    </Form>
  )
}

interface EarlyStartFormProps {
  bookingId: string
  startedAt: string
}

/** They began before the agreed start: it is free unless the customer agrees to pay from then. */
export function EarlyStartForm({ bookingId, startedAt }: EarlyStartFormProps) {
  const { Form, data, state } = useFetcher<Answer<Said>>()
  return (
    <Form method="post" className="mt-4">
      <input type="hidden" name="intent" value="agree-to-start" />
      <input type="hidden" name="bookingId" value={bookingId} />
      <input type="hidden" name="startedAt" value={startedAt} />
      <Button type="submit" look="sign" busy={state !== 'idle'}>
        Agree to count from {timeText(startedAt)}
      </Button>
      <p className="small on-sign-2 mt-2">You needn’t: the time before the agreed start is free.</p>
      {data && !data.ok ? (
        <p className="small mt-2" role="alert">
          {data.detail}
        </p>
      ) : null}
    </Form>
  )
}
