import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './badge.tsx'
import { CompanyMark, type MarkedCompany } from './sign.tsx'

interface QuoteCardProps {
  company: MarkedCompany
  /** Opens what there is to know about the company. */
  onOpen?: () => void
  /** Somebody is about to. */
  onNear?: () => void
  /** A label on the corner, with its icon: "Best value". */
  flag?: ReactNode
  /** One line below the name: rating, where they come from. */
  meta: ReactNode
  /** Plate, van, what is included. */
  facts: ReactNode
  price: ReactNode
  /** Below the price: the rate, how to pay, the ceiling. */
  priceNote?: ReactNode
  /** The receipt and what comes with it; opens below the row of the action. */
  receipt: ReactNode
  isReceiptOpen?: boolean
  /** The card's own action, with class `quote__go`. */
  action: ReactNode
  isChosen?: boolean
}

/** One company's whole price: who, facts, price, then the receipt and the action in one row. */
export function QuoteCard(props: QuoteCardProps) {
  const { company, onOpen, onNear, flag, meta, facts, price, priceNote, receipt, isReceiptOpen, action, isChosen } =
    props
  const nameId = useId()
  return (
    <article className={classNames('card quote holds cells p-0', isChosen && 'is-chosen')} aria-labelledby={nameId}>
      {flag ? <span className="quote__flag inline-flex level g-15 on-sign t-xs bold">{flag}</span> : null}
      <div className="quote__main cells g-3">
        <CompanyMark {...company} />
        <div>
          <h2 className="quote__name t-md lh-12" id={nameId}>
            {onOpen ? (
              <button
                type="button"
                className="quote__open inline-flex level no-edge bg-none t-left break"
                aria-haspopup="dialog"
                onClick={onOpen}
                onFocus={onNear}
                onPointerEnter={onNear}
              >
                {company.name}
                <Icon of={ChevronRight} />
              </button>
            ) : (
              company.name
            )}
          </h2>
          <div className="meta">{meta}</div>
        </div>
        <div className="quote__price right">
          <span className="price">{price}</span>
          {priceNote ? <div className="small muted num">{priceNote}</div> : null}
        </div>
        <div className="quote__facts across flex wraps level g-2-3 t-sm">{facts}</div>
      </div>
      <details className="turns" open={isReceiptOpen}>
        <summary className="quote__foot flex level tall-control mb-4">
          <span className="link-btn">
            See the receipt
            <Icon of={ChevronDown} />
          </span>
        </summary>
        <div className="quote__more p-4 bg-paper line-top sized">
          <div className="receipt-pair__in cells g-5">{receipt}</div>
        </div>
      </details>
      {action}
    </article>
  )
}
