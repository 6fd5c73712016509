import { FACT_LABELS, FACTS, factText } from '#modules/fleet/declarations/rules.ts'
import { heavyVanText } from '#modules/fleet/van-weights/rules.ts'
import { formatDayTime, type LocalDay } from '#shared/local-time.ts'
import { DocumentPages } from '#web/kit/documents/document-files.tsx'
import { momentText, type Document } from '#web/kit/documents/document-texts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { Verdict } from './verdict.tsx'
import type { Judged } from './verification-texts.ts'
import type { Verification } from './verifications.tsx'

type VanFacts = NonNullable<Verification['vanFacts']>
type Declared = NonNullable<VanFacts['declared']>

interface VanFactsDeskProps {
  verification: Verification
  /** What waits. */
  declared: Declared
  today: LocalDay
  judged: Judged | undefined
  onJudge: (judged: Judged) => void
}

/** What a driver says of the van, old and new, beside its V5C, and the decision. */
export function VanFactsDesk({ verification, declared, today, judged, onJudge }: VanFactsDeskProps) {
  const { vanFacts, documents, alsoClaimedBy, bookingsAhead } = verification
  const approved = vanFacts?.approved ?? null
  const decision = judged?.decision ?? null
  const heavy = heavyVanText(declared.grossWeightKg, declared.fuel === 'electric')
  const facts = FACTS.flatMap((fact): Fact[] => {
    const text = factText(declared, fact)
    if (!approved) return [{ name: FACT_LABELS[fact], value: text }]
    const before = factText(approved, fact)
    return text === before ? [] : [{ name: FACT_LABELS[fact], value: `${text}, before ${before}` }]
  })
  return (
    <article
      className={classNames('card document', decision && `is-${decision === 'approve' ? 'approved' : 'refused'}`)}
      aria-label="Details of the van"
    >
      <div>
        <h2 className="h3">Details of the van</h2>
        <p className="small muted num">Sent {momentText(declared.submittedAt, today)}</p>
      </div>
      <LogBook v5c={documents.find(({ kind }) => kind === 'v5c')} />
      {declared.reason ? <p className="small">{declared.reason}</p> : null}
      {alsoClaimedBy.map(({ unitId, unit, company, isApproved }) => (
        <p key={unitId} className="small">
          <b>
            Also claimed by {company}, {unit}
            {isApproved ? ' (approved)' : ''}.
          </b>
        </p>
      ))}
      <Facts className="facts" facts={facts} />
      {heavy ? <p className="small">{heavy}</p> : null}
      {declared.pausesUnit ? <Paused bookings={bookingsAhead} /> : null}
      <Verdict
        about="the details of the van"
        judged={judged ?? { id: declared.id, decision, reason: '' }}
        registration={declared.registration}
        onJudge={onJudge}
      />
    </article>
  )
}

/** What stands although the unit waits. */
function Paused({ bookings }: { bookings: Verification['bookingsAhead'] }) {
  return (
    <div className="small">
      <p>
        The unit takes no jobs until this is decided.{' '}
        {bookings.length > 0 ? 'These bookings still go ahead:' : 'It has no upcoming bookings.'}
      </p>
      <ul className="list">
        {bookings.map(({ startAt, from, to }) => (
          <li key={startAt} className="num">
            {formatDayTime(new Date(startAt))}, {from} to {to}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The one that counts; one that waits stands on the desk itself. */
function LogBook({ v5c }: { v5c: Document | undefined }) {
  if (v5c?.newest?.status === 'pending')
    return <p className="small muted">Compare with the new V5C on this page, which is waiting to be checked.</p>
  if (!v5c?.current) return <p className="small muted">There is no V5C to compare with.</p>
  return (
    // Longer documents scroll, with the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="paper__sheet" tabIndex={0} aria-label="Pages of the approved V5C log book">
      <DocumentPages label="Approved V5C log book" submission={v5c.current} />
    </section>
  )
}
