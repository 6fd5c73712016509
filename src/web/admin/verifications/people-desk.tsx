import { Link, redirect, useFetcher } from 'react-router'
import { listDecisions } from '#modules/onboarding/decisions/contract.ts'
import { decidePerson, getPersonVerification, listPersonVerifications } from '#modules/onboarding/office/contract.ts'
import { CHECK_METHOD_LABELS } from '#modules/fleet/people/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { SentDecisions } from '../cases/sent-decisions.tsx'
import { ShortcutsButton, Looking } from '../cases/shortcuts.tsx'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { errorAt, formProblemOf, type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { DocumentViewer } from '#web/kit/documents/paper-viewer.tsx'
import { OfficeDesk, OfficeHead } from '#web/kit/office/office-shell.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Face } from '#web/kit/upload/face.tsx'
import { dataOf, namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FieldError, InputField, TextareaField } from '#web/ui/field.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import { ageText, isLate } from './verification-texts.ts'
import type { Route } from './+types/people-desk'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'People to check' })

type Queue = AnswerOf<typeof listPersonVerifications>
type Verification = AnswerOf<typeof getPersonVerification>

interface Loaded {
  queue: Queue
  /** One's own, which can still be undone. */
  decisions: AnswerOf<typeof listDecisions>
  page: number
  cursor: string | null
  chosen: Verification | null
  now: string
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = pageIn(request.url)
  const queue = dataOf(await readPage(request.url, (query) => call(listPersonVerifications, { query })))
  // The last of a page was decided: others may wait before it.
  if (page > 1 && queue.results.length === 0) throw redirect('/admin/verifications/people')
  const personId = new URL(request.url).searchParams.get('person') ?? queue.results[0]?.id
  const found = personId === undefined ? null : namedBy(await call(getPersonVerification, { params: { personId } }))
  return {
    queue,
    decisions: dataOf(await call(listDecisions)),
    page,
    cursor: cursorIn(request.url),
    chosen: found,
    now: nowIn(context).toISOString(),
  }
}

export async function action({ context, request }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const decision = textIn(form, 'decision') === 'approve' ? ('approve' as const) : ('refuse' as const)
  const body = {
    version: Number(textIn(form, 'version')),
    decision,
    reason: textIn(form, 'reason') || null,
    expiresOn: textIn(form, 'expires_on') || null,
  }
  return plainAnswerOf(await call(decidePerson, { params: { personId: textIn(form, 'personId') }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function PeopleDesk({ loaderData }: Route.ComponentProps) {
  const { queue, decisions, page, cursor, chosen, now } = loaderData
  return (
    <>
      <OfficeHead title="People to check">
        <div className="row gap-2">
          <ButtonLink size="small" to="/admin/verifications">
            Documents
          </ButtonLink>
          <ShortcutsButton />
        </div>
      </OfficeHead>
      <SentDecisions decisions={decisions} now={now} />
      {queue.results.length === 0 && !chosen ? (
        <Empty title="No one to check">People appear here as companies send their checks.</Empty>
      ) : (
        <OfficeDesk
          queue={
            <nav aria-label="Waiting people">
              <ul className="queue strip--wide holds cells g-2">
                {queue.results.map(({ id, name, company, waitsFor, waitingSince }) => (
                  <li key={id}>
                    <Link
                      to={`?${cursor ? `after=${cursor}` : `page=${page}`}&person=${id}`}
                      aria-current={id === chosen?.person.id ? 'page' : undefined}
                      preventScrollReset
                    >
                      <b>{name}</b>
                      <span>{company.name}</span>
                      <span className={isLate(waitingSince, new Date(now)) ? 'queue__age is-late' : 'queue__age'}>
                        {ageText(waitingSince, new Date(now))}
                      </span>
                      <span className="queue__what muted">
                        {waitsFor.includes('check') ? 'Right to work' : `New ${waitsFor.join(' and ')}`}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <ListPages label="Pages of people" page={page} isBehind={cursor !== null} {...queue} />
            </nav>
          }
        >
          {chosen ? <PersonDesk key={`${chosen.person.id} ${chosen.person.version}`} seen={chosen} /> : null}
        </OfficeDesk>
      )}
    </>
  )
}

/** Photo, name and check side by side, and one decision about them all. */
function PersonDesk({ seen }: { seen: Verification }) {
  const { person, company, units, looking, approved, shareCode, isWaiting } = seen
  const name = `${person.firstName} ${person.lastName}`
  const check = person.newest ?? person.current
  return (
    <article className="card stack" aria-label={name}>
      <Looking subjectId={person.id} known={looking} />
      <div className="flex g-4 level">
        <Face path={person.photoUrl} name={`Photo of ${name}`} />
        <div>
          <h2 className="h3">{name}</h2>
          <p className="small muted">{company.name}</p>
          <p className="small person-units">
            {units.length === 0 ? 'Named for no unit' : 'Works with '}
            {units.map(({ id, name: unit, registration }, index) => (
              <span key={id}>
                {index > 0 ? ', ' : ''}
                <Link className="tap" to={`/admin/verifications?unit=${id}`}>
                  {registration ?? unit}
                </Link>
              </span>
            ))}
          </p>
        </div>
      </div>
      {approved ? (
        <div className="flex g-4 level">
          <Face path={approved.photoUrl} name={`Approved photo of ${approved.name}`} />
          <p className="small">Approved before as {approved.name}</p>
        </div>
      ) : null}
      <Facts
        className="facts"
        facts={[
          { name: 'Proved by', value: check ? CHECK_METHOD_LABELS[check.method] : 'Nothing yet' },
          { name: 'Expires on', value: check?.expiresOn ? formatDateUk(check.expiresOn) : 'No time limit given' },
          ...(shareCode
            ? [
                { name: 'Share code', value: shareCode.code },
                { name: 'Date of birth', value: formatDateUk(shareCode.dateOfBirth) },
              ]
            : []),
        ]}
      />
      {check && check.files.length > 0 ? (
        <DocumentViewer
          label={`the document of ${name}`}
          pages={check.files.map(({ url }, index) => ({
            url,
            label: `Document of ${name}, page ${index + 1} of ${check.files.length}`,
          }))}
        />
      ) : null}
      {isWaiting ? <Decide person={person} /> : <p>Nothing waiting for {name}.</p>}
    </article>
  )
}

function Decide({ person }: { person: Verification['person'] }) {
  const fetcher = useFetcher<Answer>()
  const isBusy = fetcher.state !== 'idle'
  const answer = isBusy ? undefined : fetcher.data
  return (
    <fetcher.Form method="post" className="stack">
      <input type="hidden" name="personId" value={person.id} />
      <input type="hidden" name="version" value={person.version} />
      <InputField
        label="Right to work until"
        hint="As GOV.UK or the document says; leave blank if there is no time limit"
        optional
        type="date"
        name="expires_on"
        defaultValue={person.newest?.expiresOn ?? ''}
        error={errorAt(answer, 'expires_on')}
      />
      <TextareaField
        label="Reason for a refusal"
        hint="The driver reads this"
        optional
        name="reason"
        rows={3}
        maxLength={1000}
        error={errorAt(answer, 'reason')}
      />
      <FieldError error={formProblemOf(answer)} />
      <div className="acts">
        <Button type="submit" name="decision" value="approve" look="primary" busy={isBusy}>
          Approve
        </Button>
        <Button type="submit" name="decision" value="refuse" busy={isBusy}>
          Refuse
        </Button>
      </div>
    </fetcher.Form>
  )
}
