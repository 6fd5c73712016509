import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import { personPlace, CHECK_METHOD_LABELS, CHECK_METHODS, mayExpire, needsFiles } from '#modules/fleet/people/rules.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { PageForm, Pages } from '#web/kit/documents/page-form.tsx'
import { usePages } from '#web/kit/documents/pages.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useArrival } from '#web/kit/page/arrival.ts'
import { Face } from '#web/kit/upload/face.tsx'
import { PhotoButton } from '#web/kit/upload/photo-button.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { checkToSend, type TypedCheck, PersonForm } from './person-form.tsx'
import type { Person, Van } from './people.tsx'

interface PersonCardProps {
  person: Person
  vans: readonly Van[]
}

/** Somebody: the photo, what the check is worth, what is still to be sent, and what may be changed. */
export function PersonCard({ person, vans }: PersonCardProps) {
  // Separate states: opening the name form keeps the pages that are still to be sent.
  const [hasCheck, setHasCheck] = useState(false)
  const [isEdited, setEdited] = useState(false)
  const place = personPlace(person.id)
  const card = useArrival<HTMLLIElement>(place)
  const isToDo = isPersonToDo(person)
  const needsCheck = person.lacks.includes('check') || person.standing === 'refused' || person.standing === 'expired'
  const badge = personBadge(person)
  const reason = reasonOf(person)
  return (
    <li
      className={classNames('doc cells g-3-4 at-top p-4 edge-1 r-card bg-surface', isToDo && 'doc--todo')}
      aria-labelledby={`${place}-title`}
      id={place}
      tabIndex={-1}
      ref={card}
    >
      <Face path={person.photoUrl} name={`Photo of ${nameOf(person)}`} />
      <div className="stack gap-2 shrink">
        <div className="doc__head flex wraps level apart g-1-3">
          <h2 className="h3" id={`${place}-title`}>
            {nameOf(person)}
          </h2>
          <Badge tone={badge.tone}>{badge.text}</Badge>
        </div>
        <p className="small muted num">{personLine(person)}</p>
        <p className="small muted">{worksOnText(person, vans)}</p>
        <div className="doc__acts flex wraps g-2-4 level">
          <PersonPhoto person={person} />
          {needsCheck ? null : (
            <LinkButton aria-expanded={hasCheck} onClick={() => setHasCheck(!hasCheck)}>
              New check<span className="vh"> of {nameOf(person)}</span>
            </LinkButton>
          )}
          <LinkButton aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
            Edit<span className="vh"> {nameOf(person)}</span>
          </LinkButton>
          <Remove person={person} />
        </div>
      </div>
      {reason || needsCheck || hasCheck || isEdited ? (
        <div className="across stack gap-3">
          {reason ? (
            <div className="banner tone-bad p-3-4 r-small small break">
              <b className="block-box">Why it was refused</b>
              {reason}
            </div>
          ) : null}
          {needsCheck || hasCheck ? <CheckForm person={person} onSent={() => setHasCheck(false)} /> : null}
          {isEdited ? <PersonForm person={person} /> : null}
        </div>
      ) : null}
    </li>
  )
}

const PersonPhoto = ({ person }: { person: Person }) => (
  <PhotoButton
    path={`/api/company/people/${person.id}/photo/`}
    field="photo"
    look={{ size: 'small' }}
    icon={Upload}
    savedText={() => 'Photo saved'}
  >
    {person.photoUrl ? 'Replace the photo' : 'Add a photo'}
    <span className="vh"> of {nameOf(person)}</span>
  </PhotoButton>
)

/** Asks once more: the photo and every check go with them. */
function Remove({ person }: { person: Person }) {
  const fetcher = useFetcher<Answer>()
  const [isSure, setSure] = useState(false)
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  if (!isSure)
    return (
      <LinkButton onClick={() => setSure(true)}>
        Remove<span className="vh"> {nameOf(person)}</span>
      </LinkButton>
    )
  return (
    <fetcher.Form method="post" action="/settings/people">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="personId" value={person.id} />
      {/* The “Keep” button is where the question was pressed, so that a second tap removes no person. */}
      <LinkButton onClick={() => setSure(false)}>Keep {person.firstName}</LinkButton>
      <LinkButton type="submit" disabled={fetcher.state !== 'idle'}>
        Remove {person.firstName} with photo and checks
      </LinkButton>
      <FieldError error={answer && !answer.ok ? answer.detail : null} />
    </fetcher.Form>
  )
}

const untyped: TypedCheck = { method: 'british_or_irish_passport', shareCode: '', dateOfBirth: '', expiresOn: '' }

/** How somebody proves the right to work: the pages or the code, then the date. All of it stays until it has arrived. */
function CheckForm({ person, onSent }: { person: Person; onSent: () => void }) {
  const [enteredCheck, setTyped] = useState(untyped)
  const { method } = enteredCheck
  const label = `Right to work of ${nameOf(person)}`
  const state = usePages(label)
  const { errors } = state
  /** For a field that shows what was typed, and what is wrong with it. */
  const field = (key: keyof TypedCheck, name: string) => ({
    name,
    value: enteredCheck[key],
    onChange: ({ target }: { target: { value: string } }) => setTyped((before) => ({ ...before, [key]: target.value })),
    error: errors[name],
  })
  const choose = (chosen: TypedCheck['method']) => {
    setTyped((before) => ({ ...before, method: chosen }))
    state.forgetErrors()
  }
  return (
    <PageForm
      state={state}
      action={`/settings/people/${person.id}/check`}
      name={label}
      send={
        <>
          Send the check<span className="vh"> of {nameOf(person)}</span>
        </>
      }
      what={checkToSend(person.id, enteredCheck)}
      onSent={onSent}
    >
      <Segmented
        legend={`How ${nameOf(person)} proves the right to work`}
        name="method"
        className="seg--wrap"
        value={method}
        onChange={choose}
        choices={CHECK_METHODS.map((value) => ({ value, label: CHECK_METHOD_LABELS[value] }))}
      />
      {needsFiles(method) ? (
        <>
          <p className="small muted">The page with the photo; of a card, both sides.</p>
          <Pages state={state} />
        </>
      ) : (
        <>
          <InputField
            {...field('shareCode', 'share_code')}
            label="Share code"
            hint="Nine characters that begin with W, from GOV.UK"
            maxLength={40}
            className="narrow"
            autoComplete="off"
          />
          <InputField
            {...field('dateOfBirth', 'date_of_birth')}
            label="Date of birth"
            hint="Erased once the code is checked"
            type="date"
            className="narrow"
          />
          <FieldError error={errors['pages']} />
        </>
      )}
      {mayExpire(method) ? (
        <InputField
          {...field('expiresOn', 'expires_on')}
          label="Expires on"
          hint="Leave blank if there is no time limit"
          optional
          type="date"
          className="narrow"
        />
      ) : null}
    </PageForm>
  )
}

// A person and their check, in the words of the driver's pages.

export const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`

/** Whether a document has to be sent before the person can go to a job, or soon. */
const isPersonToDo = ({ lacks, standing, newest }: Person): boolean =>
  lacks.length > 0 ||
  standing === 'refused' ||
  standing === 'expired' ||
  (standing === 'expiring' && newest?.status !== 'pending')

function personBadge(person: Person): { tone: BadgeTone; text: string } {
  const { lacks, standing, hasChanges, newest } = person
  if (lacks.length === 2) return { tone: 'off', text: 'Photo and check missing' }
  if (lacks.includes('photo')) return { tone: 'off', text: 'Photo missing' }
  if (standing === 'missing') return { tone: 'off', text: 'Check missing' }
  if (standing === 'refused') return { tone: 'red', text: 'Refused' }
  if (standing === 'expired') return { tone: 'red', text: 'Expired' }
  if (standing === 'pending') return { tone: 'blue-soft', text: 'Being checked' }
  if (hasChanges || newest?.status === 'pending') return { tone: 'blue-soft', text: 'Checked, changes waiting' }
  return standing === 'expiring' ? { tone: 'orange', text: 'Expires soon' } : { tone: 'green-soft', text: 'Checked' }
}

function personLine({ current, newest }: Person): string {
  const check = current ?? newest
  if (!check) return 'No right-to-work check yet'
  const until = check.expiresOn ? `expires on ${formatDateUk(check.expiresOn)}` : 'no time limit'
  return `${CHECK_METHOD_LABELS[check.method]}, ${until}`
}

/** Why the office said no, to the check or to a new name or photo. */
const reasonOf = ({ standing, newest, refusal }: Person): string | null =>
  refusal ?? (newest?.status === 'refused' && standing !== 'approved' ? newest.reason : null)

/** "Works on KX70 RMV and FJ15 ZZX". */
function worksOnText({ unitIds }: Pick<Person, 'unitIds'>, vans: readonly Van[]): string {
  const own = vans.filter(({ id }) => unitIds.includes(id)).map(({ called }) => called)
  return own.length === 0 ? 'Works on no van yet' : `Works on ${new Intl.ListFormat('en-GB').format(own)}`
}
