import { data } from 'react-router'
import { getCompanyPage } from '#modules/reviews/company-page/contract.ts'
import { listCompanyReviews } from '#modules/reviews/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { ReviewArticle, type Review } from '#web/kit/reviews/review.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/company-reviews'

interface Loaded {
  id: string
  name: string
  reviews: Review[]
  more: string | null
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Reviews of ${loaderData.name}` : 'Reviews' })

/** Further pages of a company's reviews: their number has no end, so they are not kept like its page. */
export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Loaded> {
  const call = context.get(apiContext)
  const asked = { params: { id: params.company } }
  const company = await call(getCompanyPage, asked)
  if (!company.ok) throw data(null, { status: company.status === 422 ? 404 : company.status })
  const list = await readPage(request.url, (place) => call(listCompanyReviews, { ...asked, query: place }))
  if (!list.ok) throw data(null, { status: list.status })
  const { id, name } = company.data
  return { id, name, reviews: list.data.results, more: list.data.nextCursor }
}

export default function CompanyReviews({ loaderData: { id, name, reviews, more } }: Route.ComponentProps) {
  return (
    <Page className="wrap--text">
      <h1 className="long">Reviews of {name}</h1>
      <div className="divide">
        {reviews.map((review) => (
          <ReviewArticle key={review.id} review={review} companyName={name} headingLevel="h2" />
        ))}
      </div>
      <div className="row mt-4">
        <ButtonLink to={`/companies/${id}`}>Back to {name}</ButtonLink>
        {more ? (
          <ButtonLink to={`/companies/${id}/reviews?${new URLSearchParams({ after: more })}`}>More reviews</ButtonLink>
        ) : null}
      </div>
    </Page>
  )
}
