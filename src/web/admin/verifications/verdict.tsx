import { Check, X } from 'lucide-react'
import { Segmented } from '#web/ui/choice.tsx'
import { SelectField, TextareaField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { REASONS, type Judged } from './verification-texts.ts'

interface VerdictProps {
  /** "MOT certificate" */
  about: string
  judged: Judged
  /** Registration of the van in the profile, quoted in a refusal. */
  registration: string | null
  onJudge: (judged: Judged) => void
  /** How many ticks are missing before it can be approved; null if it cannot be. */
  toApprove?: number | null
}

/** Approve or refuse, and why. */
export function Verdict({ about, judged, registration, onJudge, toApprove = 0 }: VerdictProps) {
  return (
    <>
      <Segmented
        legend={`Decision about ${about}`}
        name={`decision-${judged.id}`}
        className="seg--decide"
        value={judged.decision}
        onChange={(decision) => onJudge({ ...judged, decision })}
        choices={[
          { value: 'approve', label: <DecisionLabel icon={Check} word="Approve" />, isDisabled: toApprove !== 0 },
          { value: 'refuse', label: <DecisionLabel icon={X} word="Refuse" /> },
        ]}
      />
      {toApprove ? <p className="small muted">Tick {toApprove} more to approve it.</p> : null}
      {judged.decision === 'refuse' ? (
        <>
          <SelectField
            label="Reason"
            value=""
            onChange={(event) => {
              const reason = REASONS.find(({ name }) => name === event.target.value)
              if (reason) onJudge({ ...judged, reason: reason.text(registration) })
            }}
          >
            <option value="">Choose a text</option>
            {REASONS.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          <TextareaField
            label="What the driver reads"
            rows={3}
            maxLength={1000}
            value={judged.reason}
            onChange={(event) => onJudge({ ...judged, reason: event.target.value })}
          />
        </>
      ) : null}
    </>
  )
}

const DecisionLabel = ({ icon, word }: { icon: typeof Check; word: string }) => (
  <span>
    <Icon of={icon} /> {word}
  </span>
)
