import { Check, CircleAlert, Star } from 'lucide-react'
import { useState } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { getReviewPage, reviewBooking } from '#modules/reviews/contract.ts'
import { LONGEST_REVIEW, MARK_QUESTIONS, MARKS, meanOf, type Mark } from '#modules/reviews/rules.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { isOurs, namedBy } from '#web/kit/session/gate.server.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DayTile } from '#web/ui/facts.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import { focusOnArrival } from '#web/ui/focus.ts'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/sign.tsx'
import type { Route } from './+types/company-review'
import './company-review.css'

/** The URL is a secret emailed to the customer, so the page is never listed or sent as a referrer. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Review your move' })

type Loaded = AnswerOf<typeof getReviewPage>

export async function loader({ params, context }: Route.LoaderArgs): Promise<Loaded> {
  return namedBy(await context.get(apiContext)(getReviewPage, { params: { hash: params.hash } }))
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  if (!isOurs({ request, context })) throw data(null, { status: 403 })
  const form = await readForm(request)
  const stars = (mark: Mark) => wholeNumberOf(textIn(form, mark)) ?? 0
  const body = {
    punctuality: stars('punctuality'),
    care: stars('care'),
    value: stars('value'),
    text: textIn(form, 'text'),
  }
  const answer = await context.get(apiContext)(reviewBooking, { params: { hash: params.hash }, body })
  return answer.ok ? { ok: true, data: null } : problemOf(answer)
}

/** Keeps what was written if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function CompanyReview({ loaderData, actionData }: Route.ComponentProps) {
  const { company, isFinished, isOff, review } = loaderData
  if (actionData?.ok) {
    return (
      <End title="Thank you, it’s posted" icon={Check} isArrival>
        It counts towards the rating of {company.name} now.
      </End>
    )
  }
  if (review) {
    const day = formatDayLong(localDayOf(new Date(review.createdAt)))
    return (
      <End title="You’ve already reviewed this move" icon={Star}>
        You gave {meanOf(review).toFixed(1)} on {day}. Each completed move can be reviewed once.
      </End>
    )
  }
  if (isOff) {
    return (
      <End title="This move was cancelled" icon={Star}>
        You can only review a completed move.
      </End>
    )
  }
  if (!isFinished) {
    return (
      <End title="This move isn’t finished yet" icon={Star}>
        You can review it once it is.
      </End>
    )
  }
  return <ReviewForm page={loaderData} answer={actionData} />
}

interface EndProps {
  title: string
  icon: typeof Star
  /** It has just replaced the form. */
  isArrival?: boolean
  children: React.ReactNode
}

function End({ title, icon, isArrival, children }: EndProps) {
  return (
    <Page className="wrap--text">
      <div className="end">
        <span className="dialog__icon tone-good">
          <Icon of={icon} />
        </span>
        <h1 ref={isArrival ? focusOnArrival : undefined} tabIndex={-1}>
          {title}
        </h1>
        <p className="muted">{children}</p>
        <ButtonLink look="primary" to="/">
          Plan another move
        </ButtonLink>
      </div>
    </Page>
  )
}

function ReviewForm({ page, answer }: { page: Loaded; answer: Answer | undefined }) {
  const { company } = page
  const isBusy = useNavigation().formMethod === 'POST'
  const problem = answer && !answer.ok && !answer.errors ? answer.detail : null
  return (
    <Page className="wrap--text">
      <div className="page__head">
        <h1 className="long">How did {company.name} do?</h1>
      </div>
      <MoveCard page={page} />
      <Form method="post" className="card" noValidate>
        <ProblemBanner text={problem} />
        <div className="divide">
          {MARKS.map((mark) => (
            <Stars key={mark} mark={mark} error={errorAt(answer, mark)} />
          ))}
        </div>
        <TextareaField
          label="What should the next customer know?"
          name="text"
          optional
          rows={5}
          maxLength={LONGEST_REVIEW}
          error={errorAt(answer, 'text')}
        />
        <p className="small muted mt-3">
          Shown with your first name, both towns and the month. One review a move. {company.name} may answer once.
        </p>
        <div className="row mt-4">
          <Button type="submit" look="primary" busy={isBusy}>
            Post review
          </Button>
        </div>
      </Form>
    </Page>
  )
}

function MoveCard({ page: { move } }: { page: Loaded }) {
  const end = ({ place, outcode }: Loaded['move']['from']) => `${place} ${outcode}`
  return (
    <section className="card mb-4" aria-label="The move">
      <div className="row row--keep">
        <DayTile day={localDayOf(new Date(move.startAt))} isToday={false} />
        <div>
          <b className="long">
            {end(move.from)} to {end(move.to)}
          </b>
          <div className="small muted num">
            {formatDuration(minutesOfTimeString(move.totalTime))}, {formatMiles(move)}, {VAN_NAMES[move.vanCategory]}
          </div>
          {move.registration ? <Plate registration={move.registration} /> : null}
        </div>
      </div>
    </section>
  )
}

const FIVE = [1, 2, 3, 4, 5]

/** Five radio buttons drawn as stars, which work without script. */
function Stars({ mark, error }: { mark: Mark; error: string | undefined }) {
  const [given, setGiven] = useState<number | null>(null)
  return (
    <fieldset className="rate cells py-3 cols-end-s level" aria-describedby={error ? `${mark}-error` : undefined}>
      <legend className="w-full mid lh-13 p-0">
        {MARK_QUESTIONS[mark]}{' '}
        <span className="rate__n block-box regular t-sm muted num">{given === null ? '' : `${given} of 5`}</span>
      </legend>
      <div className="stars flex g-1">
        {FIVE.map((stars) => (
          <label className="holds cells mid-both pressable" key={stars}>
            <input className="vh" type="radio" name={mark} value={stars} required onChange={() => setGiven(stars)} />
            <Icon of={Star} />
            <span className="vh">{stars} of 5</span>
          </label>
        ))}
      </div>
      {error ? (
        <p className="error across" id={`${mark}-error`} role="alert">
          <Icon of={CircleAlert} />
          <span>{error}</span>
        </p>
      ) : null}
    </fieldset>
  )
}
