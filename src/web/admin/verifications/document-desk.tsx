import { CHECK_LABELS, type Check, type CheckField } from '#modules/onboarding/verification/rules.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { momentText, pagesOf, type Submission } from '#web/kit/documents/document-texts.ts'
import { PaperViewer } from '#web/kit/documents/paper-viewer.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
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
      className={classNames('card document', decision && `is-${decision === 'approve' ? 'approved' : 'refused'}`)}
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
      <PaperViewer label={label} pages={pagesOf(label, submission)} isBeingDrawn={submission.isBeingDrawn} />
      <Ticks
        about={label}
        checks={checks}
        ticked={ticks}
        onTick={(field, isTicked) => {
          const others = ticks.filter((one) => one !== field)
          // Without one of its ticks an approval is none.
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
    <fieldset className="compare w-full joined t-sm">
      <legend className="small">
        On file. Tick each detail that the document confirms
        <span className="vh">
          : {about}, {ticked.length} of {checks.length} ticked
        </span>
      </legend>
      {checks.map(({ field, onFile }) => (
        <label key={field} className="compare__row cells level g-2 tall line-top">
          <input
            type="checkbox"
            checked={ticked.includes(field)}
            onChange={(event) => onTick(field, event.target.checked)}
          />
          <span className="muted">{CHECK_LABELS[field]}</span>
          <b>{onFile}</b>
        </label>
      ))}
    </fieldset>
  )
}
