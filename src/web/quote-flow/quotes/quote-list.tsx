import { receiptLines, vatText } from '#web/kit/bookings/price-words.ts'
import { Banknote, MapPin, ShieldCheck, Star, Users, Wrench, Zap, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { coverLimits, coverText } from '#modules/pricing/customer-terms/rules.ts'
import { formatPence } from '#shared/money.ts'
import { Rating } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { QuoteCard } from '#web/ui/quote-card.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { CompanyTerms } from '#web/kit/bookings/company-terms.tsx'
import { useFlow } from '../flow-context.tsx'
import type { Quote } from '../draft/order.ts'
import { flagsOf, type Flag } from './quote-flags.ts'
import type { Ordering } from './quote-search.ts'
import { timeAndTrips } from '#web/kit/bookings/trip-words.ts'
import { includedTexts, type Included, paymentText, rateText, vanFacts } from './quote-view.ts'

interface QuoteListProps {
  quotes: readonly Quote[]
  places: readonly string[]
  /** What the ceilings do not hold. */
  ceilingNote: string | null
  count: number
  ordering: Ordering
  page: number
  /** An expired price cannot be chosen. */
  isExpired: boolean
}

/** The companies' whole prices; on a wide screen the first receipt is open. */
export function QuoteList({ quotes, places, ceilingNote, count, ordering, page, isExpired }: QuoteListProps) {
  const { order, dispatch } = useFlow()
  const navigate = useNavigate()
  const flags = flagsOf({ quotes, count, ordering, page })
  const [isWide] = useState(() => window.matchMedia('(min-width: 768px)').matches)
  const included = includedTexts(order, places)
  const choose = (quote: Quote) => {
    dispatch({ type: 'quote-selected', quote })
    void navigate('/confirm-booking')
  }
  return (
    <ul className="quotes">
      {quotes.map((quote, index) => (
        <li key={quote.quoteId}>
          <OneQuote
            quote={quote}
            flag={flags.get(quote.quoteId)}
            included={included}
            ceilingNote={ceilingNote}
            isOpen={index === 0 && page === 1 && isWide}
            isExpired={isExpired}
            showsTime={quotes.some(({ trips }) => trips > 1)}
            onChoose={() => choose(quote)}
          />
        </li>
      ))}
    </ul>
  )
}

interface OneQuoteProps {
  quote: Quote
  flag: Flag | undefined
  included: readonly Included[]
  ceilingNote: string | null
  isOpen: boolean
  isExpired: boolean
  /** Where vans need different trips, or several, each says its own time. */
  showsTime: boolean
  onChoose: () => void
}

function OneQuote({ quote, flag, included, ceilingNote, isOpen, isExpired, showsTime, onChoose }: OneQuoteProps) {
  const { order } = useFlow()
  const { company, workingUnit } = quote
  return (
    <QuoteCard
      company={company}
      isChosen={order.selectedQuote?.workingUnit.id === workingUnit.id}
      flag={
        flag ? (
          <>
            <Icon of={flagWords[flag].icon} />
            {flagWords[flag].text}
          </>
        ) : null
      }
      meta={
        <>
          {company.rating === null ? (
            <span>No reviews yet</span>
          ) : (
            <Rating rating={company.rating} count={company.reviewsCount} />
          )}
          <span>{company.basePlace}</span>
          {company.reliability === null ? null : <span>{Math.round(company.reliability * 100)}% of bookings kept</span>}
        </>
      }
      facts={
        <>
          <Plate registration={workingUnit.van.registration} front />
          <span>{vanFacts(workingUnit.van)}</span>
          <span className="num">{coverLimits(company.cover)}</span>
          {showsTime ? <b className="num">{timeAndTrips(quote)}</b> : null}
        </>
      }
      price={formatPence(quote.totalPence)}
      priceNote={
        <>
          {rateText(quote.hourlyPence)}
          <br />
          {paymentText(quote.paymentMethods)}
        </>
      }
      receipt={<QuoteReceipt quote={quote} included={included} ceilingNote={ceilingNote} />}
      isReceiptOpen={isOpen}
      action={
        <Button look="primary" className="quote__go" disabled={isExpired} onClick={onChoose}>
          Choose<span className="vh"> {company.name}</span>
        </Button>
      }
    />
  )
}

function QuoteReceipt({ quote, included, ceilingNote }: Pick<OneQuoteProps, 'quote' | 'included' | 'ceilingNote'>) {
  const { order } = useFlow()
  return (
    <>
      <Receipt
        lines={receiptLines(quote.lines, order.helpLevel)}
        totalPence={quote.totalPence}
        ceilingPence={quote.ceilingPence}
        ceilingNote={ceilingNote}
      />
      <ul className="ticks">
        <li>
          <Icon of={ShieldCheck} />
          {coverText(quote.company.cover)}
        </li>
        {included.map(({ kind, text }) => (
          <li key={text}>
            <Icon of={kindIcons[kind]} />
            {text}
          </li>
        ))}
        <li className="muted">{vatText(quote.vatPence)}</li>
        <li>
          <CompanyTerms company={quote.company} heldUntil={quote.validUntil} />
        </li>
      </ul>
    </>
  )
}

const kindIcons: Record<Included['kind'], LucideIcon> = { people: Users, furniture: Wrench, stops: MapPin }

const flagWords: Record<Flag, { text: string; icon: LucideIcon }> = {
  cheapest: { text: 'Cheapest', icon: Banknote },
  'top-rated': { text: 'Top rated', icon: Star },
  electric: { text: 'Electric van', icon: Zap },
}
