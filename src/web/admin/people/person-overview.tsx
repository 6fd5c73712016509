import { Link, Form, useNavigation } from 'react-router'
import { readablePhone } from '#shared/phone.ts'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { codeToText } from '#shared/texts.ts'
import { officeMoment } from '#web/kit/office/office-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import { IF_BLOCKED, ROLE_NAMES, type Person, blockTexts, FLAW_TEXTS } from './person-texts.ts'

export function PersonOverview({ person, answer }: { person: Person; answer: Answer | undefined }) {
  return (
    <div className="split">
      <div className="stack">
        <AccountState person={person} answer={answer} />
        <Ahead person={person} />
        <Reports person={person} />
      </div>
      <div className="stack">
        <section className="card" aria-labelledby="about">
          <h2 className="h3 mb-2" id="about">
            Account
          </h2>
          <Facts className="facts" facts={factsOf(person)} />
        </section>
        <Sessions sessions={person.sessions} />
        <Choices person={person} />
      </div>
    </div>
  )
}

function AccountState({ person, answer }: { person: Person; answer: Answer | undefined }) {
  const { status, statusReason, blocked } = person
  return (
    <section className="card stack" aria-labelledby="state">
      <h2 className="h3" id="state">
        {status === 'blocked' ? 'Blocked' : 'Block'}
      </h2>
      {blocked ? (
        <p className="small muted num">
          Since {officeMoment(blocked.at)}
          {blocked.by ? `, by ${blocked.by}` : ''}
        </p>
      ) : null}
      {statusReason ? <p className="long">{statusReason}</p> : null}
      <BlockPerson person={person} answer={answer} />
    </section>
  )
}

function Ahead({ person: { ahead: upcoming, role, bookingsCount, status } }: { person: Person }) {
  const isDriver = role === 'driver'
  if (role === 'admin' || role === 'hired') return null
  return (
    <section className="card" aria-labelledby="ahead">
      <div className="row row--apart">
        <h2 className="h3" id="ahead">
          {isDriver ? 'Upcoming jobs' : 'Bookings ahead'}
        </h2>
        {isDriver ? null : <span className="small muted num">{bookingsCount} in all</span>}
      </div>
      {upcoming.length === 0 ? (
        <p className="muted mt-2">Nothing upcoming.</p>
      ) : (
        <ul className="person-ahead divide m-0 p-0 unlisted t-sm mt-2">
          {upcoming.map((booking) => (
            <li className="flex wraps level g-0-3 py-2 break" key={booking.id}>
              <Link className="num" to={`/admin/bookings/find?q=${booking.reference}`}>
                {booking.reference}
              </Link>
              <span className="num">{officeMoment(booking.startAt)}</span>
              <span>{[booking.from, booking.to].filter(Boolean).join(' to ')}</span>
              <small className="muted own-line">
                {codeToText(booking.status)}
                {status === 'active' && isDriver ? `. If blocked: ${IF_BLOCKED[booking.ifBlocked].toLowerCase()}` : ''}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Reports({ person: { reports } }: { person: Person }) {
  if (reports.length === 0) return null
  return (
    <section className="card" aria-labelledby="reports">
      <div className="row row--apart">
        <h2 className="h3" id="reports">
          Reported messages
        </h2>
        <Link className="link-btn" to="/admin/reported-messages">
          All reports
        </Link>
      </div>
      <ul className="said m-0 cells g-2 mt-3">
        {reports.map(({ id, at, isOwn, text, reason, decision }) => (
          <li key={id} className={isOwn ? 'is-reported' : undefined}>
            <small className="muted num">
              {officeMoment(at)}, {isOwn ? 'written by them' : 'reported by them'}
            </small>{' '}
            {decision ? (
              <Badge tone={decision === 'remove' ? 'red' : 'green-soft'}>
                {decision === 'remove' ? 'Removed' : 'Left'}
              </Badge>
            ) : (
              <Badge tone="blue-soft">Waiting</Badge>
            )}
            <br />
            {text || 'A photo'}
            <br />
            <small>Reported because: {reason}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sessions({ sessions }: Pick<Person, 'sessions'>) {
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 className="h3 mb-2" id="sessions">
        Logged in
      </h2>
      {sessions.length === 0 ? (
        <p className="muted">Not logged in anywhere.</p>
      ) : (
        <ul className="person-ahead divide m-0 p-0 unlisted t-sm">
          {sessions.map(({ id, device, lastUsedAt, createdAt }) => (
            <li className="flex wraps level g-0-3 py-2 break" key={id}>
              <b>{device ?? 'Unknown device'}</b>
              <small className="muted num own-line">
                Last used {officeMoment(lastUsedAt)}, since {officeMoment(createdAt)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const CHANNELS = { email: 'email', sms: 'text', push: 'browser' }

function Choices({ person: { choices, pushDevices } }: { person: Person }) {
  return (
    <section className="card" aria-labelledby="choices">
      <h2 className="h3 mb-2" id="choices">
        Consents and choices
      </h2>
      {choices.length === 0 ? <p className="muted">Default settings.</p> : null}
      <Facts
        className="facts"
        facts={[
          ...choices.map(({ event, channel, isOn }) => ({
            name: `${codeToText(event)}, ${CHANNELS[channel]}`,
            value: isOn ? 'Yes' : 'No',
          })),
          { name: 'Browsers allowed', value: pushDevices },
        ]}
      />
    </section>
  )
}

function factsOf(person: Person): Fact[] {
  const { role, email, isEmailVerified, phone, isPhoneVerified, hasTwoStep, openedBy, createdAt } = person
  const unproved = ', not confirmed'
  return [
    { name: 'Who', value: ROLE_NAMES[role] },
    { name: 'Email', value: email ? `${email}${isEmailVerified ? '' : unproved}` : 'None' },
    {
      name: 'Phone',
      value: phone ? (
        <>
          <a href={`tel:${phone}`}>{readablePhone(phone)}</a>
          {isPhoneVerified ? '' : unproved}
        </>
      ) : (
        'None'
      ),
    },
    { name: 'Login', value: hasTwoStep ? 'Password and code' : 'Password' },
    { name: 'Opened', value: `${officeMoment(createdAt)}${OPENED[openedBy]}` },
  ]
}

const OPENED = { email: '', phone: ', by phone', invitation: ', by invitation' }

/** Blocks the account, or ends the block. Both need a reason, which colleagues read. */
function BlockPerson({ person, answer }: { person: Person; answer: Answer | undefined }) {
  const { blockFlaw } = person
  const isBlocked = person.status === 'blocked'
  if (blockFlaw && !isBlocked) return <p className="small muted">{FLAW_TEXTS[blockFlaw]}</p>
  return isBlocked ? (
    <ReasonForm intent="unblock" label="Why the block ends" button="Unblock" answer={answer} />
  ) : (
    <Disclosure summary={`Block ${person.firstName}`} isOpen={answer?.ok === false}>
      <div className="stack mt-3">
        {blockTexts(person).map((text) => (
          <p key={text}>{text}</p>
        ))}
        <ReasonForm intent="block" label="Why" button={`Block ${person.firstName}`} answer={answer} />
      </div>
    </Disclosure>
  )
}

interface ReasonFormProps {
  intent: 'block' | 'unblock'
  label: string
  button: string
  answer: Answer | undefined
}

function ReasonForm({ intent, label, button, answer }: ReasonFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  const refused = errorAt(answer, 'reason')
  return (
    <Form method="post" className="stack" noValidate>
      <input type="hidden" name="intent" value={intent} />
      <TextareaField
        label={label}
        name="reason"
        required
        rows={3}
        maxLength={2000}
        hint="One sentence, for colleagues only. The person sees who to contact instead."
        error={refused}
      />
      <FieldError error={answer && !answer.ok && !refused ? answer.detail : null} />
      <div className="row">
        <Button type="submit" look={intent === 'block' ? 'danger' : 'primary'} busy={isBusy}>
          {button}
        </Button>
      </div>
    </Form>
  )
}
