import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { referenceOf, STATUS_LABELS } from '#modules/bookings/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatPence } from '#shared/money.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { readablePhone } from '#shared/phone.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { orderOfMove } from '../reuse-move/order-of-move.ts'
import { useFlow } from '../flow-context.tsx'
import type { CustomersFound, MoveRead } from './special-booking.tsx'
import { Say } from './choices.tsx'
import { SAY_WHO, recognisedBy, type FoundCustomer, type Manual } from './special-request.ts'

interface CallerProps {
  manual: Manual
  change: (part: Partial<Manual>) => void
  errors: Record<string, string>
}

/** Who is calling: somebody who is known, or a name with a number or an address. */
export function Caller({ manual, change, errors }: CallerProps) {
  const { known } = manual
  return (
    <section className="card" aria-labelledby="who">
      <h2 className="h3" id="who">
        1. Who
      </h2>
      {known ? (
        <>
          <div className="call mt-3 flex wraps level g-2-4 p-3-4 edge-2 r-control">
            <b className="t-lg">{nameOf(known)}</b>
            <span className="muted num">{aboutOf(known)}</span>
            <LinkButton className="push" onClick={() => change({ known: null })}>
              Somebody else
            </LinkButton>
          </div>
          <LastBookings customer={known} />
        </>
      ) : (
        <>
          <Say>{SAY_WHO}</Say>
          <FindCustomer error={errors.find} onFound={(customer) => change({ known: customer })} />
          <NewCustomer manual={manual} change={change} errors={errors} />
          <Recognised manual={manual} change={change} />
        </>
      )}
    </section>
  )
}

const nameOf = ({ firstName, lastName }: FoundCustomer): string => [firstName, lastName].filter(Boolean).join(' ')

const aboutOf = ({ email, phone, bookingsCount, lastStartAt }: FoundCustomer): string =>
  [
    phone ? readablePhone(phone) : null,
    email,
    countOf(bookingsCount, 'booking'),
    lastStartAt ? `last ${formatDay(localDayOf(new Date(lastStartAt)))}` : null,
  ]
    .filter(Boolean)
    .join(', ')

/** The customer’s last bookings, which the call may be about. */
function LastBookings({ customer: { lastBookings } }: { customer: FoundCustomer }) {
  const { fill, filled, problem, isBusy } = useFillIn()
  if (lastBookings.length === 0) return null
  return (
    <>
      <ProblemBanner text={problem} className="mt-3" />
      <output className="block-box small muted mt-2">
        {filled ? 'Filled in as it was booked. Ask for the day, and what is different this time.' : null}
      </output>
      <ul className="found cells g-2 list mt-3" aria-label="Their last bookings" aria-busy={isBusy}>
        {lastBookings.map(({ id, startAt, from, to, status, totalPence }) => (
          <li className="flex wraps level apart g-2-3 py-2 line-foot break" key={id}>
            <span>
              <b>
                {from} to {to}
              </b>
              <br />
              <span className="small muted num">
                {formatDay(localDayOf(new Date(startAt)))}, {STATUS_LABELS[status]}, reference {referenceOf(id)}
              </span>
            </span>
            <span className="flex wraps level g-2-3">
              <b className="num">{formatPence(totalPence)}</b>
              <Button size="small" onClick={() => fill(id)}>
                {filled === id ? 'Filled in' : 'Fill in'}
                <span className="vh">
                  {' '}
                  {from} to {to}
                </span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What was moved before becomes what is asked about now, at one press. */
function useFillIn() {
  const { draft, dispatch, now } = useFlow()
  const { load, data, state } = useFetcher<{ previousMove: MoveRead | null }>({ key: 'move-again' })
  const [requestedId, setAsked] = useState<string | null>(null)
  const [filled, setFilled] = useState<string | null>(null)
  const previousMove = state === 'idle' && requestedId ? data?.previousMove : null
  useEffect(() => {
    if (!previousMove || !requestedId) return
    setAsked(null)
    if (!previousMove.ok) return
    dispatch({ type: 'draft-restored', draft: { ...draft, order: orderOfMove(draft.order, previousMove.move, now) } })
    setFilled(requestedId)
    // Each answer is handled once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [previousMove])
  const fill = (id: string) => {
    setAsked(id)
    void load(`/special-booking?again=${id}`)
  }
  const problem = data?.previousMove && !data.previousMove.ok ? data.previousMove.problem : null
  return { fill, filled, problem, isBusy: state !== 'idle' }
}

const TYPING_MS = 300

/** Who is known by a text, a moment after it was typed. */
function useCustomers(key: string, input: string, isEnough: boolean) {
  const { load, data, state } = useFetcher<CustomersFound>({ key })
  const text = input.trim()
  useEffect(() => {
    if (!isEnough) return undefined
    const timer = setTimeout(() => void load(`/special-booking?q=${encodeURIComponent(text)}`), TYPING_MS)
    return () => clearTimeout(timer)
  }, [isEnough, text, load])
  return { found: isEnough && data?.q === text ? data : null, isBusy: state !== 'idle' }
}

interface FoundListProps {
  label: string
  results: readonly FoundCustomer[]
  isBusy: boolean
  onFound: (customer: FoundCustomer) => void
}

const FoundList = ({ label, results, isBusy, onFound }: FoundListProps) => (
  <ul className="found cells g-2 list" aria-label={label} aria-busy={isBusy}>
    {results.map((customer) => (
      <li className="flex wraps level apart g-2-3 py-2 line-foot break" key={customer.id}>
        <span>
          <b>{nameOf(customer)}</b>
          <br />
          <span className="small muted num">{aboutOf(customer)}</span>
        </span>
        <Button size="small" onClick={() => onFound(customer)}>
          Book for {customer.firstName}
        </Button>
      </li>
    ))}
  </ul>
)

function FindCustomer({ error, onFound }: { error?: string; onFound: (customer: FoundCustomer) => void }) {
  const [text, setText] = useState('')
  const { found, isBusy } = useCustomers('customers', text, text.trim().length >= 3)
  return (
    <div className="mt-3">
      <InputField
        id="find"
        type="search"
        label="Find a customer"
        hint="Name, phone or email."
        autoComplete="off"
        icon={<Icon of={Search} />}
        error={error ?? found?.problem}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FoundList label="Customers found" results={found?.results ?? []} isBusy={isBusy} onFound={onFound} />
      <output className="small muted">
        {found && !found.problem && found.results.length === 0 ? 'No customer found. Ask for a name below.' : null}
        {found && found.count > found.results.length ? `${found.count} matches. Type more to narrow them down.` : null}
      </output>
    </div>
  )
}

/** A whole number or address that was typed as if they were new: somebody who is known by it is offered at once. */
function Recognised({ manual: { phone, email }, change }: Pick<CallerProps, 'manual' | 'change'>) {
  const contactDetail = recognisedBy({ phone, email })
  const { found, isBusy } = useCustomers('caller', contactDetail ?? '', contactDetail !== null)
  if (!found || found.results.length === 0) return null
  return (
    <div className="mt-3">
      <output>
        <b className="num">{contactDetail}</b> is already a customer.
      </output>
      <FoundList
        label="Known by this number or address"
        results={found.results.slice(0, 3)}
        isBusy={isBusy}
        onFound={(known) => change({ known })}
      />
    </div>
  )
}

const NewCustomer = ({ manual, change, errors }: CallerProps) => (
  <div className="fields mt-3">
    <InputField
      id="firstName"
      label="First name"
      width="half"
      maxLength={100}
      autoComplete="off"
      error={errors.firstName}
      value={manual.firstName}
      onChange={(event) => change({ firstName: event.target.value })}
    />
    <InputField
      id="phone"
      label="Phone"
      width="half"
      type="tel"
      inputClass="num"
      maxLength={30}
      autoComplete="off"
      error={errors.phone}
      value={manual.phone}
      onChange={(event) => change({ phone: event.target.value })}
    />
    <EmailField
      id="email"
      label="Email"
      optional
      hint="Leave blank and we’ll text them instead."
      maxLength={254}
      autoComplete="off"
      error={errors.email}
      value={manual.email}
      onChange={(event) => change({ email: event.target.value })}
    />
  </div>
)
