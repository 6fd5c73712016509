import { CalendarDays, MapPin, ReceiptPoundSterling, Wallet, Calendar } from 'lucide-react'
import { Link, Form } from 'react-router'
import { shareImageOf } from '#modules/content/share-images/rules.ts'
import { isCompanyListed } from '#modules/content/sitemap/rules.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { getCompanyPage, listCompanyReviews } from '#modules/reviews/contract.ts'
import type { ReviewOrder } from '#modules/reviews/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay, addDays } from '#shared/local-time.ts'
import { CompanyTerms } from '#web/kit/bookings/company-terms.tsx'
import { paymentText } from '#web/kit/bookings/offer-texts.tsx'
import { CoverLines, TrackRecord, CompanyPhotos } from '#web/kit/company/track-record.tsx'
import { PriceList } from '#web/kit/company/prices.tsx'
import { Marks, ReviewArticle, type Review } from '#web/kit/company/review.tsx'
import { JsonLd } from '#web/kit/content/json-ld.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { type PageHandle, useRootData } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, namedBy } from '#web/kit/session/gate.server.ts'
import { FUEL_NAMES } from '#web/kit/units/unit-link.tsx'
import { Rating, Icon } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { CompanyMark, Place, Plate, Sign } from '#web/ui/sign.tsx'
import { Van } from '#web/ui/van.tsx'
import type { Route } from './+types/company'
import { companyAddress, companyData } from './company-data.ts'
import { moreReviews, orderIn, ReviewsInOrder } from './review-order.tsx'

/** The same for everybody. */
export const handle: PageHandle = {
  isOfSite: true,
  isPublic: true,
  offersHelp: true,
  drawnBy: { order: ['highest', 'lowest'] },
}

type CompanyPage = AnswerOf<typeof getCompanyPage>

interface Loaded {
  company: CompanyPage
  reviews: Review[]
  /** Link to the next page of reviews; null if there is none. */
  more: string | null
  order: ReviewOrder
  today: LocalDay
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: `${loaderData.company.name}, man and van in ${loaderData.company.basePlace}`,
        description: `Reviews, vans, area and how ${loaderData.company.name} keeps to time and price.`,
        path: companyAddress(loaderData.company),
        isIndexed: isCompanyListed(loaderData.company),
        image: shareImageOf('company', loaderData.company.id),
      })
    : pageMeta(matches, { title: 'Company' })

export async function loader({ params, context, url }: Route.LoaderArgs): Promise<Loaded> {
  const call = context.get(apiContext)
  const order = orderIn(url)
  const input = { params: { id: params.company } }
  const [page, list] = await Promise.all([
    call(getCompanyPage, input),
    call(listCompanyReviews, { ...input, query: { order } }),
  ])
  const company = namedBy(page)
  const { results: reviews, nextCursor: more } = dataOf(list)
  const today = localDayOf(nowIn(context))
  return { company, reviews, more, order, today }
}

export default function Company({ loaderData: { company, reviews, more, order, today } }: Route.ComponentProps) {
  const publicUrl = useRootData()?.config.publicUrl ?? ''
  return (
    <Page>
      <JsonLd of={[companyData(company, publicUrl)]} />
      <Intro company={company} today={today} />
      <TrackRecord figures={company.figures} />
      {company.vans.length > 0 ? <Vans vans={company.vans} /> : null}
      {company.photos.length > 0 ? <Photos company={company} /> : null}
      {company.prices ? <PriceList prices={company.prices} /> : null}
      <section className="co-band" aria-labelledby="area">
        <h2 id="area">Where they pick up</h2>
        {company.districts.length > 0 ? (
          <Districts districts={company.districts} />
        ) : (
          <p className="muted">They take no jobs at the moment.</p>
        )}
        {company.districts.length > 0 ? (
          <p className="small muted mt-3">They deliver anywhere in Great Britain.</p>
        ) : null}
      </section>
      <Reviews company={company} reviews={reviews} more={more} order={order} />
    </Page>
  )
}

const FIRST_DISTRICTS = 24

function Districts({ districts }: Pick<CompanyPage, 'districts'>) {
  const places = (some: readonly string[]) => (
    <div className="row gap-2">
      {some.map((district) => (
        <Place key={district}>{district}</Place>
      ))}
    </div>
  )
  const rest = districts.slice(FIRST_DISTRICTS)
  return (
    <>
      {places(districts.slice(0, FIRST_DISTRICTS))}
      {rest.length > 0 ? (
        <Disclosure className="mt-3" summary={`${rest.length} more`}>
          {places(rest)}
        </Disclosure>
      ) : null}
    </>
  )
}

function Intro({ company, today }: { company: CompanyPage; today: LocalDay }) {
  return (
    <div className="co-intro cells g-5 level">
      <div className="stack gap-5">
        <div className="co mark-l cells g-4 level">
          <CompanyMark {...company} />
          <div>
            <h1 className="long">{company.name}</h1>
            <div className="meta mt-2">
              {company.rating === null ? (
                <span>No reviews yet</span>
              ) : (
                <Rating rating={company.rating} count={company.reviewsCount} />
              )}
              <span>
                <Icon of={MapPin} />
                {company.basePlace}
              </span>
              <span>
                <Icon of={CalendarDays} />
                On Vanfare since {company.memberSince.slice(0, 4)}
              </span>
            </div>
          </div>
        </div>
        {company.description ? <p className="lead long note as-typed">{company.description}</p> : null}
        <ul className="ticks">
          <CoverLines {...company} />
          <li>
            <Icon of={ReceiptPoundSterling} />
            {company.isVatRegistered
              ? 'VAT registered: the price you see has VAT in it'
              : 'Not VAT registered: the price you see has no VAT in it'}
          </li>
          <li>
            <Icon of={Wallet} />
            {paymentText(company.paymentMethods)}
          </li>
          {company.takesJobs ? (
            <li>
              <CompanyTerms company={company} />
            </li>
          ) : null}
        </ul>
      </div>
      {company.takesJobs ? (
        <Sign aria-labelledby="their-price">
          <h2 className="h3" id="their-price">
            See their price for your move
          </h2>
          <QuickQuote firstDay={today} />
          <p className="small mt-3 on-sign-2">Compare it with other companies’ whole prices.</p>
        </Sign>
      ) : null}
    </div>
  )
}

const Vans = ({ vans }: Pick<CompanyPage, 'vans'>) => (
  <section className="co-band" aria-labelledby="vans">
    <h2 id="vans">Their vans</h2>
    <p className="muted mb-4">Drawn to scale, including the load space.</p>
    <ul className="garage cells g-5 list">
      {vans.map((van) => (
        <li className="cells g-3" key={van.registration}>
          <div className="kerb">
            <Van category={van.category} />
          </div>
          <div className="row row--apart">
            <div>
              <h3>
                {VAN_NAMES[van.category]}
                {van.hasTailLift ? ', tail-lift' : ''}
              </h3>
              <p className="small muted">
                {van.make} {van.model}, {FUEL_NAMES[van.fuel].toLowerCase()}
                {van.euroClass === null ? '' : `, Euro ${van.euroClass}`}. About {VAN_DETAILS[van.category].volumeM3}
                {'\u00a0m³'}
              </p>
            </div>
            <Plate registration={van.registration} front />
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const Photos = ({ company }: { company: CompanyPage }) => (
  <section className="co-band" aria-labelledby="photos">
    <h2 id="photos">Photos</h2>
    <CompanyPhotos {...company} />
  </section>
)

function Reviews({ company, reviews, more, order }: Omit<Loaded, 'today'>) {
  const { reviewsCount: count, marks } = company
  return (
    <section className="co-band" aria-labelledby="reviews">
      <div className="duo duo--top">
        <div>
          <h2 id="reviews">{count === 0 ? 'No reviews yet' : countOf(count, 'review')}</h2>
          {count > 1 ? <ReviewsInOrder order={order} /> : null}
          <div className="divide">
            {reviews.map((review) => (
              <ReviewArticle key={review.id} review={review} companyName={company.name} />
            ))}
          </div>
          {more ? (
            <Link className="btn" to={moreReviews(company.id, order, more)}>
              More reviews
            </Link>
          ) : null}
        </div>
        {marks ? (
          <aside className="card" aria-label="Marks">
            <Marks {...company} />
          </aside>
        ) : null}
      </div>
    </section>
  )
}

/** From, to and when: the front page checks them and leads on to the first booking step. */
const QuickQuote = ({ firstDay }: { firstDay: LocalDay }) => (
  <Form className="stack gap-3 mt-4" action="/" noValidate aria-label="Your move">
    <PostcodeField
      hideLabel
      label="Moving from, postcode"
      name="from"
      placeholder="Moving from (postcode)"
      autoComplete="postal-code"
    />
    <PostcodeField hideLabel label="Moving to, postcode" name="to" placeholder="Moving to (postcode)" />
    <InputField
      hideLabel
      label="Moving date"
      icon={<Icon of={Calendar} />}
      type="date"
      name="date"
      min={firstDay}
      max={addDays(firstDay, 180)}
    />
    <Button type="submit" look="primary" wide>
      See prices for your move
    </Button>
  </Form>
)
