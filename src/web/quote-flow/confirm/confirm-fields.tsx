import { Banknote, CreditCard } from 'lucide-react'
import { PAYMENT_TEXTS } from '#modules/pricing/commission-rules.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CheckBox, SelectCards } from '#web/ui/choice.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { STOP_TEXTS } from '../draft/stop-texts.ts'
import { NoteField } from '../details/note-field.tsx'
import { useFlow } from '../flow-context.tsx'
import { paymentMethodOf, type OrderPoint, type PaymentMethod, type Quote } from '../draft/order.ts'

type Errors = Record<string, string>

interface DetailsProps {
  errors: Errors
  /** The address of an account opened on this page. */
  openedFor: string | null
  onLogin: () => void
}

/** The contact at the pick-up, and the note for the driver. */
export function YourDetails({ errors, openedFor, onLogin }: DetailsProps) {
  const { order, dispatch } = useFlow()
  const session = useSession()
  const pickUp = order.routePoints[0]
  const change = (part: Partial<OrderPoint>) => dispatch({ type: 'point-changed', index: 0, change: part })
  const isWrong = pickUp && pickUp.contactNumber.trim() !== '' && parsePhone(pickUp.contactNumber) === null
  return (
    <section className="card" aria-labelledby="you">
      <div className="card__head">
        <h2 className="h3" id="you">
          Your details
        </h2>
        {session || openedFor ? null : <LinkButton onClick={onLogin}>Log in</LinkButton>}
      </div>
      <p className="muted long mb-4">
        {session
          ? `Booking as ${[session.firstName, session.lastName].filter(Boolean).join(' ')}, ${session.email}.`
          : openedFor
            ? `Booking as ${openedFor}.`
            : 'You’ll log in or create an account when you book. Everything on this page is kept.'}
      </p>
      <div className="fields">
        <InputField
          id="routePoints.0.contactName"
          label="Who will meet the driver?"
          optional
          hint="Leave blank if it’s you."
          width="half"
          autoComplete="name"
          maxLength={STOP_TEXTS.contactName.max}
          error={errors['routePoints.0.contactName']}
          value={pickUp?.contactName ?? ''}
          onChange={(event) => change({ contactName: event.target.value })}
        />
        <InputField
          id="routePoints.0.contactNumber"
          label="Their phone"
          optional
          hint="Leave blank to use yours."
          width="half"
          type="tel"
          inputClass="num"
          autoComplete="tel"
          maxLength={STOP_TEXTS.contactNumber.max}
          error={isWrong ? phoneHint : errors['routePoints.0.contactNumber']}
          value={pickUp?.contactNumber ?? ''}
          onChange={(event) => change({ contactNumber: event.target.value })}
        />
        <NoteField label="Note for the driver" error={errors.note} />
      </div>
    </section>
  )
}

const methodLabels: Record<PaymentMethod, { text: string; icon: typeof CreditCard }> = {
  card: { text: 'Card', icon: CreditCard },
  cash: { text: 'Cash', icon: Banknote },
}

export function Payment({ quote, error }: { quote: Quote; error?: string }) {
  const { order, dispatch } = useFlow()
  const method = paymentMethodOf(order)
  return (
    <section className="card" aria-labelledby="pay" id="paymentMethod">
      <div className="card__head">
        <h2 className="h3" id="pay">
          How will you pay?
        </h2>
      </div>
      <SelectCards
        legend="Payment method"
        name="payment"
        className="cells cols-2-s g-3"
        cardClass="pick--row"
        value={method}
        onChange={(paymentMethod) => dispatch({ type: 'details-changed', change: { paymentMethod } })}
        choices={quote.paymentMethods.toSorted().map((value) => ({
          value,
          label: (
            <>
              <Icon of={methodLabels[value].icon} />
              <b>{methodLabels[value].text}</b>
            </>
          ),
        }))}
      />
      <p className="small muted mt-2">
        {PAYMENT_TEXTS[method]}
        {quote.paymentMethods.length === 1 ? ` ${quote.company.name} takes ${method} only.` : ''}
      </p>
      <FieldError error={error} />
    </section>
  )
}

/** Whether other drivers may take the job if this one cannot. */
export function HotJobChoice() {
  const { order, dispatch } = useFlow()
  return (
    <section className="card" aria-labelledby="other">
      <div className="card__head">
        <h2 className="h3" id="other">
          If this driver can’t come
        </h2>
      </div>
      <CheckBox
        id="allowHotJob"
        checked={order.allowsHotJob}
        onChange={(event) => dispatch({ type: 'details-changed', change: { allowsHotJob: event.target.checked } })}
      >
        Offer my move to other drivers at the same price
      </CheckBox>
      <p className="small muted mt-1">
        Same kind of van, same number of people, same price. We’ll tell you who’s coming. Untick if you’d rather choose
        again yourself.
      </p>
    </section>
  )
}
