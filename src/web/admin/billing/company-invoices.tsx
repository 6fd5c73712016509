import { formatPence } from '#shared/money.ts'
import { FileLink } from '#web/kit/files/file-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChevronDown } from 'lucide-react'
import { Plate } from '#web/ui/sign.tsx'
import { momentText } from '#web/kit/billing/billing-texts.ts'
import { FAMILIES, type Sheet } from './families.ts'

interface CompanyInvoicesProps {
  documentId: string
  sheets: readonly Sheet[]
  isDraft: boolean
}

/** The invoices of a run, one for each company; each opens, without script too. */
export const CompanyInvoices = ({ documentId, sheets, isDraft }: CompanyInvoicesProps) => (
  <ul className="list bill-sheets">
    {sheets.map((sheet) => (
      <li key={sheet.id}>
        <details open={sheets.length === 1}>
          <summary>
            <span className="long">
              <b>{sheet.party.name}</b>
              <span className="small muted num">
                {' '}
                {sheet.kind === 'commission_credit' ? 'Credit note ' : ''}
                {sheet.number ?? (isDraft ? 'Draft' : '')}
              </span>
            </span>
            <b className="num">{formatPence(sheet.totals.balancePence)}</b>
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
        <span className="muted bill-address">{party.address || 'No address'}</span>
        <span className="muted bill-address">
          {party.vatNumber ? `VAT number ${party.vatNumber}` : 'Not registered for VAT'}
          {sentAt ? `, sent ${momentText(sentAt)}` : ''}
        </span>
      </p>
      <div className="office-list">
        <table className="num">
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
                  {line.registration ? <Plate registration={line.registration} front /> : 'A unit without a van'}
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
      <dl className="bill-totals num">
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
