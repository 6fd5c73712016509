import { Form, useNavigation } from 'react-router'
import { getCompany } from '#modules/companies/contract.ts'
import { answerReview, listCompanyReviews } from '#modules/reviews/contract.ts'
import { LONGEST_ANSWER } from '#modules/reviews/rules.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, type Answer, type Problem, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { ReviewArticle, type Review } from '#web/kit/company/review.tsx'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { Rating } from '#web/ui/badge.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import type { Route } from './+types/reviews'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Reviews' })

interface Loaded {
  id: string
  name: string
  rating: number | null
  count: number
  reviews: Review[]
  more: string | null
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const { id, name, rating, reviewsCount: count } = dataOf(await call(getCompany))
  const list = dataOf(await readPage(request.url, (query) => call(listCompanyReviews, { params: { id }, query })))
  return { id, name, rating, count, reviews: list.results, more: list.nextCursor }
}

/** Which review a refusal is about. */
type Refused = Problem & { reviewId?: string; text?: string }

export async function action({ request, context }: Route.ActionArgs): Promise<Answer | Refused> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const [id, text] = [textIn(form, 'reviewId'), textIn(form, 'text')]
  const answer = await call(answerReview, { params: { id }, body: { text } })
  return answer.ok ? { ok: true, data: null } : { ...problemOf(answer), reviewId: id, text }
}

/** Keeps what was written if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, rating, count, reviews, more } = loaderData
  const refused: Refused | undefined = actionData && !actionData.ok ? actionData : undefined
  return (
    <Page className="wrap--text">
      <div className="row row--apart">
        <h1>Reviews</h1>
        {rating === null ? null : <Rating rating={rating} count={count} />}
      </div>
      <p className="muted">
        You can answer each review once, for everybody to read. <a href={`/companies/${id}`}>See your public page</a>
      </p>
      <ProblemBanner text={refused && !refused.errors && refused.detail} />
      {reviews.length === 0 ? (
        <Empty title="No reviews yet">We ask every customer a day after you finish.</Empty>
      ) : (
        <div className="divide">
          {reviews.map((review) => (
            <ReviewArticle key={review.id} review={review} companyName={name} showsMarks headingLevel="h2">
              {review.answer ? null : (
                <AnswerForm review={review} refused={refused?.reviewId === review.id ? refused : undefined} />
              )}
            </ReviewArticle>
          ))}
        </div>
      )}
      {more ? (
        <a className="btn" href={`?${new URLSearchParams({ after: more })}`}>
          More reviews
        </a>
      ) : null}
    </Page>
  )
}

function AnswerForm({ review, refused }: { review: Review; refused: Refused | undefined }) {
  const { formData, formMethod } = useNavigation()
  const isBusy = formMethod === 'POST' && formData?.get('reviewId') === review.id
  return (
    <details open={refused !== undefined}>
      <summary className="link-btn">
        Answer<span className="vh"> {review.authorName}</span>
      </summary>
      <Form method="post" className="stack mt-3" noValidate>
        <input type="hidden" name="reviewId" value={review.id} />
        <TextareaField
          label="Your answer"
          hint="Everybody reads it. It can’t be changed afterwards."
          name="text"
          required
          rows={4}
          maxLength={LONGEST_ANSWER}
          defaultValue={refused?.text}
          error={errorAt(refused, 'text')}
        />
        <Button type="submit" look="primary" busy={isBusy}>
          Post answer
        </Button>
      </Form>
    </details>
  )
}
