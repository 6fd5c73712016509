import { Trash2 } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { formatPence, sumPence } from '#shared/money.ts'
import { errorAt, formProblemOf } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InputField, MoneyField, SelectField } from '#web/ui/field.tsx'
import { focusOnArrival } from '#web/ui/focus-on-arrival.ts'
import { Icon } from '#web/ui/icon.tsx'
import { momentText, signedText } from '#web/kit/billing/billing-words.ts'
import type { Done } from './document.tsx'
import { addressOf, FAMILIES, type BillingDocument, type Correction } from './families.ts'

interface CorrectionsProps {
  document: BillingDocument
  /** The one whose deletion is to be confirmed. */
  deleting: string | null
  answer: Done | undefined
}

/** What the office has added to a document or taken from it; changed only while it is a draft. */
export function Corrections({ document, deleting, answer }: CorrectionsProps) {
  const { corrections, status } = document
  if (status === 'saved' && corrections.length === 0) return null
  const asked = corrections.find(({ id }) => id === deleting)
  return (
    <section className="card mt-4 bill-corrections" aria-labelledby="corrections">
      <div className="card__head">
        <h2 className="h3" id="corrections">
          Fee corrections
        </h2>
        <b className="num">{formatPence(sumPence(corrections.map(({ amountPence }) => amountPence)))}</b>
      </div>
      {corrections.length === 0 ? (
        <p className="small muted">None.</p>
      ) : (
        <ul className="list divide">
          {corrections.map((one) => (
            <li key={one.id}>
              <One correction={one} document={document} />
              {one === asked ? <ConfirmDelete correction={one} document={document} answer={answer} /> : null}
            </li>
          ))}
        </ul>
      )}
      {status === 'draft' ? <AddForm document={document} answer={answer} /> : null}
    </section>
  )
}

function One({ correction, document }: { correction: Correction; document: BillingDocument }) {
  const { id, amountPence, reason, author, madeAt, canDelete } = correction
  return (
    <div className="bill-correction">
      <span className="long">
        {reason}
        <span className="bill-address small muted num">
          {[author || 'Office', momentText(madeAt), aboutText(correction, document)].filter(Boolean).join(', ')}
        </span>
      </span>
      <b className="num">{signedText(amountPence)}</b>
      {canDelete ? (
        <Link
          className="icon-btn"
          to={`${addressOf(document)}?ask=delete&correction=${id}`}
          aria-label={`Delete correction: ${reason}`}
          preventScrollReset
        >
          <Icon of={Trash2} />
        </Link>
      ) : null}
    </div>
  )
}

function aboutText({ companyId, bookingId }: Correction, { kind, documents, lines }: BillingDocument): string {
  if (kind === 'invoice') return documents.find((sheet) => sheet.companyId === companyId)?.party.name ?? ''
  if (kind === 'statement') return ''
  return bookingId
    ? `booking ${lines.find((line) => line.bookingId === bookingId)?.reference ?? bookingId}`
    : 'credited by us'
}

interface FormProps {
  document: BillingDocument
  answer: Done | undefined
}

function ConfirmDelete({ correction: { id, amountPence }, document, answer }: FormProps & { correction: Correction }) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="stack gap-3 mb-4" preventScrollReset>
      <p ref={focusOnArrival} tabIndex={-1}>
        Delete this correction of {signedText(amountPence)}? The document is worked out anew; the ledger keeps both.
      </p>
      {answer && !answer.ok && answer.intent === 'delete' ? (
        <Banner tone="bad" isAlert>
          {answer.detail}
        </Banner>
      ) : null}
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="correction" value={id} />
      <div className="row">
        <Button type="submit" look="danger" busy={isBusy}>
          Delete
        </Button>
        <ButtonLink to={addressOf(document)} preventScrollReset>
          Keep it
        </ButtonLink>
      </div>
    </Form>
  )
}

function AddForm({ document, answer }: FormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const refused = answer && !answer.ok && answer.typed ? answer : undefined
  const { typed } = refused ?? {}
  const problem = formProblemOf(refused)
  return (
    <Form method="post" action={addressOf(document)} className="mt-4 stack gap-3" noValidate preventScrollReset>
      {problem ? (
        <Banner tone="bad" isAlert>
          {problem}
        </Banner>
      ) : null}
      <input type="hidden" name="intent" value="correct" />
      <input type="hidden" name="version" value={document.version} />
      <div className="fields">
        <InputField
          label="Reason"
          name="reason"
          width="half"
          maxLength={500}
          placeholder="Booking number and what happened"
          defaultValue={typed?.reason}
          error={errorAt(refused, 'reason')}
        />
        <MoneyField
          label="Amount"
          name="amount"
          width="third"
          placeholder="−20.00"
          maxLength={15}
          defaultValue={typed?.amount}
          error={errorAt(refused, 'amount_pence')}
        />
        <AboutField document={document} refused={refused} />
      </div>
      <p className="hint">{FAMILIES[document.kind].correctionHint}</p>
      <div className="row">
        <Button type="submit" busy={isBusy}>
          Add
          <span className="vh"> the correction</span>
        </Button>
      </div>
    </Form>
  )
}

/** Of an invoice run: whose. Of a sales credit: the booking, whose mover then pays. */
function AboutField({
  document: { kind, documents, lines },
  refused,
}: {
  document: BillingDocument
  refused: Done | undefined
}) {
  const typed = refused && !refused.ok ? refused.typed?.about : undefined
  if (kind === 'statement') return null
  if (kind === 'invoice')
    return (
      <SelectField label="Company" name="about" width="half" defaultValue={typed} error={errorAt(refused, 'company')}>
        {documents.length > 1 ? <option value="">Choose a company</option> : null}
        {documents.map(({ id, companyId, party }) => (
          <option key={id} value={companyId ?? ''}>
            {party.name}
          </option>
        ))}
      </SelectField>
    )
  const bookings = new Map(
    lines.map(({ bookingId, reference, from, to }) => [bookingId, `${reference}, ${from} to ${to}`]),
  )
  return (
    <SelectField
      label="Who credits it"
      name="about"
      width="half"
      defaultValue={typed}
      error={errorAt(refused, 'booking')}
    >
      <option value="">Vanfare</option>
      {[...bookings].map(([id, text]) =>
        id ? (
          <option key={id} value={id}>
            The company of {text}
          </option>
        ) : null,
      )}
    </SelectField>
  )
}
