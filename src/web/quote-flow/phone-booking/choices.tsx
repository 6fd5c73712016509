import { Check } from 'lucide-react'
import { replyText } from '#modules/reviews/figures/rules.ts'
import { formatPence } from '#shared/money.ts'
import { CheckBox, SelectCards } from '#web/ui/choice.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError, InputField, MoneyField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { STOP_TEXTS } from '../draft/stop-texts.ts'
import { NoteField } from '../details/note-field.tsx'
import { useFlow } from '../flow-context.tsx'
import type { Quote } from '../draft/order.ts'
import { canText, SAY_DAY, describePayment, type Manual } from './special-request.ts'

interface ChoicesProps {
  manual: Manual
  change: (part: Partial<Manual>) => void
  errors: Record<string, string>
}

/** Choice between a driver of the list and none yet, at a price that the office sets. */
export function WhoDoesIt({
  manual,
  change,
  errors,
  quotes,
  count,
  showMore,
}: ChoicesProps & { quotes: readonly Quote[]; count: number; showMore: () => void }) {
  const isHot = !quotes.some(({ quoteId }) => quoteId === manual.quoteId)
  // The option without a driver has to be in sight, so only the cheapest quotes come before it.
  const [cheapest, others] = [quotes.slice(0, CHEAPEST), quotes.slice(CHEAPEST)]
  const row = (quote: Quote) => (
    <DriverRow
      key={quote.quoteId}
      quote={quote}
      isChosen={manual.quoteId === quote.quoteId}
      onChoose={() => change({ quoteId: quote.quoteId })}
    />
  )
  return (
    <section className="card" aria-labelledby="driver">
      <div className="card__head">
        <h2 className="h3" id="driver">
          3. Who does it
        </h2>
        <span className="small muted num">{canText(quotes.length, count)}</span>
      </div>
      <fieldset className="found cells g-2">
        <legend className="vh">Driver</legend>
        {cheapest.map(row)}
        <label className="pick pick--row">
          <input className="vh" type="radio" name="driver" checked={isHot} onChange={() => change({ quoteId: '' })} />
          <span>
            <b>No driver yet</b>
            <br />
            <span className="small muted">Post a hot job now: every driver who can do it sees it at your price.</span>
          </span>
          <Tick />
        </label>
        {others.length > 0 ? (
          <Disclosure
            summary={`${others.length} more, at higher prices`}
            isOpen={others.some(({ quoteId }) => quoteId === manual.quoteId)}
          >
            <div className="found cells g-2">{others.map(row)}</div>
            {quotes.length < count ? <Button onClick={showMore}>Show more drivers</Button> : null}
          </Disclosure>
        ) : null}
      </fieldset>
      {isHot ? (
        <MoneyField
          id="price"
          label="Price of the hot job"
          className="narrow mt-3"
          error={errors.price}
          value={manual.price}
          onChange={(event) => change({ price: event.target.value })}
        />
      ) : null}
    </section>
  )
}

const CHEAPEST = 6

const DriverRow = ({ quote, isChosen, onChoose }: { quote: Quote; isChosen: boolean; onChoose: () => void }) => (
  <label className="pick pick--row">
    <input className="vh" type="radio" name="driver" checked={isChosen} onChange={onChoose} />
    <span>
      <b>{quote.company.name}</b>
      <br />
      <span className="small muted num">{aboutOf(quote)}</span>
    </span>
    <b className="num">{formatPence(quote.totalPence)}</b>
    <Tick />
  </label>
)

const Tick = () => (
  <span className="pick__tick">
    <Icon of={Check} />
  </span>
)

const aboutOf = ({ workingUnit, company }: Quote): string =>
  [
    workingUnit.van.registration,
    company.rating === null ? 'no reviews yet' : `${company.rating.toFixed(1)} (${company.reviewsCount})`,
    company.replyMinutes === null ? null : `replies in ${replyText(company.replyMinutes).toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(', ')

const METHODS = [
  { value: 'cash', label: <b>Cash to the driver</b> },
  { value: 'card', label: <b>Card</b> },
  { value: 'bank_transfer', label: <b>Transfer to the company’s bank</b> },
] as const

interface PaymentProps extends ChoicesProps {
  total: number | null
  chosen: Quote | null
}

export const HowTheyPay = ({ manual, change, errors, total, chosen }: PaymentProps) => (
  <section className="card" aria-labelledby="pays" id="payMethod">
    <h2 className="h3" id="pays">
      4. How they pay
    </h2>
    <SelectCards
      legend="How they pay"
      name="pay"
      className="stack mt-3"
      cardClass="pick--row"
      value={manual.payMethod}
      onChange={(payMethod) => change({ payMethod })}
      choices={METHODS}
    />
    <FieldError error={errors.payMethod} />
    <Say>{describePayment(manual.payMethod, total, chosen)}</Say>
  </section>
)

/** What the three steps do not ask: the number for the day, a note, and whether the Congestion Charge was spoken of. */
export function OnTheDay({ manual, change, errors }: ChoicesProps) {
  const { order, dispatch } = useFlow()
  return (
    <section className="card" aria-labelledby="day">
      <h2 className="h3" id="day">
        2. On the day
      </h2>
      <Say>{SAY_DAY}</Say>
      <div className="fields mt-3">
        <InputField
          id="contactNumber"
          label="Number for the driver"
          optional
          hint="Leave blank to use the customer’s."
          type="tel"
          inputClass="num"
          autoComplete="off"
          maxLength={STOP_TEXTS.contactNumber.max}
          error={errors.contactNumber}
          value={order.routePoints[0]?.contactNumber ?? ''}
          onChange={(event) =>
            dispatch({ type: 'point-changed', index: 0, change: { contactNumber: event.target.value } })
          }
        />
        <NoteField label="Note for the driver" error={errors.note} />
      </div>
      <CheckBox
        checked={manual.isCongestionCharged}
        onChange={(event) => change({ isCongestionCharged: event.target.checked })}
      >
        Enters the Congestion Charge zone
      </CheckBox>
    </section>
  )
}

/** Script that the office reads out to the caller. */
export const Say = ({ children }: { children: string }) => (
  <p className="lh-14 banner tone-good p-3-4 r-small num">
    <small className="block-box t-xs muted">Say</small>“{children}”
  </p>
)
