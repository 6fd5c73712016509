import { Users } from 'lucide-react'
import { useState, type ReactNode, useEffect, useRef } from 'react'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { CREW_SIZE } from '#modules/fleet/rules.ts'
import { confirmationOf, waitingText } from '#modules/pricing/terms/rules.ts'
import type { getCompanyPage, listCompanyReviews } from '#modules/reviews/contract.ts'
import { REVIEW_ORDERS, type ReviewOrder } from '#modules/reviews/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { CancelTable, vanFacts } from '#web/kit/bookings/offer-texts.tsx'
import { PlanLines } from '#web/kit/bookings/offer-card.tsx'
import { TermsText } from '#web/kit/bookings/company-terms-dialog.tsx'
import { drawnLoad, fitText, loadOfOrder } from '#web/kit/bookings/load.ts'
import { tripsText } from '#web/kit/bookings/booking-texts.ts'
import { CoverLines, TrackRecord, CompanyPhotos } from '#web/kit/company/track-record.tsx'
import { Marks, REVIEW_ORDER_NAMES, ReviewArticle } from '#web/kit/company/review.tsx'
import { useRead } from '#web/kit/session/api-fetch.ts'
import { Rating, Icon } from '#web/ui/badge.tsx'
import { Banner, Disclosure } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { CompanyMark, Plate } from '#web/ui/sign.tsx'
import { Person, Van } from '#web/ui/van.tsx'
import type { Order, Quote } from '../draft/order.ts'
import { crewText } from './questions.tsx'
import '#web/kit/company/company.css'
import '#web/kit/bookings/bookings.css'

interface SheetProps {
  quote: Quote
  order: Order
  now: Date
  /** Chooses this quote; left out where it can no longer be chosen, or is already. */
  onChoose?: (() => void) | undefined
}

/**
 * Details of a company before its price is chosen: the same as on its public page, with this move’s load in its van.
 */
export function CompanySheet({ quote, order, now, onChoose }: SheetProps) {
  const { company } = quote
  return (
    <Dialog title={company.name} isWide>
      <div className="sheet cells g-5">
        <div className="row gap-3">
          <CompanyMark {...company} />
          <div className="meta">
            {company.rating === null ? (
              <span>No reviews yet</span>
            ) : (
              <Rating rating={company.rating} count={company.reviewsCount} />
            )}
            <span>{company.basePlace}</span>
          </div>
        </div>
        <YourVan quote={quote} order={order} />
        <FromTheirPage quote={quote} order={order} />
        <Part title="If you cancel, or they wait">
          <CancelTable steps={quote.cancellation} now={now} isConfirmed={confirmationOf(quote, now)} />
          <p className="small mt-2">{waitingText(quote.waiting)}</p>
        </Part>
        <OwnTerms quote={quote} />
      </div>
      {onChoose ? (
        <div className="dialog__acts">
          <Button look="primary" wide onClick={onChoose}>
            Choose for {formatPence(quote.totalPence)}
          </Button>
        </div>
      ) : null}
    </Dialog>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="sheet__part" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
)

/** To scale, filled as far as this load fills it. */
function YourVan({ quote, order }: Pick<SheetProps, 'quote' | 'order'>) {
  const { workingUnit, trips } = quote
  const { van } = workingUnit
  const { load, fits } = loadOfOrder(order)
  const fit = fits[van.category]
  const details = VAN_DETAILS[van.category]
  return (
    <Part title={quote.plan ? 'Their vans, your load' : 'Their van, your load'}>
      {quote.plan ? (
        <p className="small flex col g-1">
          <PlanLines offer={quote} />
        </p>
      ) : null}
      <div className="kerb m-30">
        <Van category={van.category} load={load.pieces > 0 ? drawnLoad(fit) : 0} isNamed />
        {Array.from({ length: CREW_SIZE[order.helpLevel] }, (_, index) => (
          <Person key={index} />
        ))}
      </div>
      <div className="row row--apart mt-2">
        <span className="small">
          <b>
            {details.name}, {vanFacts(van)}
          </b>
          <br />
          {load.pieces > 0
            ? trips > 1
              ? `In ${tripsText(trips)}`
              : fit.trips === 1
                ? fitText(fit, load)
                : 'In one trip'
            : 'You haven’t listed anything yet'}
        </span>
        <Plate registration={van.registration} front />
      </div>
    </Part>
  )
}

/** What is asked for when the sheet opens. */
function FromTheirPage({ quote, order }: Pick<SheetProps, 'quote' | 'order'>) {
  const { state, retry } = useRead<typeof getCompanyPage>(`/api/company/${quote.company.id}/public-profile/`)
  if (state === 'asking')
    return (
      <div className="stack gap-3" aria-busy>
        <output className="vh">Opening {quote.company.name}</output>
        <Skeleton />
        <Skeleton />
        <Skeleton shape="line--short" />
      </div>
    )
  if (typeof state === 'string')
    return (
      <Banner tone="bad" isAlert>
        <p>
          {state === 'absent'
            ? 'This company is no longer with us. Choose another.'
            : 'We couldn’t open this company. Check your connection and try again.'}
        </p>
        {state === 'failed' ? (
          <Button size="small" className="mt-2" onClick={retry}>
            Try again
          </Button>
        ) : null}
      </Banner>
    )
  return <Known company={state} quote={quote} order={order} />
}

function Known({
  company,
  quote,
  order,
}: { company: AnswerOf<typeof getCompanyPage> } & Pick<SheetProps, 'quote' | 'order'>) {
  const van = company.vans.find(({ registration }) => registration === quote.workingUnit.van.registration)
  return (
    <>
      {company.description ? <p className="long note as-typed">{company.description}</p> : null}
      <Part title="Who comes">
        <ul className="ticks">
          <li>
            <Icon of={Users} />
            {crewText(order.helpLevel)}
          </li>
          {van && van.people > 0 ? (
            <li>
              <Icon of={Users} />
              {van.people === 1
                ? 'One person works with this van. We’ve checked their right to work.'
                : `${van.people} people work with this van. We’ve checked the right to work of each.`}
            </li>
          ) : null}
        </ul>
      </Part>
      <Part title="What’s insured">
        <ul className="ticks">
          <CoverLines cover={quote.company.cover} papers={company.papers} />
        </ul>
      </Part>
      <TrackRecord figures={company.figures} headingLevel="h3" />
      {company.photos.length > 0 ? (
        <Part title="Photos">
          <CompanyPhotos name={company.name} photos={company.photos} />
        </Part>
      ) : null}
      <Part title={company.reviewsCount > 0 ? countOf(company.reviewsCount, 'review') : 'No reviews yet'}>
        <SheetReviews company={company} />
      </Part>
    </>
  )
}

/** Terms of the company for this price, in its own words; fetched when opened. */
function OwnTerms({ quote: { company, validUntil } }: Pick<SheetProps, 'quote'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Part title="Their terms">
      <Disclosure summary={`Terms of ${company.name}`} onOpen={() => setOpen(true)}>
        {isOpen ? <TermsText company={company} heldUntil={validUntil} headingLevel="h4" /> : null}
      </Disclosure>
      <p className="mt-2">
        <a className="tap" href={`/companies/${company.id}`} target="_blank" rel="noopener">
          See their page: area, rates and vans
        </a>
      </p>
    </Part>
  )
}

type Company = AnswerOf<typeof getCompanyPage>

/** Reviews in words, the newest first unless asked otherwise, page by page. */
function SheetReviews({ company }: { company: Company }) {
  const [order, setOrder] = useState<ReviewOrder>('newest')
  if (company.reviewsCount === 0) return <p className="muted">Customers review a move once it’s finished.</p>
  return (
    <>
      <Marks {...company} />
      {company.reviewsCount > 1 ? (
        <Segmented
          className="mt-4"
          legend="Order of the reviews"
          name="review-order"
          choices={REVIEW_ORDERS.map((value) => ({ value, label: REVIEW_ORDER_NAMES[value] }))}
          value={order}
          onChange={setOrder}
        />
      ) : null}
      <div className="divide mt-3">
        <ReviewsPage key={order} company={company} order={order} after={null} />
      </div>
    </>
  )
}

const PAGE_SIZE = 5

function ReviewsPage({ company, order, after }: { company: Company; order: ReviewOrder; after: string | null }) {
  const query = new URLSearchParams({ order, page_size: String(PAGE_SIZE), ...(after ? { after } : {}) })
  const { state, retry } = useRead<typeof listCompanyReviews>(`/api/company/${company.id}/reviews/?${query.toString()}`)
  const [isMoreAsked, askMore] = useState(false)
  const start = useRef<HTMLDivElement>(null)
  const isFurther = after !== null
  useEffect(() => {
    // The button that was pressed is gone.
    if (isFurther) start.current?.focus()
  }, [isFurther])
  return (
    <div ref={start} tabIndex={isFurther ? -1 : undefined} aria-busy={state === 'asking'}>
      {state === 'asking' ? <Skeleton /> : null}
      {state === 'failed' || state === 'absent' ? (
        <Button size="small" onClick={retry}>
          Reviews couldn’t be loaded. Try again
        </Button>
      ) : null}
      {typeof state === 'object' ? (
        <>
          {state.results.map((review) => (
            <ReviewArticle key={review.id} review={review} companyName={company.name} />
          ))}
          {state.nextCursor && isMoreAsked ? (
            <ReviewsPage company={company} order={order} after={state.nextCursor} />
          ) : null}
          {state.nextCursor && !isMoreAsked ? (
            <Button size="small" className="mt-3" onClick={() => askMore(true)}>
              More reviews
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
