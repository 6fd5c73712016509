import { Form, Link, useNavigation } from 'react-router'
import { hideReview, listReviews, restoreReview } from '#modules/reviews/moderation/contract.ts'
import { HIDE_REASON_TEXTS, HIDE_REASONS, type HideReason } from '#modules/reviews/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, type Answer, type Problem, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { FilterBar } from '#web/kit/office/office-list.tsx'
import { showFilter } from '#web/kit/office/office-pages.ts'
import { History, OfficeHead } from '#web/kit/office/office-shell.tsx'
import { readOfficeList, shownPart, type ShownPart } from '#web/kit/office/list-page.server.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { ReviewArticle } from '#web/kit/company/review.tsx'
import { needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { SelectField, TextareaField } from '#web/ui/field.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import type { Route } from './+types/reviews'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Reviews' })

const filters = showFilter(
  { value: 'all', label: 'All' },
  { value: 'held', label: 'To check' },
  { value: 'hidden', label: 'Hidden' },
)

type List = AnswerOf<typeof listReviews>
type Moderated = List['results'][number]

interface Loaded {
  list: List
  part: ShownPart<'all' | 'hidden' | 'held'>
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const part = shownPart(filters, request.url)
  const list = await readOfficeList(request.url, (place) => call(listReviews, { query: { ...place, show: part.show } }))
  return { list, part }
}

type Step = 'hide' | 'restore'

type Refused = Problem & { reviewId?: string; step?: Step }

export async function action({ request, context }: Route.ActionArgs): Promise<Answer | Refused> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const [id, note] = [textIn(form, 'reviewId'), textIn(form, 'note')]
  const step: Step = textIn(form, 'intent') === 'restore' ? 'restore' : 'hide'
  const answer =
    step === 'restore'
      ? await call(restoreReview, { params: { id }, body: { note } })
      : // Whatever else was sent, the API refuses.
        await call(hideReview, { params: { id }, body: { reason: textIn(form, 'reason') as HideReason, note } })
  return answer.ok ? { ok: true, data: null } : { ...problemOf(answer), reviewId: id, step }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { list, part } = loaderData
  const refused: Refused | undefined = actionData && !actionData.ok ? actionData : undefined
  return (
    <>
      <OfficeHead title="Reviews">
        <span className="muted small">Hidden for what they say, never for their stars</span>
      </OfficeHead>
      <FilterBar filters={filters} values={part.values} />
      <ProblemBanner text={refused && !refused.errors && refused.detail} />
      {list.results.length === 0 ? (
        <Empty title={EMPTY[part.show]} />
      ) : (
        <div className="divide">
          {list.results.map((review) => (
            <OneReview
              key={`${review.id} ${review.log.length}`}
              review={review}
              refused={refused?.reviewId === review.id ? refused : undefined}
            />
          ))}
        </div>
      )}
      <ListPages label="Pages of reviews" {...part} {...list} />
    </>
  )
}

const EMPTY = { all: 'No reviews yet', hidden: 'No review is hidden', held: 'No review waits for us' }

function OneReview({ review, refused }: { review: Moderated; refused: Refused | undefined }) {
  const { company, hiddenAt, heldAt, log } = review
  const steps: Step[] = heldAt ? ['restore', 'hide'] : hiddenAt ? ['restore'] : ['hide']
  return (
    <ReviewArticle review={review} companyName={company.name} showsMarks headingLevel="h2">
      <div className="row mt-2">
        <Link className="link-btn" to={`/companies/${company.id}`}>
          {company.name}
        </Link>
        {heldAt ? (
          <Badge tone="orange">To check</Badge>
        ) : hiddenAt ? (
          <Badge tone="red">Hidden</Badge>
        ) : (
          <Badge tone="green-soft">Shown</Badge>
        )}
      </div>
      {log.length > 0 ? (
        <History
          entries={log.map(({ at, by, step, reason, note }) => ({
            id: at + step,
            at,
            by,
            text: [STEP_TEXTS[by === null ? 'held' : step], reason, note].filter(Boolean).join(' '),
          }))}
        />
      ) : null}
      {steps.map((step) => (
        <details key={step} open={refused?.step === step}>
          <summary className="link-btn">
            {step === 'hide' ? 'Hide it' : heldAt ? 'Show it' : 'Show it again'}
            <span className="vh">, the review by {review.authorName}</span>
          </summary>
          <StepForm review={review} step={step} refused={refused?.step === step ? refused : undefined} />
        </details>
      ))}
    </ReviewArticle>
  )
}

/** Log texts; a step without a member of the office was taken by the system. */
const STEP_TEXTS = { held: 'Kept back until we have looked.', hidden: 'hid it.', restored: 'showed it.' }

function StepForm({ review, step, refused }: { review: Moderated; step: Step; refused: Refused | undefined }) {
  const { formData, formMethod } = useNavigation()
  const isBusy = formMethod === 'POST' && formData?.get('reviewId') === review.id
  const isHidden = step === 'restore'
  return (
    <Form method="post" className="stack mt-3" noValidate>
      <input type="hidden" name="intent" value={step} />
      <input type="hidden" name="reviewId" value={review.id} />
      {isHidden ? null : (
        <SelectField label="Reason to send to the author" name="reason" error={errorAt(refused, 'reason')}>
          <option value="">Choose a reason</option>
          {HIDE_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {HIDE_REASON_TEXTS[reason]}
            </option>
          ))}
        </SelectField>
      )}
      <TextareaField
        label={isHidden ? 'Why it is shown' : 'What else the author should know'}
        name="note"
        optional={!isHidden}
        rows={3}
        maxLength={2000}
        error={errorAt(refused, 'note')}
      />
      <Button type="submit" look={isHidden ? 'primary' : 'danger'} busy={isBusy}>
        {isHidden ? 'Show this review' : 'Hide this review'}
      </Button>
    </Form>
  )
}
