import { MapPin, ShieldCheck, Users, Wrench, Zap, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { VAN_NAMES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { coverLimits, coverText } from '#modules/pricing/terms/rules.ts'
import { formatDay, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { Badge, Rating, Icon } from '#web/ui/badge.tsx'
import { QuoteCard } from '#web/ui/quote-card.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { CompanyTerms } from './company-terms.tsx'
import { paymentText, rateText, vanFacts, type Included, type Offer } from './offer-texts.tsx'
import { planText, receiptLines, timeAndTrips, tripsText, vatText } from './booking-texts.ts'

interface ReceiptProps {
  offer: Offer
  helpLevel: HelpLevel
  included: readonly Included[]
  /** Note on what the price ceiling does not cover; null if there is none. */
  ceilingNote: string | null
  /** Until when it can be booked, and so on which terms; left out: today's. */
  heldUntil?: string
}

interface OfferCardProps extends ReceiptProps {
  /** A label on the corner, with its icon. */
  flag?: ReactNode
  isChosen?: boolean
  isReceiptOpen?: boolean
  /** Where vans need different trips, or several, each says its own time. */
  showsTime: boolean
  /** The start, "10:30", if it is another than the one asked for. */
  otherStart?: string | null
  /** Opens what there is to know about the company; without it its page is linked. */
  onOpen?: () => void
  /** Somebody is about to. */
  onNear?: () => void
  /** Puts it beside another offer. */
  compare?: ReactNode
  /** Button or link with class `quote__go`. */
  action: ReactNode
}

/** A company's offer as customers see it when they pick a driver; its driver sees the same before there are customers. */
export function OfferCard({
  flag,
  isChosen,
  isReceiptOpen,
  showsTime,
  otherStart,
  onOpen,
  onNear,
  compare,
  action,
  ...receipt
}: OfferCardProps) {
  const { offer } = receipt
  const { company, workingUnit } = offer
  return (
    <QuoteCard
      company={company}
      onOpen={onOpen}
      onNear={onNear}
      isChosen={isChosen}
      flag={flag}
      meta={
        <>
          {company.rating === null ? (
            <span>No reviews yet</span>
          ) : onOpen ? (
            <Rating rating={company.rating} count={company.reviewsCount} />
          ) : (
            <Link className="tap" to={`/companies/${company.id}`}>
              <Rating rating={company.rating} count={company.reviewsCount} />
            </Link>
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
          {otherStart ? <b className="num">Free at {otherStart}</b> : null}
          {offer.confirmsAtOnce ? (
            <Badge tone="green-soft" icon={Zap}>
              Confirmed at once
            </Badge>
          ) : null}
          {offer.plan ? <PlanLines offer={offer} /> : showsTime ? <b className="num">{timeAndTrips(offer)}</b> : null}
          {compare}
        </>
      }
      price={formatPence(offer.totalPence)}
      priceNote={
        <>
          {rateText(offer.hourlyPence)}
          <br />
          {paymentText(offer.paymentMethods)}
        </>
      }
      receipt={<OfferReceipt {...receipt} />}
      isReceiptOpen={isReceiptOpen}
      action={action}
    />
  )
}

interface Planned {
  plan?: { vans: number; days: number } | null | undefined
  workingUnits?:
    | { number: number; day: number; van: { category: VanCategory }; trips: number; startAt: string; endAt: string }[]
    | undefined
}

/** The vans of a plan, each with its days and times; nothing for a van that does it alone. */
export function PlanLines({ offer }: { offer: Planned }) {
  const { workingUnits = [] } = offer
  if (!offer.plan) return null
  return (
    <>
      <b>{planText(offer)}</b>
      {workingUnits.map(({ number, day, van, trips, startAt, endAt }) => (
        <span key={`${number} ${day}`} className="num">
          {VAN_NAMES[van.category]}, {stretchText(startAt, endAt)}
          {trips > 1 ? `, ${tripsText(trips)}` : ''}
        </span>
      ))}
    </>
  )
}

/** "Sat 14 March, 08:00 to 16:30". */
function stretchText(startAt: string, endAt: string): string {
  const [start, end] = [toLocal(new Date(startAt)), toLocal(new Date(endAt))]
  return `${formatDay(start.day)}, ${formatTime(start.minute)} to ${formatTime(end.minute)}`
}

function OfferReceipt({ offer, helpLevel, included, ceilingNote, heldUntil }: ReceiptProps) {
  return (
    <>
      <Receipt
        lines={receiptLines(offer.lines, helpLevel)}
        totalPence={offer.totalPence}
        ceilingPence={offer.ceilingPence}
        ceilingNote={ceilingNote}
      />
      <ul className="ticks">
        <li>
          <Icon of={ShieldCheck} />
          {coverText(offer.company.cover)}
        </li>
        {included.map(({ kind, text }) => (
          <li key={text}>
            <Icon of={kindIcons[kind]} />
            {text}
          </li>
        ))}
        <li className="muted">{vatText(offer.vatPence)}</li>
        <li>
          <CompanyTerms company={offer.company} heldUntil={heldUntil} />
        </li>
      </ul>
    </>
  )
}

const kindIcons: Record<Included['kind'], LucideIcon> = { people: Users, furniture: Wrench, stops: MapPin }
