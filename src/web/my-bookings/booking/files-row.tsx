import { CalendarDays, Copy, FileText, Printer } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { isFinished, isOnCalendar, isUnanswered, referenceOf } from '#modules/bookings/rules.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { saveFile } from '#web/kit/upload/send-files.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { SharedBooking } from '../booking-view.ts'

/** What can be taken away from the page: its time, its receipt, its link. Its customer's files hold the addresses. */
export function FilesRow({ booking, isOwn }: { booking: SharedBooking; isOwn: boolean }) {
  const toast = useToast()
  const copy = async () => {
    const url = new URL(`/booking/${booking.hash}`, window.location.href).href
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    toast(
      isCopied
        ? { title: 'Link copied', text: 'Anybody who has it sees towns and times, no streets, and can change nothing.' }
        : { title: 'Not copied', text: 'Copy the address of this page instead.', tone: 'bad' },
    )
  }
  const { isBusy, save } = useSave(booking)
  if (booking.awaitingVerification) return null
  return (
    <div className="row files-row">
      {isOnCalendar(booking.status) && !isJustBooked(booking) ? (
        <CalendarLink booking={booking} isOwn={isOwn} className="link-btn">
          Calendar file
        </CalendarLink>
      ) : null}
      {isOwn && isFinished(booking.status) ? (
        <LinkButton
          icon={FileText}
          disabled={isBusy}
          onClick={() => void save('receipt', `receipt-VF-${referenceOf(booking.id)}.pdf`)}
        >
          Receipt as PDF
        </LinkButton>
      ) : null}
      <LinkButton icon={Printer} onClick={() => window.print()}>
        Print the receipt
      </LinkButton>
      <LinkButton icon={Copy} onClick={() => void copy()}>
        Copy link to share
      </LinkButton>
    </div>
  )
}

/** Then its page says it first, with the calendar file as what to do next. */
export const isJustBooked = ({ status, isHot, awaitingVerification }: SharedBooking): boolean =>
  isUnanswered(status) && !isHot && !awaitingVerification

function useSave({ id }: SharedBooking) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const save = async (path: 'calendar' | 'receipt', name: string) => {
    setBusy(true)
    const answer = await apiFetch(`/api/booking/${id}/${path}/`).catch(() => null)
    if (answer?.ok) saveFile(await answer.blob(), name)
    else if (answer?.status !== 401)
      toast({ title: 'Download', text: 'Check your connection and try again.', tone: 'bad' })
    setBusy(false)
  }
  return { isBusy, save }
}

interface CalendarLinkProps {
  booking: SharedBooking
  isOwn: boolean
  className: string
  children: string
}

/** The time for one's own calendar. */
export function CalendarLink({ booking, isOwn, className, children }: CalendarLinkProps) {
  const { save } = useSave(booking)
  const name = `vanfare-${referenceOf(booking.id)}.ics`
  // The link serves the public file to browsers without script.
  const saveOwn = (event: MouseEvent) => {
    if (!isOwn) return
    event.preventDefault()
    void save('calendar', name)
  }
  return (
    <a className={className} href={`/api/booking/${booking.hash}/calendar-file/`} download={name} onClick={saveOwn}>
      <Icon of={CalendarDays} />
      {children}
    </a>
  )
}
