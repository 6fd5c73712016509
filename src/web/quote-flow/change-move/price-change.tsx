import { ArrowRight, CircleCheck, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPence } from '#shared/money.ts'
import { Icon } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Sign } from '#web/ui/sign.tsx'
import {
  differencePence,
  differenceText,
  reasonText,
  signedPence,
  timeText,
  type Booked,
  type Priced,
} from './change-texts.ts'
import './change-move.css'

interface SignProps {
  booked: Booked
  /** Null while nothing is changed, or its price is not known. */
  priced: Priced | null
  who: string
  isBusy: boolean
}

/** Old price, new price and what is between them; and who has to agree. */
export function PriceSign({ booked: { booked }, priced, who, isBusy }: SignProps) {
  return (
    <>
      <Sign aria-label="What it does to the price" aria-live="polite" aria-busy={isBusy}>
        {priced ? <Shift priced={priced} /> : <Booking booked={booked} />}
      </Sign>
      {priced ? <Way priced={priced} who={who} /> : null}
      {priced ? null : (
        <p className="small muted">
          {isBusy
            ? 'Working out the price…'
            : 'Change anything and you see the new price before anyone is asked, at the rates you booked at.'}
        </p>
      )}
    </>
  )
}

function Booking({ booked: { totalPence, ceilingPence } }: Pick<Booked, 'booked'>) {
  return (
    <>
      <p className="small on-sign-2">You booked</p>
      {totalPence === null ? null : <p className="sign__big yel">{formatPence(totalPence)}</p>}
      {ceilingPence === null ? null : <p className="small on-sign-2">No more than {formatPence(ceilingPence)}</p>}
    </>
  )
}

function Shift({ priced }: { priced: Priced }) {
  const { from, to, differences } = priced
  return (
    <>
      <dl className="shift cells g-3 num">
        <div>
          <dt className="small on-sign-2">You booked</dt>
          <dd>{formatPence(from.totalPence)}</dd>
        </div>
        <Icon of={ArrowRight} />
        <div className="shift__new">
          <dt className="small on-sign-2">New price</dt>
          <dd className="yel">{formatPence(to.totalPence)}</dd>
        </div>
      </dl>
      <dl className="terms t-sm lh-13 num mt-4">
        {differences.map(({ label, amountPence }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{signedPence(amountPence)}</dd>
          </div>
        ))}
        <div className="bold">
          <dt>Difference</dt>
          <dd>{signedPence(differencePence(priced))}</dd>
        </div>
        <div>
          <dt>No more than</dt>
          <dd>{formatPence(to.ceilingPence)}</dd>
        </div>
        <div>
          <dt>Done by about</dt>
          <dd>{timeText(to.endAt)}</dd>
        </div>
      </dl>
    </>
  )
}

function Way({ priced: { reasons }, who }: { priced: Priced; who: string }) {
  const isAtOnce = reasons.length === 0
  return (
    <div className={classNames('how cells g-3 p-3-4 r-control small lh-14', !isAtOnce && 'how--ask')}>
      <Icon of={isAtOnce ? CircleCheck : Hourglass} />
      <div>
        <b className="block-box t-md">{isAtOnce ? 'Done at once' : `Needs the yes of ${who}`}</b>
        <p className="muted">
          {reasonText(reasons, who)}
          {isAtOnce ? '' : ' Until they answer, the booking stays as it is.'}
        </p>
      </div>
    </div>
  )
}

/** The same in the bar at the foot of a phone. */
export function ChangeBar({ priced, who, children }: { priced: Priced | null; who: string; children: ReactNode }) {
  return (
    <section className="flow-bar sticks" aria-label="Next">
      <div className="actions actions--phone">
        <div className="actions__sum shrink t-sm lh-125 muted">
          {priced ? (
            <>
              <b className="block-box t-lg ink figures-even one-line">{formatPence(priced.to.totalPence)}</b>
              {differenceText(differencePence(priced))}.{' '}
              {priced.reasons.length === 0 ? 'Done at once' : `Needs the yes of ${who}`}
            </>
          ) : (
            <>
              <b className="block-box t-lg ink">Fresh prices</b>
              Your booking stays until you choose
            </>
          )}
        </div>
        {children}
      </div>
    </section>
  )
}
