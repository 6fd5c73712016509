import { formatPounds } from '#shared/money.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { DocumentPages } from '#web/kit/documents/document-files.tsx'
import { momentText, type Document, type Submission } from '#web/kit/documents/document-words.ts'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Verdict } from './verdict.tsx'
import type { Judged } from './verification-words.ts'

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
      <Verdict about={document.label} judged={own} registration={registration} onJudge={onJudge} />
    </article>
  )
}

function factsOf(
  { scope, current }: Document,
  { expiresOn, number, coverPence, coverPerItemPence }: Submission,
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
    ...(coverPence && coverPerItemPence
      ? [{ name: 'Covers', value: `${formatPounds(coverPence)} a move, ${formatPounds(coverPerItemPence)} an item` }]
      : []),
    ...(number ? [{ name: 'Number', value: number }] : []),
    ...(current ? [{ name: 'Before', value: before }] : []),
  ]
}
