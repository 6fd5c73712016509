import { formatPence } from '#shared/money.ts'
import { Plate } from '#web/ui/sign.tsx'
import { dueOf, momentText, notCollectedText, periodText } from '#web/kit/billing/billing-texts.ts'
import { CompanyInvoices } from './company-invoices.tsx'
import { FAMILIES, type BillingDocument } from './families.ts'
import { LinesTable } from './lines-table.tsx'
import { totalRows } from '#web/kit/billing/total-rows.ts'

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
    </article>
  )
}

function Head({ document }: { document: BillingDocument }) {
  const { kind, number, registration, company, documents, status, savedAt, sentAt, madeAt } = document
  const party = kind === 'invoice' ? undefined : documents[0]?.party
  return (
    <header className="bill-head">
      <div>
        <span className="logo">
          <span>Vanfare</span>
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
            {party.address ? <span className="muted bill-address">{party.address}</span> : null}
            {party.vatNumber ? <span className="muted bill-address">VAT number {party.vatNumber}</span> : null}
          </p>
        ) : null}
      </div>
      <dl className="bill-facts num">
        <dt>{FAMILIES[kind].one}</dt>
        <dd>{kind === 'invoice' ? `${documents.length}, ${status}` : (number ?? 'Draft')}</dd>
        <dt>Period</dt>
        <dd>{periodText(document)}</dd>
        {registration ? (
          <>
            <dt>Working unit</dt>
            <dd>
              <Plate registration={registration} front />
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
    <dl className="bill-totals num" aria-label="Totals">
      {totalRows(document).map(({ label, pence }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatPence(pence)}</dd>
        </div>
      ))}
      <div className="bill-due">
        <dt className="long">{due.label}</dt>
        <dd>{formatPence(due.pence)}</dd>
      </div>
    </dl>
  )
}
