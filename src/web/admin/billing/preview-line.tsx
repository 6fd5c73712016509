import { useEffect, useRef, type FormEvent } from 'react'
import { useFetcher, Link } from 'react-router'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import type { previewDocument } from '#modules/billing/runs/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { countOf } from '#shared/texts.ts'
import { formatPence } from '#shared/money.ts'
import { daysText } from '#web/kit/billing/billing-texts.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { FAMILIES } from './families.ts'
import type { loader, Start, Wanted } from './new-document.tsx'
import { daysOf } from './periods.ts'

/** Somebody may still be typing. */
const WAIT_MS = 300

/** What the document would have: as it came with the page, and then for what is chosen. */
export function usePreview(
  start: Start,
  addressOf: (start: Start, wanted: Wanted) => string,
): {
  shown: Start
  look: (event: FormEvent<HTMLFormElement>) => void
} {
  const { load, data } = useFetcher<typeof loader>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    const selection = {
      subjectId: textIn(form, 'subject'),
      from: textIn(form, 'start_date'),
      to: textIn(form, 'end_date'),
      isChecked: true,
    }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void load(addressOf(start, selection)), WAIT_MS)
  }
  return { shown: data ?? start, look }
}

/** "31 bookings, £5,418.50" */
export function previewText(
  kind: DocumentKind,
  { bookings, pricePence, companies }: Pick<NonNullable<Start['preview']>, 'bookings' | 'pricePence' | 'companies'>,
): string {
  const of = countOf(bookings, kind === 'sales_credit' ? 'cancelled booking' : 'booking')
  const who = kind === 'invoice' && bookings > 0 ? ` of ${countOf(companies, 'company', 'companies')}` : ''
  return `${of}${who}, ${formatPence(pricePence)}`
}

interface PreviewLineProps extends Pick<Start, 'kind' | 'preview' | 'today'> {
  /** This page with these days in its fields. */
  addressOf: (days: Pick<Wanted, 'from' | 'to'>) => string
}

export const PreviewLine = ({ kind, preview, today, addressOf }: PreviewLineProps) => (
  <div className="small muted num" aria-live="polite">
    <p>
      {preview ? previewText(kind, preview) : 'Choose who it’s for and both dates to see how many bookings it covers.'}
    </p>
    {preview?.elsewhere ? (
      <p>
        On other dates: {previewText(kind, { ...preview.elsewhere, companies: 1 })}.{' '}
        <Link to={addressOf(daysOf(preview.elsewhere, today))} preventScrollReset replace>
          Choose {daysText(preview.elsewhere)}
        </Link>
      </p>
    ) : null}
    {preview && preview.coveredBy.length > 0 ? (
      <p>
        Not counted, because saved already: <CoveringLinks kind={kind} documents={preview.coveredBy} />
      </p>
    ) : null}
  </div>
)

type Covering = AnswerOf<typeof previewDocument>['coveredBy']

/** Saved documents that have some days already, each with its days: "STM-2026/27-00007 (10/03/2026 to 16/03/2026)". */
export const CoveringLinks = ({ kind, documents }: { kind: DocumentKind; documents: Covering }) =>
  documents.map((document, index) => (
    <span key={document.id}>
      {index > 0 ? ', ' : ''}
      <Link className="one-line" to={`${FAMILIES[kind].path}/${document.id}`}>
        {document.number ?? 'saved invoices'}
      </Link>{' '}
      ({daysText(document)})
    </span>
  ))
