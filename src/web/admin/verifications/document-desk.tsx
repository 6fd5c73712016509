import { Check, X } from 'lucide-react'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { DocumentPages } from '#web/kit/documents/document-files.tsx'
import { momentText, type Document, type Submission } from '#web/kit/documents/document-words.ts'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SelectField, TextareaField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { REASONS, type Judged } from './verification-words.ts'

interface DocumentDeskProps {
  document: Document
  submission: Submission
  /** The plate in the profile, to compare with. */
  registration: string | null
  today: LocalDay
  judged: Judged | undefined
  onJudge: (judged: Judged) => void
}

/** One waiting document: its pages, its details, and the decision. */
export function DocumentDesk({ document, submission, registration, today, judged, onJudge }: DocumentDeskProps) {
  const decision = judged?.decision ?? null
  const own = judged ?? { id: submission.id, decision, reason: '' }
  return (
    <article
      className={classNames('card document', decision && `is-${decision === 'approve' ? 'approved' : 'refused'}`)}
      aria-label={document.label}
    >
      <div>
        <h2 className="h3">{document.label}</h2>
        <p className="small muted num">Sent {momentText(submission.submittedAt, today)}</p>
      </div>
      {/* Longer documents scroll, with the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="paper__sheet" tabIndex={0} aria-label={`Pages of ${document.label}`}>
        <DocumentPages label={document.label} submission={submission} />
      </section>
      <Facts className="facts" facts={factsOf(document, submission, registration, today)} />
      <Segmented
        legend={`Decision about ${document.label}`}
        name={`decision-${submission.id}`}
        className="seg--decide"
        value={decision}
        onChange={(next) => onJudge({ ...own, decision: next })}
        choices={[
          { value: 'approve', label: <DecisionLabel icon={Check} word="Approve" /> },
          { value: 'refuse', label: <DecisionLabel icon={X} word="Refuse" /> },
        ]}
      />
      {decision === 'refuse' ? (
        <>
          <SelectField
            label="Reason"
            value=""
            onChange={(event) => {
              const reason = REASONS.find(({ name }) => name === event.target.value)
              if (reason) onJudge({ ...own, reason: reason.text(registration) })
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
            value={own.reason}
            onChange={(event) => onJudge({ ...own, reason: event.target.value })}
          />
        </>
      ) : null}
    </article>
  )
}

const DecisionLabel = ({ icon, word }: { icon: typeof Check; word: string }) => (
  <span>
    <Icon of={icon} /> {word}
  </span>
)

function factsOf(
  { scope, current }: Document,
  { expiresOn, number }: Submission,
  registration: string | null,
  today: LocalDay,
): Fact[] {
  const before = current?.expiresOn ? `Counts until ${formatDateUk(current.expiresOn)}` : 'Approved'
  return [
    { name: 'Van', value: scope === 'unit' ? (registration ?? 'None yet') : 'Whole company' },
    {
      name: 'Expires on',
      value: expiresOn ? formatDateUk(expiresOn) : 'Not given',
      isOff: expiresOn !== null && expiresOn <= today,
    },
    ...(number ? [{ name: 'Number', value: number }] : []),
    ...(current ? [{ name: 'Before', value: before }] : []),
  ]
}
