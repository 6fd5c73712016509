import { Hourglass } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  changedFacts,
  changeNotice,
  FACT_LABELS,
  factText,
  isSameVan,
  pausingFacts,
  type ApprovedFacts,
} from '#modules/fleet/documents/declarations-rules.ts'
import { declaredMasses, NO_MASSES, isFuel, parseRegistration } from '#modules/fleet/vans/rules.ts'
import { isVanCategory, VAN_NAMES } from '#modules/fleet/rules.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Facts } from '#web/ui/facts.tsx'

type Declared = NonNullable<NonNullable<Unit['vanFacts']>['declared']>

/** What saving the form as it is typed would do to a van that the office has approved; null where nothing would change. */
export function useChangeNotice(facts: Unit['vanFacts']) {
  const fields = useRef<HTMLDivElement>(null)
  const [formData, setTyped] = useState<FormData | null>(null)
  const readNotice = () => {
    const form = fields.current?.closest('form')
    if (form) setTyped(new FormData(form))
  }
  // Notice about the facts as they are now; it disappears once the change is saved.
  const notice = formData && facts?.approved ? noticeOf(facts.approved, facts.declared, formData) : null
  return { fields, notice, readNotice }
}

/** A field that cannot be read yet counts as approved: the notice is about what will be saved. */
function noticeOf(approved: ApprovedFacts, declared: Declared | null, form: FormData): string | null {
  const [category, fuel] = [textIn(form, 'category'), textIn(form, 'fuel')]
  const registration = parseRegistration(textIn(form, 'registration')) ?? approved.registration
  const enteredMasses = {
    grossWeightKg: wholeNumberOf(textIn(form, 'gross_weight_kg')),
    kerbWeightKg: wholeNumberOf(textIn(form, 'kerb_weight_kg')),
    payloadKg: wholeNumberOf(textIn(form, 'payload_kg')),
  }
  const entered = {
    registration,
    make: textIn(form, 'make'),
    model: textIn(form, 'model').trim(),
    category: isVanCategory(category) ? category : approved.category,
    hasTailLift: form.has('has_tail_lift'),
    fuel: isFuel(fuel) ? fuel : approved.fuel,
    euroClass: fuel === 'electric' ? null : wholeNumberOf(textIn(form, 'euro_class')),
    year: wholeNumberOf(textIn(form, 'year')),
    ...declaredMasses(enteredMasses, registration === approved.registration ? approved : NO_MASSES),
  }
  if (declared && isSameVan(declared, entered)) return null
  if (declared && isSameVan(approved, entered)) return 'This undoes your change: the approved details stay.'
  return changeNotice(approved, entered)
}

/** Above the button that saves. */
export const ChangeNotice = ({ notice }: { notice: string | null }) => (
  <p className="small mt-3" aria-live="polite">
    {notice ? <b>{notice}</b> : null}
  </p>
)

/** Facts that wait for the office or were refused by it, and the ones that count until then. */
export function VanStanding({ facts }: { facts: Unit['vanFacts'] }) {
  const { approved = null, declared = null } = facts ?? {}
  if (!declared) return null
  const isRefused = declared.status === 'refused'
  return (
    <div className="stack gap-2 mb-4">
      {isRefused ? (
        <div className="banner tone-bad p-3-4 r-small small break">
          <b className="block-box">
            {approved ? 'Why the change was refused' : 'Why the details of the van were refused'}
          </b>
          {declared.reason}
        </div>
      ) : null}
      {approved ? (
        <>
          <p className="row gap-2">
            {isRefused ? null : (
              <Badge tone="blue-soft" icon={Hourglass}>
                Being checked
              </Badge>
            )}
            <span>{standingText(approved, declared)}</span>
          </p>
          <Facts
            className="facts"
            facts={changedFacts(approved, declared).map((fact) => ({
              name: FACT_LABELS[fact],
              value: `${factText(declared, fact)}, approved: ${factText(approved, fact)}`,
            }))}
          />
        </>
      ) : isRefused ? (
        <p className="small">Correct the details below, or send a V5C that shows them, and we’ll check them again.</p>
      ) : (
        <p className="small">{declared.reason ?? 'We’ll check these details together with the V5C.'}</p>
      )}
    </div>
  )
}

function standingText(approved: ApprovedFacts, declared: Declared): string {
  const counts = `${approved.registration}, ${VAN_NAMES[approved.category]}, as approved`
  if (declared.status === 'refused')
    return `Your van is listed as ${counts}. To undo your change, enter what was approved and save.`
  return pausingFacts(approved, declared).length > 0
    ? 'Your van takes no jobs until we have checked this. Bookings you already have still go ahead.'
    : `Your van keeps working as ${counts}, until we have checked this.`
}
