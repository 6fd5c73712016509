import { Form, useNavigation } from 'react-router'
import { formatPence } from '#shared/money.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { focusOnArrival } from '#web/ui/focus-on-arrival.ts'
import { momentText, periodText } from '#web/kit/billing/billing-texts.ts'
import { nameOf, subjectText } from './billing-texts.ts'
import { FAMILIES, type Summary } from './families.ts'
import { addressOf } from './new-document-form.tsx'
import type { NotMade, Start } from './new-document.tsx'

interface AnswerProps {
  start: Start
  notMade: NotMade
}

/** Nothing happened in the period. */
export function NothingThere({ start, notMade: { wanted = start.wanted } }: AnswerProps) {
  const { kind, subjects } = start
  const chosen = subjects?.results.find(({ id }) => id === wanted.subjectId)
  const who = chosen ? (chosen.registration ?? chosen.name) : 'Nobody'
  const happened = kind === 'sales_credit' ? 'is owed nothing' : 'had no billable activity'
  const did = kind === 'invoice' ? 'had any billable activity' : happened
  return (
    <div className="card" role="alert">
      <Empty
        title={FAMILIES[kind].noData}
        action={<ButtonLink to={addressOf(start, wanted)}>Change the dates</ButtonLink>}
      >
        {who} {did} between {wanted.from} and {wanted.to}.
      </Empty>
    </div>
  )
}

/** Another document covers some of these dates. */
export function AlreadyThere({ start, notMade, covering }: AnswerProps & { covering: Summary }) {
  const { path, noun } = FAMILIES[start.kind]
  const { wanted = start.wanted } = notMade
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <section className="card stack" aria-labelledby="covered">
      <h2 className="h3" id="covered" ref={focusOnArrival} tabIndex={-1}>
        {covering.number ? `${FAMILIES[start.kind].one} ${covering.number} already covers` : `A ${noun} already covers`}{' '}
        {covering.startDate === covering.endDate ? 'this day' : 'these dates'}
      </h2>
      <Facts className="facts" facts={factsOf(covering)} />
      <div className="row">
        <ButtonLink to={`${path}/${covering.id}`} look="primary">
          Open {covering.number ?? nameOf(covering).toLowerCase()}
        </ButtonLink>
        <ButtonLink to={addressOf(start, wanted)}>Change the dates</ButtonLink>
        <Form method="post">
          <input type="hidden" name="attempt" value={start.attempt} />
          <input type="hidden" name="subject" value={wanted.subjectId} />
          <input type="hidden" name="start_date" value={wanted.from} />
          <input type="hidden" name="end_date" value={wanted.to} />
          <Button type="submit" look="quiet" busy={isBusy}>
            Make a new draft anyway
          </Button>
        </Form>
      </div>
      <p className="small muted">Lines already on a saved document can’t be saved on another.</p>
    </section>
  )
}

function factsOf(covering: Summary): Fact[] {
  const who = subjectText(covering)
  const { kind, totals } = covering
  return [
    ...(who ? [{ name: covering.client ? 'Client' : 'Unit', value: who }] : []),
    { name: 'Period', value: periodText(covering) },
    { name: kind === 'statement' ? 'Balance' : 'Total', value: formatPence(totals.balancePence) },
    { name: 'Saved', value: covering.savedAt ? momentText(covering.savedAt) : 'Not saved' },
  ]
}
