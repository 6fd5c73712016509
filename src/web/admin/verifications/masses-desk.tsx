import { heavyVanText } from '#modules/fleet/masses/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { DocumentPages } from '#web/kit/documents/document-files.tsx'
import { momentText, type Document } from '#web/kit/documents/document-words.ts'
import { kilogramText } from '#web/kit/bookings/load.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Verdict } from './verdict.tsx'
import type { Judged } from './verification-words.ts'
import type { Verification } from './verifications.tsx'

type Masses = NonNullable<Verification['masses']>

interface MassesDeskProps {
  masses: Masses
  declared: NonNullable<Masses['declared']>
  vehicle: NonNullable<Verification['vehicle']>
  /** Of this van, to compare with; the one that waits stands on the desk itself. */
  v5c: Document | undefined
  today: LocalDay
  judged: Judged | undefined
  onJudge: (judged: Judged) => void
}

/** What a driver says that the van weighs, beside its V5C, and the decision. */
export function MassesDesk({ masses, declared, vehicle, v5c, today, judged, onJudge }: MassesDeskProps) {
  const decision = judged?.decision ?? null
  const heavy = heavyVanText(declared.grossWeightKg, vehicle.fuel === 'electric')
  const shown = v5c?.newest?.status === 'pending' ? null : v5c?.current
  const { approved } = masses
  const facts = [
    { name: 'Gross, F.1', value: changeText(declared.grossWeightKg, approved.grossWeightKg) },
    { name: 'Kerb, G', value: changeText(declared.kerbWeightKg, approved.kerbWeightKg) },
    { name: 'Payload', value: changeText(declared.payloadKg, approved.payloadKg) },
  ]
  return (
    <article
      className={classNames('card document', decision && `is-${decision === 'approve' ? 'approved' : 'refused'}`)}
      aria-label="Weights of the van"
    >
      <div>
        <h2 className="h3">Weights of the van</h2>
        <p className="small muted num">Sent {momentText(declared.submittedAt, today)}</p>
      </div>
      {shown ? (
        // Longer documents scroll, with the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="paper__sheet" tabIndex={0} aria-label="Pages of the approved V5C log book">
          <DocumentPages label="Approved V5C log book" submission={shown} />
        </section>
      ) : (
        <p className="small muted">
          {v5c?.newest?.status === 'pending'
            ? 'Compare with the V5C that waits beside.'
            : 'There is no V5C to compare with.'}
        </p>
      )}
      <Facts className="facts" facts={facts} />
      {heavy ? <p className="small">{heavy}</p> : null}
      <Verdict
        about="the weights"
        judged={judged ?? { id: declared.id, decision, reason: '' }}
        registration={vehicle.registration}
        onJudge={onJudge}
      />
    </article>
  )
}

/** "2,400 kg, before 2,350 kg". */
function changeText(now: number | null, before: number | null): string {
  const text = now === null ? 'Not given' : `${kilogramText(now)} kg`
  return before === null || before === now ? text : `${text}, before ${kilogramText(before)} kg`
}
