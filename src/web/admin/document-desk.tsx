import { Check, X } from 'lucide-react'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { PaperPages } from '#web/driver/documents/document-files.tsx'
import { momentText, type Paper, type PaperDocument } from '#web/driver/documents/document-words.ts'
import { Segmented } from '#web/ui/choice.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SelectField, TextareaField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { REASONS, type Judged } from './verification-words.ts'

interface PaperDeskProps {
  paper: Paper
  document: PaperDocument
  /** Of the van in the profile, to compare with. */
  registration: string | null
  today: LocalDay
  judged: Judged | undefined
  onJudge: (judged: Judged) => void
}

/** One waiting paper: its pages, what it has to say, and the decision. */
export function PaperDesk({ paper, document, registration, today, judged, onJudge }: PaperDeskProps) {
  const decision = judged?.decision ?? null
  const own = judged ?? { id: document.id, decision, reason: '' }
  return (
    <article
      className={classNames('card paper', decision && `is-${decision === 'approve' ? 'approved' : 'refused'}`)}
      aria-label={paper.label}
    >
      <div>
        <h2 className="h3">{paper.label}</h2>
        <p className="small muted num">Sent {momentText(document.submittedAt, today)}</p>
      </div>
      {/* Longer papers scroll, with the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="paper__sheet" tabIndex={0} aria-label={`Pages of ${paper.label}`}>
        <PaperPages label={paper.label} document={document} />
      </section>
      <dl className="facts">
        <Fact name="Van" value={paper.scope === 'unit' ? (registration ?? 'None yet') : 'Whole company'} />
        <Fact
          name="Runs out"
          value={document.expiresOn ? formatDateUk(document.expiresOn) : 'Not given'}
          isOff={document.expiresOn !== null && document.expiresOn <= today}
        />
        {document.number ? <Fact name="Number" value={document.number} /> : null}
        {paper.current ? (
          <Fact
            name="Before"
            value={paper.current.expiresOn ? `Counts until ${formatDateUk(paper.current.expiresOn)}` : 'Approved'}
          />
        ) : null}
      </dl>
      <Segmented
        legend={`Decision about ${paper.label}`}
        name={`decision-${document.id}`}
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

function Fact({ name, value, isOff }: { name: string; value: string; isOff?: boolean }) {
  return (
    <div className={isOff ? 'is-off' : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
