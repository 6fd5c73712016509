import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { formatPence } from '#shared/money.ts'
import type { Answer, Problem } from '#web/kit/forms/answer.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { focusIfLost } from '#web/ui/focus.ts'
import { useToast } from '#web/ui/toast.tsx'
import { whereText, type SharedBooking } from './booking-view.ts'
import type { BookingAnswers } from './booking/booking-answers.ts'
import type { Cancelled } from './booking/answer-booking.server.ts'

export interface Cancel {
  /** Fee at this moment, in pence. */
  feePence: number
  /** It is being asked on the page itself, because there is no script for a dialog. */
  isAsked: boolean
  /** Result of the form, if the page works without script. */
  pageAnswer: Answer<Cancelled> | undefined
}

function useCancelAnswer() {
  const { data, ...fetcher } = useFetcher<BookingAnswers>({ key: 'cancel-booking' })
  return { ...fetcher, data: data?.cancelled }
}

/** Tells the page that the booking was cancelled, even if the button has disappeared. */
export function useCancelled(): void {
  const { data, state } = useCancelAnswer()
  const { closeAll } = useDialogs()
  const toast = useToast()
  const handled = useRef(data)
  useEffect(() => {
    if (!data?.ok || data === handled.current) return
    handled.current = data
    closeAll()
    toast({ title: 'Cancelled', text: cancelText(data.data.feePence, 'done') })
    // oxlint-disable-next-line react/exhaustive-deps -- an answer is heard once
  }, [data])
  useEffect(() => {
    if (state === 'idle' && handled.current) focusIfLost()
  }, [state])
}

interface CancelProps {
  booking: SharedBooking
  cancel: Cancel
}

/** Under the table of what it costs. */
export function CancelBooking({ booking, cancel }: CancelProps) {
  const { open } = useDialogs()
  const { pathname } = useLocation()
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    open(<CancelDialog booking={booking} cancel={cancel} />)
  }
  if (cancel.isAsked) {
    return (
      <div className="mt-4" id="cancel">
        <CancelForm booking={booking} cancel={cancel} />
      </div>
    )
  }
  return (
    <ButtonLink
      look="danger"
      wide
      className="mt-4"
      to={`${pathname}?cancel=yes#cancel`}
      aria-haspopup="dialog"
      onClick={ask}
    >
      {cancelText(cancel.feePence, 'ask')}
    </ButtonLink>
  )
}

function CancelDialog({ booking, cancel }: CancelProps) {
  const { closeAll } = useDialogs()
  return (
    <Dialog title="Cancel this move?">
      <p className="muted">{whereText(booking)}.</p>
      <CancelForm booking={booking} cancel={cancel} onKeep={closeAll} />
    </Dialog>
  )
}

function CancelForm({ booking, cancel, onKeep }: CancelProps & { onKeep?: () => void }) {
  const { Form, data, state } = useCancelAnswer()
  // An answer from before this dialog opened is about something else.
  const [before] = useState(data)
  const { pathname, search } = useLocation()
  const fresh = data === before ? cancel.pageAnswer : data
  const answer = fresh && !fresh.ok ? fresh : undefined
  // The page that comes with an answer has the new amount already.
  const feePence = feeOf(data === before ? undefined : answer, cancel.feePence)
  return (
    <Form method="post" action={pathname + search} className="stack">
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="bookingId" value={booking.id} />
      <input type="hidden" name="feePence" value={feePence} />
      <ProblemBanner text={answer?.detail} />
      <p>{cancelText(feePence, 'before')}</p>
      <div className="dialog__acts">
        {onKeep ? (
          <Button look="primary" onClick={onKeep}>
            Keep the booking
          </Button>
        ) : null}
        <Button type="submit" look="danger" busy={state !== 'idle'}>
          {cancelText(feePence, 'do')}
        </Button>
      </div>
    </Form>
  )
}

type When = 'ask' | 'before' | 'do' | 'done'

const FREE: Record<When, string> = {
  ask: 'Cancel for free',
  before: 'It’s free. We’ll tell the driver straight away and release the slot.',
  do: 'Cancel for free',
  done: 'It costs nothing.',
}

/** What cancelling costs, on the button that asks, before, on the button that does it, and afterwards. */
export function cancelText(feePence: number, when: When): string {
  const fee = formatPence(feePence)
  if (feePence === 0) return FREE[when]
  const texts: Record<When, string> = {
    ask: `Cancel for ${fee}`,
    before: `You’ll pay ${fee}. We’ll tell the driver straight away and release the slot.`,
    do: `Cancel and pay ${fee}`,
    done: `It costs ${fee}, as shown.`,
  }
  return texts[when]
}

/** Fee to ask about, in pence: the one shown, or the new one from the refusal if it has changed. */
export function feeOf(refused: Problem | undefined, shownPence: number): number {
  const fee = Number(refused?.suggested?.['fee_pence'])
  return Number.isInteger(fee) ? fee : shownPence
}
