import type { Action } from '#modules/bookings/rules.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import type { ChangeSaid } from './change-answer.server.ts'
import { ChangeProposed, ChangeSent } from './change-proposed.tsx'
import { overText, type ChangeShown } from './change-texts.ts'
import { KeysLinks } from './keys-link.tsx'
import type { KeysLinkShown } from './keys-texts.ts'
import { PriceChange } from './price-change.tsx'
import type { Proposal } from './proposal-in.ts'
import { ProposeChange } from './propose-change.tsx'

interface BookingChangesProps {
  booking: {
    id: string
    status: string
    totalPence: number
    allowedActions: readonly Action[]
  }
  /** Latest first. */
  changes: readonly ChangeShown[]
  keysLinks: readonly KeysLinkShown[]
  /** Which side is looking. */
  side: 'customer' | 'mover'
  /** How the other side is called. */
  who: string
  mayPrice: boolean
  /** Nobody waits for them any more. */
  areKeysThere?: boolean
  onKeep?: ((proposal: Proposal, photos: readonly File[]) => void) | undefined
  pageAnswer?: Answer<ChangeSaid>
}

/** All about changes that one side of a booking has on its page: what waits, what can be asked, what became of it, and the link for the keys. */
export function BookingChanges({
  booking,
  changes,
  keysLinks,
  side,
  who,
  mayPrice,
  areKeysThere,
  onKeep,
  pageAnswer,
}: BookingChangesProps) {
  const open = changes.find(({ state }) => state === 'open')
  const over = changes.filter(({ state }) => state !== 'open')
  const isOn = booking.status === 'confirmed' || booking.status === 'in_progress'
  const shown = { bookingId: booking.id, totalPence: booking.totalPence }
  return (
    <>
      {open?.awaits === side ? (
        <ChangeProposed {...shown} change={open} who={open.proposedBy === side ? 'You' : who}>
          {side === 'mover' && mayPrice && !open.line ? <PriceChange {...shown} change={open} /> : null}
        </ChangeProposed>
      ) : null}
      {open && open.awaits !== side ? <ChangeSent {...shown} change={open} whoDecides={who} /> : null}
      {side === 'mover' && !open && booking.allowedActions.includes('propose_change') ? (
        <ProposeChange
          {...shown}
          mayPrice={mayPrice}
          mayMove={booking.status === 'confirmed'}
          who={who}
          onKeep={onKeep}
        />
      ) : null}
      {over.length > 0 ? <PastChanges changes={over} /> : null}
      {isOn && !areKeysThere ? (
        <KeysLinks bookingId={booking.id} links={keysLinks} side={side} pageAnswer={pageAnswer} />
      ) : null}
    </>
  )
}

const PastChanges = ({ changes }: { changes: readonly ChangeShown[] }) => (
  <section className="card" aria-labelledby="past-changes">
    <h2 className="h3" id="past-changes">
      Changes
    </h2>
    <dl className="num mt-2">
      {changes.map(({ id, state, line, words, kind, answeredAt, createdAt }) => (
        <div className="sumline" key={id}>
          <dt>
            {words || line?.label || (kind === 'time' ? 'New start time' : 'A change')}
            <br />
            <small>
              {overText(state)}, {formatDayTime(new Date(answeredAt ?? createdAt))}
            </small>
          </dt>
          <dd>{state === 'agreed' && line ? formatPence(line.amountPence) : ''}</dd>
        </div>
      ))}
    </dl>
  </section>
)
