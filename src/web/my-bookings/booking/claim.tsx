import { isFinished } from '#modules/bookings/rules.ts'
import { useState } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import { answerClaim, createClaim, getClaim } from '#modules/bookings/claims/contract.ts'
import { LAW_TEXT, MOST_ITEMS } from '#modules/bookings/claims/rules.ts'
import { getBooking } from '#modules/bookings/contract.ts'
import { countOf } from '#shared/texts.ts'
import { fieldsOf } from '#shared/records.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence, parsePounds } from '#shared/money.ts'
import { ClaimView, type Claim } from '#web/kit/changes/claim-view.tsx'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, formProblemOf, type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn, textsIn } from '#web/kit/forms/form-text.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { useLive } from '#web/kit/page/live.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy, refuseStrangers } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { PHOTOS_NOT_SENT } from '#web/kit/upload/photo-limits.ts'
import { reasonIn, sendFiles } from '#web/kit/upload/send-files.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MoneyField, TextareaField, Field } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { whereText, type Booking } from '../booking-view.ts'
import type { Route } from './+types/claim'

/** Owners read and answer it here too. */
export const handle: PageHandle = { hasNight: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Damage or loss' })

type Loaded =
  | { kind: 'visitor' }
  | { kind: 'new'; booking: Booking }
  | { kind: 'made'; claim: Claim; mayAnswer: boolean }

export async function loader({ params, context }: Route.LoaderArgs): Promise<Loaded> {
  const session = context.get(sessionContext)
  if (!session) return { kind: 'visitor' }
  const call = context.get(apiContext)
  const at = { params: { id: params.bookingId } }
  const claim = await call(getClaim, at)
  if (claim.ok) {
    const mayAnswer = session.userRole === 'driver' && claim.data.status === 'with_company'
    return { kind: 'made', claim: claim.data, mayAnswer }
  }
  const booking = session.userRole === 'customer' ? await call(getBooking, at) : claim
  return { kind: 'new', booking: namedBy(booking) }
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  const call = context.get(apiContext)
  const form = await readForm(request)
  const at = { params: { id: params.bookingId } }
  const answer =
    textIn(form, 'intent') === 'answer'
      ? await call(answerClaim, {
          ...at,
          body: { acceptedPence: penceIn(textIn(form, 'amount')), text: textIn(form, 'text') },
        })
      : await call(createClaim, { ...at, body: { items: itemsIn(form) } })
  return answer.ok ? { ok: true, data: null } : problemOf(answer)
}

/** What is no amount the API refuses. */
const penceIn = (input: string): number => parsePounds(input) ?? -1

/** The first row, and those in which something stands. A form sent empty is told what the first one lacks. */
function itemsIn(form: FormData) {
  const [descriptions, amounts, photos] = [textsIn(form, 'words'), textsIn(form, 'amount'), textsIn(form, 'photosId')]
  return descriptions.flatMap((text, index) => {
    const amount = amounts[index] ?? ''
    if (index > 0 && !text && !amount) return []
    return { words: text, askedPence: penceIn(amount), ...(photos[index] ? { photosId: photos[index] } : {}) }
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  useLive(loaderData.kind === 'visitor' ? null : '/api/booking/live/', () => void revalidate())
  if (loaderData.kind === 'visitor') {
    return (
      <LogInFirst title="Damage or loss" heading="Log in to see this claim">
        Only you, the company and our office can see it.
      </LogInFirst>
    )
  }
  if (loaderData.kind === 'made') {
    const { claim, mayAnswer } = loaderData
    return (
      <Page className="wrap--text">
        <h1>Damage or loss</h1>
        <div className="card">
          <ClaimView claim={claim} company={claim.company.name} />
        </div>
        {mayAnswer ? <AnswerForm claim={claim} answer={actionData} /> : null}
      </Page>
    )
  }
  return <NewClaim booking={loaderData.booking} answer={actionData} />
}

function NewClaim({ booking, answer }: { booking: Booking; answer: Answer | undefined }) {
  const may = booking.allowedActions.includes('claim')
  const until = booking.claimUntil
  return (
    <Page className="wrap--text">
      <div className="page__head">
        <h1>Something was damaged or lost</h1>
        <p className="muted">{whereText(booking)}</p>
      </div>
      {may && until ? (
        <>
          <p>
            Tell {booking.company?.name ?? 'the company'} by {formatDayTime(new Date(until))} what was damaged or lost,
            what happened and how much you’re claiming. They have 14 days to answer. If they pay less or refuse, we’ll
            review it.
          </p>
          <ClaimForm answer={answer} />
        </>
      ) : (
        <>
          <Banner tone="warn" title="You can’t claim here">
            {isFinished(booking.status)
              ? 'More than seven days have passed since the finish. Write to the company directly.'
              : 'You can claim once the move is finished.'}
          </Banner>
          <ButtonLink className="mt-4" to={`/booking/${booking.hash}`}>
            See the booking
          </ButtonLink>
        </>
      )}
      <p className="small muted mt-4">{LAW_TEXT}</p>
    </Page>
  )
}

function AnswerForm({ claim, answer }: { claim: Claim; answer: Answer | undefined }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const problem = formProblemOf(answer)
  return (
    <Form method="post" className="card stack mt-4" noValidate>
      <h2>Your answer</h2>
      <ProblemBanner text={problem} />
      <input type="hidden" name="intent" value="answer" />
      <MoneyField
        label="What you pay"
        hint={`Up to ${formatPence(claim.askedPence)}. Enter 0 to refuse. If you offer less than the full amount, our office reviews the claim.`}
        name="amount"
        required
        error={errorAt(answer, 'accepted_pence')}
      />
      <TextareaField label="Why" name="text" required rows={4} maxLength={2000} error={errorAt(answer, 'text')} />
      <Button type="submit" look="primary" busy={isBusy}>
        Send your answer
      </Button>
    </Form>
  )
}

/** The rows there are before any is added, so that it works without script. */
const FIRST_ROWS = 2

function ClaimForm({ answer }: { answer: Answer | undefined }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const [rows, setRows] = useState(FIRST_ROWS)
  const problem = formProblemOf(answer)
  return (
    <Form method="post" className="stack" noValidate>
      <ProblemBanner text={problem} />
      {Array.from({ length: rows }, (_, index) => (
        <ItemFields key={index} index={index} answer={answer} />
      ))}
      <div className="row">
        {rows < MOST_ITEMS ? <Button onClick={() => setRows(rows + 1)}>Add another item</Button> : null}
        <Button type="submit" look="primary" busy={isBusy}>
          Send the claim
        </Button>
      </div>
    </Form>
  )
}

function ItemFields({ index, answer }: { index: number; answer: Answer | undefined }) {
  const at = (field: string) => errorAt(answer, `items.${index}.${field}`)
  return (
    <fieldset className="card stack">
      <legend className="vh">Thing {index + 1}</legend>
      <TextareaField
        label={`Thing ${index + 1}: what it is and what happened`}
        name="words"
        optional={index > 0}
        required={index === 0}
        rows={3}
        maxLength={1000}
        error={at('words')}
      />
      <MoneyField label="Amount you’re claiming" name="amount" required={index === 0} error={at('asked_pence')} />
      <PhotoField error={at('photos_id')} />
    </fieldset>
  )
}

/** Sent as soon as they are chosen. Without script a claim has no photos. */
function PhotoField({ error }: { error: string | undefined }) {
  const [sent, setSent] = useState<{ id: string; count: number } | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const send = async (files: readonly File[]) => {
    setSending(true)
    setReason(null)
    const result = await sendPhotos(files).catch(() => PHOTOS_NOT_SENT)
    setSending(false)
    if (typeof result === 'string') setReason(result)
    else setSent({ id: result.id, count: files.length })
  }
  const uploadStatus = isSending ? 'Sending…' : sent ? `${countOf(sent.count, 'photo')} added` : null
  return (
    <Field label="Photos" optional error={reason ?? error}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            className="input"
            type="file"
            accept="image/*"
            multiple
            onChange={({ currentTarget: { files } }) => {
              if (files && files.length > 0) void send([...files])
            }}
          />
          <input type="hidden" name="photosId" value={sent?.id ?? ''} />
          <output className="small muted">{uploadStatus}</output>
        </>
      )}
    </Field>
  )
}

async function sendPhotos(files: readonly File[]): Promise<{ id: string } | string> {
  const form = new FormData()
  for (const file of files) {
    const prepared = await preparePhoto(file)
    if (!prepared.ok) return prepared.reason
    form.append('images', prepared.file, prepared.file.name)
  }
  const answer = await sendFiles('/api/booking/images/', form, {})
  const { id } = fieldsOf(answer?.body)
  return answer?.status === 201 && typeof id === 'string' ? { id } : reasonIn(answer?.body, PHOTOS_NOT_SENT)
}
