import { ChevronDown } from 'lucide-react'
import { paymentText } from '#modules/billing/documents/rules.ts'
import { formatPence } from '#shared/money.ts'
import { dueOf, momentText, notCollectedText, periodText, totalRows } from '#web/kit/billing/billing-texts.ts'
import { FileLink } from '#web/kit/upload/file-link.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { FAMILIES, type BillingDocument, type Sheet } from './families.ts'
import { LinesTable } from './lines-table.tsx'

/** The document as it would go out: whose it is, its lines, what it comes to. */
export function DocumentSheet({ document }: { document: BillingDocument }) {
  const { kind, documents, lines, notCollected } = document
  return (
    <article className="card bill-sheet">
      <Head document={document} />
      {kind === 'invoice' ? (
        <CompanyInvoices documentId={document.id} sheets={documents} isDraft={document.status === 'draft'} />
      ) : null}
      {lines.length > 0 ? <LinesTable kind={kind} lines={lines} /> : null}
      {notCollected.length > 0 ? (
        <section aria-labelledby="not-collected">
          <h2 className="h3" id="not-collected">
            Not yet collected
          </h2>
          <p className="small muted mb-3">{notCollectedText(notCollected)}</p>
          <LinesTable kind={kind} lines={notCollected} caption="Lines not yet collected" />
        </section>
      ) : null}
      <Totals document={document} />
      {document.payment ? <p className="small muted mt-3">On the statement: {paymentText(document.payment)}</p> : null}
    </article>
  )
}

function Head({ document }: { document: BillingDocument }) {
  const { kind, number, registration, company, documents, status, savedAt, sentAt, madeAt } = document
  const party = kind === 'invoice' ? undefined : documents[0]?.party
  return (
    <header className="bill-head cells cols-end-s g-4">
      <div>
        <span className="logo">
          <span className="cells mid-both lh-1">Vanfare</span>
        </span>
        {party ? (
          <p className="small mt-3 long">
            <b>{party.name || 'No name'}</b>
            {party.legalName && party.legalName !== party.name ? (
              <>
                <br />
                {party.legalName}
              </>
            ) : null}
            {party.address ? <span className="muted block-box as-typed">{party.address}</span> : null}
            {party.vatNumber ? <span className="muted block-box as-typed">VAT number {party.vatNumber}</span> : null}
          </p>
        ) : null}
      </div>
      <dl className="bill-facts cells cols-side pack-top g-1-4 t-sm num">
        <dt>{FAMILIES[kind].one}</dt>
        <dd>{kind === 'invoice' ? `${documents.length}, ${status}` : (number ?? 'Draft')}</dd>
        <dt>Period</dt>
        <dd>{periodText(document)}</dd>
        {registration ? (
          <>
            <dt>Working unit</dt>
            <dd>
              <Plate registration={registration} front size="small" />
            </dd>
          </>
        ) : null}
        {company && company.name !== party?.name ? (
          <>
            <dt>Company</dt>
            <dd className="long">{company.name}</dd>
          </>
        ) : null}
        <dt>{savedAt ? 'Issued' : 'Made'}</dt>
        <dd>{savedAt ? momentText(savedAt) : momentText(madeAt)}</dd>
        {sentAt ? (
          <>
            <dt>Sent</dt>
            <dd>{momentText(sentAt)}</dd>
          </>
        ) : null}
      </dl>
    </header>
  )
}

function Totals({ document }: { document: BillingDocument }) {
  const { kind, totals, company } = document
  const due = dueOf(kind, totals.balancePence, company?.name)
  return (
    <dl className="terms bill-totals num" aria-label="Totals">
      {totalRows(document).map(({ label, pence }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatPence(pence)}</dd>
        </div>
      ))}
      <div className="is-sum">
        <dt className="long">{due.label}</dt>
        <dd>{formatPence(due.pence)}</dd>
      </div>
    </dl>
  )
}

interface CompanyInvoicesProps {
  documentId: string
  sheets: readonly Sheet[]
  isDraft: boolean
}

/** The invoices of a run, one for each company; each opens, without script too. */
const CompanyInvoices = ({ documentId, sheets, isDraft }: CompanyInvoicesProps) => (
  <ul className="list bill-sheets divide">
    {sheets.map((sheet) => (
      <li key={sheet.id}>
        <details open={sheets.length === 1}>
          <summary className="flex level g-3 tall-control">
            <span className="long">
              <b>{sheet.party.name}</b>
              <span className="small muted num">
                {' '}
                {sheet.kind === 'commission_credit' ? 'Credit note ' : ''}
                {sheet.number ?? (isDraft ? 'Draft' : '')}
              </span>
            </span>
            <b className="num push">{formatPence(sheet.totals.balancePence)}</b>
            <Icon of={ChevronDown} />
          </summary>
          <OneInvoice sheet={sheet} documentId={documentId} />
        </details>
      </li>
    ))}
  </ul>
)

function OneInvoice({
  sheet: { companyId, party, lines, totals, sentAt },
  documentId,
}: {
  sheet: Sheet
  documentId: string
}) {
  return (
    <div className="stack gap-3">
      <p className="small long">
        {party.legalName ?? party.name}
        <span className="muted block-box as-typed">{party.address || 'No address'}</span>
        <span className="muted block-box as-typed">
          {party.vatNumber ? `VAT number ${party.vatNumber}` : 'Not registered for VAT'}
          {sentAt ? `, sent ${momentText(sentAt)}` : ''}
        </span>
      </p>
      <div className="office-list sized">
        <table className="table num">
          <caption className="vh">Working units of {party.name}</caption>
          <thead>
            <tr>
              <th scope="col">Working unit</th>
              <th scope="col" className="r">
                Bookings
              </th>
              <th scope="col" className="r">
                Prices
              </th>
              <th scope="col" className="r">
                Commission
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.workingUnitId}>
                <td className="at-whole">
                  {line.registration ? (
                    <Plate registration={line.registration} front size="small" />
                  ) : (
                    'A unit without a van'
                  )}
                </td>
                <td className="at-labelled r" data-th="Bookings">
                  {line.bookings}
                </td>
                <td className="at-labelled r" data-th="Prices">
                  {formatPence(line.basePence)}
                </td>
                <td className="at-labelled r" data-th="Commission">
                  {formatPence(line.netPence)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className="terms bill-totals num">
        <div>
          <dt>Commission</dt>
          <dd>{formatPence(totals.commissionPence)}</dd>
        </div>
        {totals.correctionsPence === 0 ? null : (
          <div>
            <dt>Corrections</dt>
            <dd>{formatPence(totals.correctionsPence)}</dd>
          </div>
        )}
        <div>
          <dt>VAT</dt>
          <dd>{formatPence(totals.vatPence)}</dd>
        </div>
        <div>
          <dt>Total with VAT</dt>
          <dd>
            <b>{formatPence(totals.balancePence)}</b>
          </dd>
        </div>
      </dl>
      {companyId ? (
        <FileLink path={`${FAMILIES.invoice.files}/${documentId}/download-report/?company=${companyId}`} isPlain>
          Download<span className="vh"> the invoice of {party.name}</span>
        </FileLink>
      ) : null}
    </div>
  )
}
