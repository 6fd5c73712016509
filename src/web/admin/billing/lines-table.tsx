import { Link } from 'react-router'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { CARD_STATE_TEXTS, causeText, ENTRY_TEXTS, PAID_BY_TEXTS } from '#web/kit/billing/billing-texts.ts'
import type { DocumentLine } from './families.ts'

/** A line for each entry of the ledger; on a phone a card. */
export function LinesTable({
  kind,
  lines,
  caption = 'Lines',
}: {
  kind: DocumentKind
  lines: readonly DocumentLine[]
  caption?: string
}) {
  return (
    <div className="office-list bill-lines sized">
      <table className="table num">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Booking</th>
            <th scope="col">Paid by</th>
            <th scope="col" className="r">
              Price
            </th>
            <th scope="col" className="r">
              Road charges
            </th>
            <th scope="col" className="r">
              Commission
            </th>
            <th scope="col" className="r">
              VAT
            </th>
            <th scope="col" className="r">
              {kind === 'sales_credit' ? 'Credit' : 'Balance'}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.entryId} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ line }: { line: DocumentLine }) {
  const { day, kind, reference, from, to, isLate, paidBy, cardState, balancePence } = line
  return (
    <tr>
      <td className="at-left">
        {formatDateUk(day)}
        {isLate ? (
          <span className="bill-late block-box">
            <Badge tone="orange">Late</Badge>
          </span>
        ) : null}
      </td>
      <td className="at-whole bill-booking">
        <b>{reference || causeText(line)}</b>
        {kind === 'booking' || !reference ? null : <span> {causeText(line)}</span>}
        {from ? (
          <span className="block-box muted long">
            {from} to {to}
          </span>
        ) : null}
        <Disclosure
          className="bill-behind"
          summary={
            <>
              Breakdown<span className="vh"> {reference}</span>
            </>
          }
        >
          <Facts className="facts" facts={behind(line)} />
        </Disclosure>
      </td>
      <td className="at-labelled" data-th="Paid by">
        <span>
          {paidBy ? PAID_BY_TEXTS[paidBy] : '–'}
          {cardState ? <span className="muted">, {CARD_STATE_TEXTS[cardState]}</span> : null}
        </span>
      </td>
      <Amount heading="Price" pence={line.pricePence} />
      <Amount heading="Road charges" pence={line.roadChargesPence} />
      <Amount heading="Commission" pence={-line.commissionPence} />
      <Amount heading="VAT" pence={-line.vatPence} />
      <td className="at-right r">
        <b>{formatPence(balancePence)}</b>
      </td>
    </tr>
  )
}

const Amount = ({ heading, pence }: { heading: string; pence: number }) => (
  <td className="at-labelled r" data-th={heading}>
    {pence === 0 ? <span className="muted">–</span> : formatPence(pence)}
  </td>
)

/** The entry of the ledger that the line is read from. */
const behind = ({
  kind,
  entryId,
  bookingId,
  reference,
  registration,
  commissionPercent,
  isLate,
  day,
}: DocumentLine): Fact[] => [
  { name: 'Cause', value: ENTRY_TEXTS[kind] },
  { name: 'Entry', value: <span className="break">{entryId}</span> },
  ...(bookingId ? [{ name: 'Booking', value: <Happened bookingId={bookingId} reference={reference} /> }] : []),
  ...(registration ? [{ name: 'Van', value: registration }] : []),
  ...(commissionPercent > 0 ? [{ name: 'Commission', value: `${commissionPercent}%` }] : []),
  ...(isLate
    ? [{ name: 'Late', value: `Of ${formatDateUk(day)}, settled or collected after that period’s document was saved` }]
    : []),
]

/** The events that led to the line. */
const Happened = ({ bookingId, reference }: { bookingId: string; reference: string | null }) => (
  <Link to={`/admin/bookings/${bookingId}#happened`}>
    What happened<span className="vh"> to {reference}</span>
  </Link>
)
