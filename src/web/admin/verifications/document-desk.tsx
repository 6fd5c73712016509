import { useEffect, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { CHECK_LABELS, type Check, type CheckField } from '#modules/onboarding/verification/rules.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { numberText } from '#shared/texts.ts'
import { readablePhone } from '#shared/phone.ts'
import { momentText, pagesOf, type Submission } from '#web/kit/documents/document-texts.ts'
import { DocumentViewer } from '#web/kit/documents/paper-viewer.tsx'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { FUEL_NAMES, UnitStatusBadge } from '#web/kit/units/unit-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Disclosure } from '#web/ui/banner.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { Verdict } from './verdict.tsx'
import { missingTicks, type Judged } from './verification-texts.ts'
import type { Verification } from './verifications.tsx'

interface DocumentDeskProps {
  document: Verification['documents'][number]
  submission: Submission
  /** The plate in the profile, for the words of a refusal. */
  registration: string | null
  today: LocalDay
  judged: Judged | undefined
  onJudge: (judged: Judged) => void
}

/** One waiting document: its pages, what to compare beside them, and the decision. */
export function DocumentDesk({ document, submission, registration, today, judged, onJudge }: DocumentDeskProps) {
  const { label, scope, current, checks } = document
  const decision = judged?.decision ?? null
  const own = judged ?? { id: submission.id, decision, reason: '' }
  const { ticks = [] } = own
  const hasExpired = submission.expiresOn !== null && submission.expiresOn <= today
  const missing = missingTicks(checks, ticks)
  return (
    <article
      className={classNames(
        'card document cells pack-top g-3 p-4 shrink',
        decision && `is-${decision === 'approve' ? 'approved' : 'refused'}`,
      )}
      aria-label={label}
      data-judged={submission.id}
      tabIndex={-1}
    >
      <div>
        <h2 className="h3">{label}</h2>
        <p className="small muted num">
          Sent {momentText(submission.submittedAt, today)}
          {scope === 'company' ? ', for the whole company' : null}
          {current
            ? `. The one before ${current.expiresOn ? `counts until ${formatDateUk(current.expiresOn)}` : 'counts'}`
            : null}
        </p>
      </div>
      <DocumentViewer label={label} pages={pagesOf(label, submission)} isBeingDrawn={submission.isBeingDrawn} />
      <Ticks
        about={label}
        checks={checks}
        ticked={ticks}
        onTick={(field, isTicked) => {
          const others = ticks.filter((one) => one !== field)
          // An approval is withdrawn if one of its checked fields is cleared.
          onJudge({
            ...own,
            ticks: isTicked ? [...others, field] : others,
            decision: !isTicked && decision === 'approve' ? null : decision,
          })
        }}
      />
      <FieldError error={hasExpired ? 'It has expired: refuse it.' : null} />
      <Verdict
        about={label}
        judged={own}
        registration={registration}
        onJudge={onJudge}
        toApprove={hasExpired ? null : missing}
      />
    </article>
  )
}

interface TicksProps {
  /** "MOT certificate" */
  about: string
  checks: readonly Check[]
  ticked: readonly CheckField[]
  onTick: (field: CheckField, isTicked: boolean) => void
}

/** What we have on file, field by field, to be compared with the paper and ticked one by one. */
function Ticks({ about, checks, ticked, onTick }: TicksProps) {
  return (
    <fieldset className="cells t-sm lh-135">
      <legend className="small muted">
        On file. Tick each detail that the document confirms
        <span className="vh">
          : {about}, {ticked.length} of {checks.length} ticked
        </span>
      </legend>
      {checks.map(({ field, onFile }) => (
        <label key={field} className="compare__row ticked cells level g-2 tall line-top">
          <input
            type="checkbox"
            checked={ticked.includes(field)}
            onChange={(event) => onTick(field, event.target.checked)}
          />
          <span className="muted">{CHECK_LABELS[field]}</span>
          <b className="break">{onFile}</b>
        </label>
      ))}
    </fieldset>
  )
}

/** Company and people of the unit, shown separately because a company may have several vans. */
export function AboutUnit({ verification }: { verification: Verification }) {
  const { workingUnit, company, owner, people, vehicle } = verification
  const fuel = vehicle && FUEL_NAMES[vehicle.fuel]
  const facts: Fact[] = [
    { name: 'Company', value: company.legalName ? `${company.name} (${company.legalName})` : company.name },
    { name: 'Owner', value: owner?.name ?? 'Not known' },
    { name: 'Who drives', value: <People people={people} /> },
    { name: 'Van', value: vehicle ? `${vehicle.make} ${vehicle.model}, ${VAN_NAMES[vehicle.category]}` : 'None' },
  ]
  const more: Fact[] = [
    { name: 'Unit', value: workingUnit.name },
    { name: 'Fuel', value: vehicle?.euroClass == null ? (fuel ?? '–') : `${fuel}, Euro ${vehicle.euroClass}` },
    { name: 'Payload', value: vehicle?.payloadKg ? `${numberText(vehicle.payloadKg)} kg` : 'By category' },
    { name: 'Insurance number', value: company.insuranceNumber ?? 'Not given' },
    { name: 'Owner’s email', value: owner?.email ?? 'Not given' },
    { name: 'Owner’s phone', value: owner?.phone ? readablePhone(owner.phone) : 'Not given' },
  ]
  return (
    <section className="card about-unit flex wraps level apart p-4" aria-label="The unit">
      <Facts className="facts facts--wide" facts={facts} />
      <div className="row gap-2">
        {vehicle ? <Plate registration={vehicle.registration} size="big" /> : null}
        <UnitStatusBadge status={workingUnit.status} />
      </div>
      {/* The papers are what is looked at: on a small screen they begin as high as possible. */}
      <Disclosure summary="More about it" className="about-unit__more">
        <Facts className="facts facts--wide" facts={more} />
      </Disclosure>
    </section>
  )
}

const STATES = { checked: 'checked', waiting: 'waiting to be checked', unchecked: 'not checked' } as const

/** The right to work is checked per person, at a desk of its own. */
function People({ people }: { people: Verification['people'] }) {
  if (people.length === 0) return 'No one named yet'
  return (
    <ul className="list">
      {people.map(({ id, name, state }) => (
        <li key={id}>
          <Link className="tap" to={`/admin/verifications/people?person=${id}`}>
            {name}
          </Link>
          <span className="muted small"> {STATES[state]}</span>
        </li>
      ))}
    </ul>
  )
}

type Intent = 'block' | 'deactivate' | 'restore'

interface StopUnitProps {
  unit: Verification['workingUnit']
  /** On the page that lists stopped units, which needs no way to itself. */
  isListed?: boolean
}

/** Stops a unit, always with a reason that its driver reads; and lifts the stop. */
export function StopUnit({ unit, isListed = false }: StopUnitProps) {
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  const [reason, setReason] = useState('')
  const isStopped = unit.status === 'blocked' || unit.status === 'deactivated'
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (saved?.ok)
      showToast({
        title: 'Done',
        text: 'This takes effect at once. The driver will be told in a minute unless you undo it.',
      })
  }, [saved, showToast])
  const send = (intent: Intent) =>
    void fetcher.submit(
      { intent, unitId: unit.id, ...(intent === 'restore' ? {} : { reason }) },
      { method: 'post', action: '/admin/verifications', encType: 'application/json' },
    )
  const isBusy = fetcher.state !== 'idle'
  const problem = saved && !saved.ok && !saved.errors ? saved.detail : null
  if (isStopped) {
    return (
      <section className="card stack">
        <h2 className="h3">Stopped by the office</h2>
        <p className="long">{unit.statusReason}</p>
        <div className="row">
          <Button busy={isBusy} onClick={() => send('restore')}>
            {unit.status === 'deactivated' ? 'Reactivate' : 'Lift the block'}
          </Button>
          {isListed ? null : <ButtonLink to={`/admin/stopped?unit=${unit.id}`}>Appeal and history</ButtonLink>}
        </div>
        <FieldError error={problem} />
      </section>
    )
  }
  return (
    <section className="card">
      <Disclosure summary={`Block or deactivate ${unit.name}`}>
        <div className="stack mt-3">
          <TextareaField
            label="Why"
            hint="The driver reads it and can appeal."
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={errorAt(saved, 'reason') ?? problem}
          />
          <div className="row">
            <Button look="danger" busy={isBusy} onClick={() => send('block')}>
              Block
            </Button>
            <Button busy={isBusy} onClick={() => send('deactivate')}>
              Deactivate
            </Button>
          </div>
        </div>
      </Disclosure>
    </section>
  )
}
