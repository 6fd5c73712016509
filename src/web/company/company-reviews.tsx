import { getCompanyPage, listCompanyReviews } from '#modules/reviews/contract.ts'
import type { ReviewOrder } from '#modules/reviews/rules.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { ReviewArticle, type Review } from '#web/kit/company/review.tsx'
import { dataOf, namedBy } from '#web/kit/session/gate.server.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/company-reviews'
import { moreReviews, orderIn, ReviewsInOrder } from './review-order.tsx'

interface Loaded {
  id: string
  name: string
  reviews: Review[]
  more: string | null
  order: ReviewOrder
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Reviews of ${loaderData.name}` : 'Reviews' })

/** Further pages of a company's reviews: their number has no end, so they are not kept like its page. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Loaded> {
  const call = context.get(apiContext)
  const input = { params: { id: params.company } }
  const { id, name } = namedBy(await call(getCompanyPage, input))
  const order = orderIn(new URL(request.url))
  const list = await readPage(request.url, (place) =>
    call(listCompanyReviews, { ...input, query: { ...place, order } }),
  )
  const { results: reviews, nextCursor: more } = dataOf(list)
  return { id, name, reviews, more, order }
}

export default function CompanyReviews({ loaderData: { id, name, reviews, more, order } }: Route.ComponentProps) {
  return (
    <Page className="wrap--text">
      <h1 className="long" id="reviews">
        Reviews of {name}
      </h1>
      <ReviewsInOrder order={order} />
      <div className="divide">
        {reviews.map((review) => (
          <ReviewArticle key={review.id} review={review} companyName={name} headingLevel="h2" />
        ))}
      </div>
      <div className="row mt-4">
        <ButtonLink className="long" to={`/companies/${id}`}>
          Back to {name}
        </ButtonLink>
        {more ? <ButtonLink to={moreReviews(id, order, more)}>More reviews</ButtonLink> : null}
      </div>
    </Page>
  )
}
