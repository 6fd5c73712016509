import { redirect, Link, Form, useNavigation } from 'react-router'
import { confirmCorrections } from '#modules/billing/corrections/contract.ts'
import { addCorrection, deleteCorrection } from '#modules/billing/documents/contract.ts'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import { BEARERS, CORRECTED } from '#modules/billing/ledger/rules.ts'
import { answerQuery } from '#modules/billing/line-queries/contract.ts'
import type { Call } from '#shared/call.ts'
import { parsePounds } from '#shared/money.ts'
import { momentText } from '#web/kit/billing/billing-texts.ts'
import { problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, type Problem, errorAt, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import type { Route } from './+types/document'
import { titleOf } from './billing-texts.ts'
import { CALLS, PAPERS } from './subjects.server.ts'
import { Corrections } from './corrections.tsx'
import { Confirm, DocumentActions, type Ask, ConfirmSend, SentTo } from './document-actions.tsx'
import { DocumentSheet } from './document-sheet.tsx'
import { StateBadge } from './document-table.tsx'
import { FAMILIES, kindAt, type BillingDocument } from './families.ts'
import { mailingOf, sentTitle } from './mailing.ts'
import './billing.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? titleOf(loaderData.document) : 'Billing' })

interface Loaded {
  document: BillingDocument
  /** Action that the address asks to confirm. */
  ask: Ask | null
  /** The correction that it asks to delete. */
  correctionId: string | null
}

const ASKS = ['save', 'discard', 'delete', 'send'] as const

export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const found = namedBy(await call(CALLS[kindAt(request.url)].get, { params: { id: params.id } }))
  const search = new URL(request.url).searchParams
  const ask = ASKS.find((one) => one === search.get('ask')) ?? null
  // A saved one can only be sent.
  return {
    document: found,
    ask: found.status === 'draft' || ask === 'send' ? ask : null,
    correctionId: search.get('correction'),
  }
}

/** What has been done; of a correction that was refused, what was typed. */
export type Done =
  | { ok: true; data: { title: string }; intent?: string }
  | (Problem & { intent?: string; entered?: TypedCorrection })

export interface TypedCorrection {
  amount: string
  reason: string
  /** The company of an invoice. */
  company: string
  booking: string
  corrects: string
  borneBy: string
  /** What the document becomes, as it was shown. */
  becomes: string
}

export async function action({ request, context, params }: Route.ActionArgs): Promise<Done> {
  const { call } = needAdminForm(context, request)
  const kind = kindAt(request.url)
  const form = await readForm(request)
  const id = params.id
  const intent = textIn(form, 'intent')
  if (intent === 'save') return { ...(await save(call, kind, id, form)), intent }
  if (intent === 'confirm') return { ...(await confirm(call, id, form)), intent }
  if (intent === 'send') return { ...(await send(call, kind, id)), intent }
  if (intent === 'delete') return { ...(await remove(call, form)), intent }
  if (intent === 'discard') {
    const discarded = await call(CALLS[kind].discard, { params: { id } })
    if (discarded.ok) throw redirect(`${FAMILIES[kind].path}?discarded`)
    return { ...problemOf(discarded), intent }
  }
  if (intent.startsWith('answer ')) return { ...(await reply(call, intent.slice(7), form)), intent }
  return { ...(await correct(call, kind, id, form)), intent }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

type ActionNotice = Answer<{ title: string }>

async function save(call: Call, kind: DocumentKind, id: string, form: FormData): Promise<ActionNotice> {
  // Version that the admin was shown; a form without one is none of ours, and the API refuses it.
  const version = wholeNumberOf(textIn(form, 'version')) ?? 0
  const saved = await call(CALLS[kind].save, { params: { id }, body: { version } })
  return saved.ok ? { ok: true, data: { title: `${titleOf(saved.data)} is saved.` } } : problemOf(saved)
}

async function send(call: Call, kind: DocumentKind, id: string): Promise<ActionNotice> {
  const sent = await call(PAPERS[kind].send, { params: { id } })
  return sent.ok ? { ok: true, data: { title: sentTitle(sent.data) } } : problemOf(sent)
}

async function remove(call: Call, form: FormData): Promise<ActionNotice> {
  const deleted = await call(deleteCorrection, { params: { id: textIn(form, 'correction') } })
  return deleted.ok ? { ok: true, data: { title: 'The correction is deleted.' } } : problemOf(deleted)
}

async function reply(call: Call, id: string, form: FormData): Promise<ActionNotice> {
  const answered = await call(answerQuery, { params: { id }, body: { text: textIn(form, 'text') } })
  return answered.ok ? { ok: true, data: { title: 'Your answer has been sent to the company.' } } : problemOf(answered)
}

async function correct(call: Call, kind: DocumentKind, id: string, form: FormData): Promise<Done> {
  const entered: TypedCorrection = {
    amount: textIn(form, 'amount'),
    reason: textIn(form, 'reason'),
    company: textIn(form, 'company'),
    booking: textIn(form, 'booking'),
    corrects: textIn(form, 'corrects'),
    borneBy: textIn(form, 'borne_by'),
    becomes: textIn(form, 'becomes'),
  }
  const version = textIn(form, 'version')
  const answer = await call(
    addCorrection,
    {
      body: {
        [FAMILIES[kind].corrects]: id,
        // What is no amount, the API refuses.
        amountPence: parsePounds(entered.amount) ?? Number.NaN,
        reason: entered.reason,
        ...(kind === 'invoice' ? { company: entered.company || undefined } : {}),
        ...(entered.booking ? { booking: entered.booking } : {}),
        ...aboutOf(entered),
        ...(/^-?\d{1,9}$/.test(entered.becomes) ? { becomesPence: Number(entered.becomes) } : {}),
      },
    },
    // Pressed twice it is still one: each correction makes the next version.
    /^\d{1,9}$/.test(version) ? { idempotencyKey: [id, version, entered.becomes].filter(Boolean).join('.') } : {},
  )
  if (answer.ok) return { ok: true, data: { title: 'The correction is added.' } }
  const problem = problemOf(answer)
  const isTaken = problem.code === 'idempotency_key_reused'
  if (problem.code === 'look_again')
    return { ...problem, entered: { ...entered, becomes: answer.problem.suggested?.['becomes_pence'] ?? '' } }
  return { ...problem, ...(isTaken ? { detail: CHANGED } : {}), entered }
}

/** What the form offers; anything else is left out. */
function aboutOf({ corrects, borneBy }: TypedCorrection) {
  const about = CORRECTED.find((one) => one === corrects)
  const bearer = BEARERS.find((one) => one === borneBy)
  return { ...(about ? { about } : {}), ...(bearer ? { borneBy: bearer } : {}) }
}

async function confirm(call: Call, id: string, form: FormData): Promise<ActionNotice> {
  const version = wholeNumberOf(textIn(form, 'version')) ?? 0
  const confirmed = await call(confirmCorrections, { body: { document: id, version } })
  return confirmed.ok ? { ok: true, data: { title: 'The corrections are confirmed.' } } : problemOf(confirmed)
}

const CHANGED = 'Someone else has corrected this draft. Check it, and add this if it’s still missing.'

export default function OneDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { document, ask, correctionId } = loaderData
  const { path, title } = FAMILIES[document.kind]
  const asking = ask === 'save' || ask === 'discard' ? ask : null
  const isSending = ask === 'send' && mailingOf(document).toSend.length > 0
  return (
    <>
      <OfficeHead
        title={titleOf(document)}
        badge={<StateBadge document={document} />}
        backTo={{ name: `All ${title.toLowerCase()}`, to: path }}
      >
        <DocumentActions document={document} isAsking={asking !== null || isSending} />
      </OfficeHead>
      {actionData?.ok ? (
        <Banner tone="good" isAlert className="mb-4">
          {actionData.data.title}
        </Banner>
      ) : null}
      <SentTo document={document} />
      <BilledBy document={document} />
      {isSending ? <ConfirmSend document={document} answer={actionData} /> : null}
      {asking ? <Confirm document={document} ask={asking} answer={actionData} /> : null}
      <DocumentSheet document={document} />
      <LineQuestions document={document} answer={actionData} />
      <Corrections
        key={document.version}
        document={document}
        deleting={ask === 'delete' ? correctionId : null}
        answer={actionData}
      />
    </>
  )
}

/** Why a draft cannot be saved: the saved documents that have some of its lines. */
function BilledBy({ document: { kind, status, billedBy, isPartlyBilled } }: { document: BillingDocument }) {
  if (status === 'saved' || billedBy.length === 0) return null
  return (
    <Banner
      tone="warn"
      className="mb-4"
      title={isPartlyBilled ? 'Some of this is billed already' : 'This draft can’t be saved'}
    >
      <p>
        {isPartlyBilled ? 'Some of its lines' : 'All its lines'} are on{' '}
        {billedBy.map(({ id, number }, index) => (
          <span key={`${id} ${number}`}>
            {index > 0 ? ', ' : ''}
            <Link to={`${FAMILIES[kind].path}/${id}`}>{number}</Link>
          </span>
        ))}{' '}
        already, and nothing is billed twice.{' '}
        {isPartlyBilled ? 'Saving this draft leaves them out.' : 'Discard it once you have looked at it.'}
      </p>
    </Banner>
  )
}

type LineQuery = NonNullable<BillingDocument['lines'][number]['query']>

/** The company’s questions about lines, each with the office’s answer or a form for it. */
function LineQuestions({ document, answer }: { document: BillingDocument; answer: Done | undefined }) {
  const queried = document.lines.flatMap(({ query, reference }) => (query ? [{ query, reference }] : []))
  if (queried.length === 0) return null
  return (
    <section className="card mt-4 bill-corrections" aria-labelledby="queries">
      <div className="card__head">
        <h2 className="h3" id="queries">
          Queries of the company
        </h2>
      </div>
      <ul className="list divide">
        {queried.map(({ query, reference }) => (
          <li key={query.id} className="stack gap-3 py-3">
            <p className="small muted num">
              Booking {reference}, {momentText(query.askedAt)}
            </p>
            <p className="long note as-typed">{query.text}</p>
            {query.answer === null ? (
              <AnswerForm query={query} reference={reference} answer={answer} />
            ) : (
              <p className="long note as-typed">
                <b>Answered{query.answeredAt ? ` ${momentText(query.answeredAt)}` : ''}: </b>
                {query.answer}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AnswerFormProps {
  query: LineQuery
  reference: string
  answer: Done | undefined
}

function AnswerForm({ query: { id }, reference, answer }: AnswerFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const refused = answer && !answer.ok && answer.intent === `answer ${id}` ? answer : undefined
  const error = errorAt(refused, 'text')
  return (
    <Form method="post" className="stack gap-3" noValidate preventScrollReset>
      <ProblemBanner text={refused && !error && refused.detail} />
      <input type="hidden" name="intent" value={`answer ${id}`} />
      <TextareaField
        label={`Answer about ${reference}`}
        hint="It is emailed to the company and stays with the line."
        name="text"
        required
        rows={2}
        maxLength={1000}
        error={error}
      />
      <div className="row">
        <Button type="submit" busy={isBusy}>
          Answer
        </Button>
      </div>
    </Form>
  )
}
