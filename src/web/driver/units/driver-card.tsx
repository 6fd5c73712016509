import { Mail, UserMinus } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'

type Driver = NonNullable<Unit['driver']>

/** Who drives the van besides the owner: invite, let them answer jobs, end their access. */
export function DriverCard({ unit: { id, driver } }: { unit: Pick<Unit, 'id' | 'driver'> }) {
  return (
    <section className="card" aria-labelledby="hired-driver">
      <h2 className="h3" id="hired-driver">
        Driver’s login
      </h2>
      {driver === null ? <Invite unitId={id} /> : null}
      {driver && driver.state !== 'active' ? <Invited unitId={id} driver={driver} /> : null}
      {driver?.state === 'active' ? <Active unitId={id} driver={driver} /> : null}
    </section>
  )
}

const nameOf = ({ firstName, email }: Driver) => firstName ?? email

interface DriverFormProps {
  unitId: string
  intent: string
  className?: string
  /** After it was done. */
  onDone?: () => void
  children: (form: { isBusy: boolean; answer: Answer | undefined }) => ReactNode
}

function DriverForm({ unitId, intent, className, onDone, children }: DriverFormProps) {
  const fetcher = useFetcher<Answer>()
  const isBusy = fetcher.state !== 'idle'
  const answer = isBusy ? undefined : fetcher.data
  useEffect(() => {
    if (answer?.ok) onDone?.()
  }, [answer, onDone])
  return (
    <fetcher.Form method="post" action="/working-unit" className={className} noValidate>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="unitId" value={unitId} />
      {children({ isBusy, answer })}
      <FieldError error={formProblemOf(answer)} />
    </fetcher.Form>
  )
}

const Invite = ({ unitId }: { unitId: string }) => (
  <>
    <p className="small muted mt-1 mb-4">
      Does somebody else drive this van? They get a login of their own and see its calendar and jobs, who comes and the
      cash to take. No prices, no bank details, no documents and no other van.
    </p>
    <DriverForm unitId={unitId} intent="invite-driver" className="stack">
      {({ isBusy, answer }) => (
        <>
          <InputField
            label="First name"
            name="first_name"
            optional
            maxLength={100}
            autoComplete="off"
            error={errorAt(answer, 'first_name')}
          />
          <EmailField
            label="Email"
            name="email"
            required
            maxLength={254}
            autoComplete="off"
            hint="We’ll send them a link that works once, for 7 days."
            error={errorAt(answer, 'email')}
          />
          <MayAnswer />
          <Button type="submit" icon={Mail} busy={isBusy}>
            Invite a driver
          </Button>
        </>
      )}
    </DriverForm>
  </>
)

const MayAnswer = ({ isAllowed = false }: { isAllowed?: boolean }) => (
  <CheckBox name="mayAnswer" value="yes" defaultChecked={isAllowed}>
    May confirm, reject and take jobs
  </CheckBox>
)

const day = (instant: string) => formatDay(localDayOf(new Date(instant)))

function Invited({ unitId, driver }: { unitId: string; driver: Driver }) {
  const isExpired = driver.state === 'expired'
  return (
    <>
      <p className="mt-1 break">
        <Badge tone={isExpired ? 'off' : 'yellow'}>{isExpired ? 'Invitation expired' : 'Invited'}</Badge>
      </p>
      <p className="small muted mt-2 mb-4 break">
        {isExpired
          ? `No one has used the link we sent to ${driver.email} on ${day(driver.invitedAt)}.`
          : `We sent a link to ${driver.email} on ${day(driver.invitedAt)}. It works until ${day(driver.expiresAt ?? driver.invitedAt)}.`}
      </p>
      <div className="row">
        <DriverForm unitId={unitId} intent="invite-driver">
          {({ isBusy }) => (
            <>
              <input type="hidden" name="email" value={driver.email} />
              <input type="hidden" name="first_name" value={driver.firstName ?? ''} />
              {driver.mayAnswer ? <input type="hidden" name="mayAnswer" value="yes" /> : null}
              <Button type="submit" size="small" icon={Mail} busy={isBusy}>
                Send it again
              </Button>
            </>
          )}
        </DriverForm>
        <DriverForm unitId={unitId} intent="remove-driver">
          {({ isBusy }) => (
            <Button type="submit" size="small" look="quiet" busy={isBusy}>
              Withdraw
            </Button>
          )}
        </DriverForm>
      </div>
    </>
  )
}

function Active({ unitId, driver }: { unitId: string; driver: Driver }) {
  const { open } = useDialogs()
  const end = () => open(<EndAccess unitId={unitId} driver={driver} />)
  return (
    <>
      <p className="mt-1 break">
        <b>{nameOf(driver)}</b>
        <br />
        <span className="small muted">{driver.email}</span>
      </p>
      <DriverForm unitId={unitId} intent="change-driver" className="stack mt-3">
        {({ isBusy, answer }) => (
          <>
            <MayAnswer isAllowed={driver.mayAnswer} />
            <div className="row">
              <Button type="submit" size="small" busy={isBusy}>
                Save
              </Button>
              {answer?.ok ? <output className="small">Saved.</output> : null}
            </div>
          </>
        )}
      </DriverForm>
      <Button size="small" look="quiet" icon={UserMinus} className="mt-3" onClick={end}>
        End access
      </Button>
    </>
  )
}

function EndAccess({ unitId, driver }: { unitId: string; driver: Driver }) {
  const { closeAll } = useDialogs()
  return (
    <Dialog title={`End ${nameOf(driver)}’s access?`} icon={UserMinus} tone="warn">
      <p>
        They’ll be logged out straight away and lose access to your company. Jobs stay as they are, and you can invite
        them again. We’ll tell them by email.
      </p>
      <DriverForm unitId={unitId} intent="remove-driver" className="row mt-4" onDone={closeAll}>
        {({ isBusy }) => (
          <>
            <Button type="submit" look="danger" busy={isBusy}>
              End access
            </Button>
            <Button look="quiet" onClick={closeAll}>
              Keep
            </Button>
          </>
        )}
      </DriverForm>
    </Dialog>
  )
}
