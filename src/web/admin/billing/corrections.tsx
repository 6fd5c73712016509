import { Trash2 } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { formatPence, sumPence } from '#shared/money.ts'
import { errorAt, formProblemOf } from '#web/kit/forms/answer.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { InputField, MoneyField, SelectField } from '#web/ui/field.tsx'
import { focusOnArrival } from '#web/ui/focus.ts'
import { Icon } from '#web/ui/badge.tsx'
import { momentText, signedText } from '#web/kit/billing/billing-texts.ts'
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
  const correctionToDelete = corrections.find(({ id }) => id === deleting)
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
              {one === correctionToDelete ? (
                <ConfirmDelete correction={one} document={document} answer={answer} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {status === 'draft' ? (
        <>
          <SecondLook document={document} answer={answer} />
          <AddForm document={document} answer={answer} />
        </>
      ) : null}
    </section>
  )
}

function One({ correction, document }: { correction: Correction; document: BillingDocument }) {
  const { id, amountPence, reason, author, madeAt, madeOn, canDelete } = correction
  return (
    <div className="flex level g-3 py-2 t-sm">
      <span className="long">
        {reason}
        <span className="small muted num block-box as-typed">
          {[author || 'Office', momentText(madeAt), aboutText(correction, document), followsText(correction)]
            .filter(Boolean)
            .join(', ')}
          {madeOn ? (
            <>
              , by <Link to={addressOf(madeOn)}>{madeOn.number ?? 'a credit'}</Link> to the customer
            </>
          ) : null}
        </span>
      </span>
      <b className="num push">{signedText(amountPence)}</b>
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

const ABOUT_TEXTS: Record<Correction['about'], string> = {
  price: 'price',
  commission: 'commission',
  charge: 'road charge',
  goodwill: 'goodwill',
}

function aboutText({ about, borneBy, companyId, reference, madeOn }: Correction, document: BillingDocument): string {
  const { kind, documents } = document
  if (kind === 'invoice') return documents.find((sheet) => sheet.companyId === companyId)?.party.name ?? ''
  return [
    ABOUT_TEXTS[about],
    reference ? `booking ${reference}` : '',
    kind === 'statement' && madeOn === null && (about === 'price' || about === 'charge')
      ? 'the customer gets nothing by this'
      : '',
    kind === 'sales_credit' ? `borne by ${borneBy === 'company' ? 'the company' : 'Vanfare'}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** What follows a corrected price: "commission £1.50 less, VAT £0.30 less". */
function followsText({ about, commissionLessPence, vatLessPence }: Correction): string {
  const change = (name: string, less: number) =>
    less === 0 ? '' : `${name} ${formatPence(Math.abs(less))} ${less > 0 ? 'less' : 'more'}`
  return [about === 'commission' ? '' : change('commission', commissionLessPence), change('VAT', vatLessPence)]
    .filter(Boolean)
    .join(', ')
}

/** Bookings that a correction can be about. */
const bookingsOf = ({ kind, lines, creditable }: BillingDocument) => [
  ...new Map(
    (kind === 'sales_credit' ? creditable : lines.filter((line) => line.kind !== 'share')).flatMap(
      ({ bookingId, reference, from, to }) =>
        bookingId ? [[bookingId, { bookingId, reference, text: `${reference}, ${from} to ${to}` }]] : [],
    ),
  ).values(),
]

interface FormProps {
  document: BillingDocument
  answer: Done | undefined
}

function ConfirmDelete({ correction: { id, amountPence }, document, answer }: FormProps & { correction: Correction }) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="stack gap-3 mb-4" preventScrollReset>
      <p ref={focusOnArrival} tabIndex={-1}>
        Delete this correction of {signedText(amountPence)}? The document is recalculated; the ledger keeps both
        entries.
      </p>
      <ProblemBanner text={answer && !answer.ok && answer.intent === 'delete' && answer.detail} />
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
  const refused = answer && !answer.ok && answer.entered ? answer : undefined
  const { entered } = refused ?? {}
  const problem = formProblemOf(refused)
  return (
    <Form method="post" action={addressOf(document)} className="mt-4 stack gap-3" noValidate preventScrollReset>
      <ProblemBanner text={problem} />
      <input type="hidden" name="intent" value="correct" />
      {entered?.becomes ? <input type="hidden" name="becomes" value={entered.becomes} /> : null}
      <input type="hidden" name="version" value={document.version} />
      <div className="fields">
        <InputField
          label="Reason"
          name="reason"
          required
          width="half"
          maxLength={500}
          placeholder="Booking number and what happened"
          defaultValue={entered?.reason}
          error={errorAt(refused, 'reason')}
        />
        <MoneyField
          label="Amount"
          name="amount"
          required
          width="third"
          placeholder={document.kind === 'sales_credit' ? '20.00' : '−20.00'}
          maxLength={15}
          defaultValue={entered?.amount}
          error={errorAt(refused, 'amount_pence')}
        />
        <AboutFields document={document} refused={refused} />
      </div>
      <p className="hint">{FAMILIES[document.kind].correctionHint}</p>
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {entered?.becomes ? 'Confirm and add' : 'Add'}
          <span className="vh"> the correction</span>
        </Button>
      </div>
    </Form>
  )
}

interface AboutProps {
  document: BillingDocument
  refused: Extract<Done, { ok: false }> | undefined
}

/** An invoice: whose commission. Otherwise what is corrected, of which booking, and of a credit who bears it. */
function AboutFields({ document, refused }: AboutProps) {
  const { kind, documents } = document
  const { entered } = refused ?? {}
  if (kind === 'invoice')
    return (
      <SelectField
        label="Company"
        name="company"
        width="half"
        defaultValue={entered?.company}
        error={errorAt(refused, 'company')}
      >
        {documents.length > 1 ? <option value="">Choose a company</option> : null}
        {documents.map(({ id, companyId, party }) => (
          <option key={id} value={companyId ?? ''}>
            {party.name}
          </option>
        ))}
      </SelectField>
    )
  return (
    <>
      <SelectField
        label="What is corrected"
        name="corrects"
        width="half"
        defaultValue={entered?.corrects ?? 'goodwill'}
        error={errorAt(refused, 'about')}
      >
        <option value="goodwill">Nothing: goodwill</option>
        <option value="price">The price</option>
        <option value="charge">A road charge</option>
        {kind === 'statement' ? <option value="commission">The commission</option> : null}
      </SelectField>
      <SelectField
        label="Booking"
        name="booking"
        width="half"
        defaultValue={entered?.booking}
        error={errorAt(refused, 'booking')}
      >
        <option value="">None</option>
        {bookingsOf(document).map(({ bookingId, text }) => (
          <option key={bookingId} value={bookingId}>
            {text}
          </option>
        ))}
      </SelectField>
      {kind === 'sales_credit' ? (
        <SelectField
          label="Who bears it"
          name="borne_by"
          width="half"
          defaultValue={entered?.borneBy}
          error={errorAt(refused, 'borne_by')}
        >
          <option value="">Goodwill: Vanfare; anything else: the company</option>
          <option value="platform">Vanfare</option>
          <option value="company">The company</option>
        </SelectField>
      ) : null}
    </>
  )
}

/** Corrections above £1,000 wait for a second person. */
function SecondLook({ document: { secondLook, version, ...document }, answer }: FormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  if (secondLook === 'not_needed') return null
  if (secondLook === 'done') return <p className="small muted mt-4">A second person has confirmed these corrections.</p>
  return (
    <Form method="post" action={addressOf(document)} className="mt-4 stack gap-3" preventScrollReset>
      <Banner tone="warn">
        These corrections come to more than £1,000. A second person of the office confirms them before the document is
        saved.
      </Banner>
      <ProblemBanner text={answer && !answer.ok && answer.intent === 'confirm' && answer.detail} />
      <input type="hidden" name="intent" value="confirm" />
      <input type="hidden" name="version" value={version} />
      <div className="row">
        <Button type="submit" busy={isBusy}>
          Confirm the corrections
        </Button>
      </div>
    </Form>
  )
}
