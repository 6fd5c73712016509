import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CustomersFound } from './special-booking.tsx'
import type { FoundCustomer, Manual } from './special-request.ts'

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
        <div className="call mt-3">
          <b>{nameOf(known)}</b>
          <span className="muted num">{aboutOf(known)}</span>
          <LinkButton className="push" onClick={() => change({ known: null })}>
            Somebody else
          </LinkButton>
        </div>
      ) : (
        <>
          <FindCustomer error={errors.find} onFound={(customer) => change({ known: customer })} />
          <NewCustomer manual={manual} change={change} errors={errors} />
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
    bookingsCount === 1 ? '1 booking' : `${bookingsCount} bookings`,
    lastStartAt ? `last ${formatDay(localDayOf(new Date(lastStartAt)))}` : null,
  ]
    .filter(Boolean)
    .join(', ')

const TYPING_MS = 300

function FindCustomer({ error, onFound }: { error?: string; onFound: (customer: FoundCustomer) => void }) {
  const [text, setText] = useState('')
  const { load, data, state } = useFetcher<CustomersFound>({ key: 'customers' })
  const isEnough = text.trim().length >= 3
  useEffect(() => {
    if (!isEnough) return undefined
    const timer = setTimeout(() => void load(`/special-booking?q=${encodeURIComponent(text.trim())}`), TYPING_MS)
    return () => clearTimeout(timer)
  }, [isEnough, text, load])
  const found = isEnough && data?.q === text.trim() ? data : null
  return (
    <div className="mt-3">
      <InputField
        id="find"
        type="search"
        label="Find a customer"
        hint="Name, phone or e-mail."
        autoComplete="off"
        icon={<Icon of={Search} />}
        error={error ?? found?.problem}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="found list" aria-label="Customers found" aria-busy={state !== 'idle'}>
        {found?.results.map((customer) => (
          <li key={customer.id}>
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
      <output className="small muted">
        {found && !found.problem && found.results.length === 0
          ? 'Nobody is known by that. Ask for a name below.'
          : null}
        {found && found.count > found.results.length ? `${found.count} in all: type more of it.` : null}
      </output>
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
    <InputField
      id="email"
      label="E-mail"
      optional
      hint="Without one they get texts."
      type="email"
      maxLength={254}
      autoComplete="off"
      error={errors.email}
      value={manual.email}
      onChange={(event) => change({ email: event.target.value })}
    />
  </div>
)
