import { useState } from 'react'
import { referenceOf } from '#modules/bookings/rules.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { RemoteData } from '../draft/draft.ts'

/** What to say before hanging up. */
export function Booked({ booking, url }: { booking: RemoteData['manualBooking']; url: string }) {
  const { id, company, totalPence, respondBy, startAt } = booking
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <div className="stack">
      <Banner tone="good" isAlert title={`Booked for ${formatPence(totalPence)}`}>
        {formatDayTime(new Date(startAt))}, reference {referenceOf(id)}.{' '}
        {company && respondBy
          ? `${company.name} has until ${formatDayTime(new Date(respondBy))} to confirm.`
          : 'It is a hot job now: every driver who can do it has been told.'}
      </Banner>
      <p>
        The customer has been sent the link to their booking:{' '}
        <a className="break" href={url}>
          {url}
        </a>
      </p>
      <div className="row gap-3">
        <ButtonLink look="primary" to="/additional-services">
          Book another
        </ButtonLink>
        <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy the link'}</Button>
      </div>
    </div>
  )
}
