import { Shield } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPence, type Pence } from '#shared/money.ts'
import { Icon } from './badge.tsx'

export interface ReceiptLine {
  code: string
  label: ReactNode
  /** A smaller second line below the label. */
  detail?: ReactNode
  amountPence: Pence
}

interface ReceiptProps {
  title?: ReactNode
  date?: ReactNode
  lines: readonly ReceiptLine[]
  totalPence: Pence
  totalLabel?: string
  /** "You won’t pay more than £X unless the move changes." */
  ceilingPence?: Pence | null
  /** Who reads it: the customer whose price it is, or the company that asks it. */
  reader?: 'customer' | 'company'
  /** Note on what the price ceiling does not cover. */
  ceilingNote?: ReactNode
}

/** A till roll: every line, then the total. */
export function Receipt({
  title,
  date,
  lines,
  totalPence,
  totalLabel = 'Total',
  ceilingPence,
  reader,
  ceilingNote,
}: ReceiptProps) {
  return (
    <div className="receipt-edge">
      <div className="receipt t-sm lh-135 figures-even">
        {title || date ? (
          <div className="receipt__head flex apart g-3 mid">
            <span>{title}</span>
            <span className="num">{date}</span>
          </div>
        ) : null}
        <dl>
          {lines.map((line, index) => (
            <div className="receipt__row" key={`${line.code}-${index}`}>
              <dt className="flex flex-1 baseline g-2 shrink">
                <span>
                  {line.label}
                  {line.detail ? <small className="block-box t-xs muted">{line.detail}</small> : null}
                </span>
              </dt>
              <dd className="mid one-line">{formatPence(line.amountPence)}</dd>
            </div>
          ))}
          <div className="receipt__total">
            <dt>{totalLabel}</dt>
            <dd>{formatPence(totalPence)}</dd>
          </div>
        </dl>
        {ceilingPence ? (
          <p className="receipt__cap flex g-2 mt-3 pt-3">
            <Icon of={Shield} />
            <span>
              {reader === 'company' ? 'The customer' : 'You'} won’t pay more than{' '}
              <b className="one-line">{formatPence(ceilingPence)}</b> unless the move changes. {ceilingNote}
            </span>
          </p>
        ) : null}
      </div>
    </div>
  )
}
