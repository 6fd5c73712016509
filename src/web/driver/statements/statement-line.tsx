import { Form, useNavigation } from 'react-router'
import { formatDateUk } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { lowerFirst } from '#shared/texts.ts'
import {
  CARD_STATE_TEXTS,
  causeText,
  ENTRY_TEXTS,
  momentText,
  PAID_BY_TEXTS,
  signedText,
  type BillingDocument,
} from '#web/kit/billing/billing-texts.ts'
import { errorAt, formProblemOf } from '#web/kit/forms/answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import type { Refused } from './statement.tsx'

type Line = BillingDocument['lines'][number]

interface StatementLineProps {
  line: Line
  /** As long as it is a draft. */
  canAsk: boolean
  /** A question about it that was refused just now. */
  refused: Refused | undefined
}

/** A line, and under it what was asked about it. */
export function StatementLine({ line, canAsk, refused }: StatementLineProps) {
  const { kind, day, reference, from, to, isLate, balancePence, query } = line
  return (
    <li className="stm-line cells g-1 py-3 line-top shrink">
      <div className="flex apart g-4">
        <span className="shrink">
          <b>{reference || causeText(line)}</b>
          {kind === 'booking' || !reference ? null : `, ${lowerFirst(causeText(line))}`}
        </span>
        <b className="num one-line">{signedText(balancePence)}</b>
      </div>
      <p className="small muted num">
        {formatDateUk(day)}
        {from ? `, ${from} to ${to}` : ''}
        {isLate ? (
          <>
            {' '}
            <Badge tone="orange">Late</Badge>
          </>
        ) : null}
      </p>
      <dl className="stm-parts grid gap-2 m-0 small num">
        {partsOf(line).map(([name, value]) => (
          <div className="flex apart g-3" key={name}>
            <dt className="muted">{name}</dt>
            <dd className="one-line">{value}</dd>
          </div>
        ))}
      </dl>
      {query ? <Question query={query} /> : null}
      {query || !canAsk ? null : <AskForm line={line} refused={refused} />}
    </li>
  )
}

function partsOf({ kind, paidBy, cardState, pricePence, commissionPercent, ...line }: Line): [string, string][] {
  const { roadChargesPence, commissionPence, vatPence } = line
  const paid = paidBy && `${PAID_BY_TEXTS[paidBy]}${cardState ? `, ${CARD_STATE_TEXTS[cardState]}` : ''}`
  const parts: [string, string][] = [
    [kind === 'booking' || kind === 'share' ? 'Price' : 'Amount', formatPence(pricePence)],
  ]
  if (roadChargesPence !== 0) parts.push(['of it road charges', formatPence(roadChargesPence)])
  if (commissionPence !== 0) parts.push([`Commission, ${commissionPercent}%`, formatPence(-commissionPence)])
  if (vatPence !== 0) parts.push(['VAT on it', formatPence(-vatPence)])
  if (paid) parts.push(['Paid by', paid])
  return parts
}

const Question = ({ query: { text, askedAt, answer, answeredAt } }: { query: NonNullable<Line['query']> }) => (
  <div className="bar-left cells g-2 mt-1 p-2-3 t-sm">
    <p className="long">
      <b className="num">You asked, {momentText(askedAt)}: </b>
      {text}
    </p>
    {answer === null ? (
      <p className="muted">The office hasn’t answered yet.</p>
    ) : (
      <p className="long">
        <b className="num">The office answered{answeredAt ? `, ${momentText(answeredAt)}` : ''}: </b>
        {answer}
      </p>
    )}
  </div>
)

function AskForm({ line: { entryId, reference, kind }, refused }: { line: Line; refused: Refused | undefined }) {
  const { formData, formMethod } = useNavigation()
  const isBusy = formMethod === 'POST' && formData?.get('entryId') === entryId
  const problem = formProblemOf(refused)
  return (
    <details open={refused !== undefined}>
      <summary className="link-btn">
        Ask about this line<span className="vh">: {reference || ENTRY_TEXTS[kind]}</span>
      </summary>
      <Form method="post" className="stack mt-3" noValidate preventScrollReset>
        <ProblemBanner text={problem} />
        <input type="hidden" name="entryId" value={entryId} />
        <TextareaField
          label="Your question"
          hint="The office answers by email. You can ask once about each line."
          name="text"
          required
          rows={3}
          maxLength={1000}
          defaultValue={refused?.text}
          error={errorAt(refused, 'text')}
        />
        <Button type="submit" busy={isBusy}>
          Send the question
        </Button>
      </Form>
    </details>
  )
}
