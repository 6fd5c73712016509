import { useFetcher } from 'react-router'
import { getCrew, nameCrew } from '#modules/bookings/crew/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { formProblemOf, type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Face } from '#web/kit/upload/face.tsx'
import { namedBy, needAnyDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/job-crew'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Who comes' })

type Crew = AnswerOf<typeof getCrew>

export async function loader({ context, params }: Route.LoaderArgs): Promise<{ crew: Crew }> {
  const answer = namedBy(await needAnyDriver(context).call(getCrew, { params }))
  return { crew: answer }
}

export async function action({ request, context, params }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const personIds = (await readForm(request)).getAll('person').filter((id) => typeof id === 'string')
  return plainAnswerOf(await call(nameCrew, { params, body: { personIds } }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

const reasons = { check: 'Check not valid that day', busy: 'On another job then' } as const

/** Who comes to a job: the owner's to say, a hired driver's to know. */
export default function JobCrew({ loaderData: { crew } }: Route.ComponentProps) {
  return crew.choices ? <NameCrew crew={crew} choices={crew.choices} /> : <DrivenCrew crew={crew} />
}

/** Until the owner has said, it is the van's usual crew. */
function NameCrew({ crew, choices }: { crew: Crew; choices: NonNullable<Crew['choices']> }) {
  const fetcher = useFetcher<Answer>()
  const isBusy = fetcher.state !== 'idle'
  const answer = isBusy ? undefined : fetcher.data
  const chosen = new Set(crew.members.map(({ id }) => id))
  const usual = choices.filter(({ whyNot: blockedBy }) => blockedBy === null).slice(0, crew.needed)
  const isChosen = (id: string) => (crew.isNamed ? chosen.has(id) : usual.some((one) => one.id === id))
  const people = crew.needed === 1 ? 'one person' : `${crew.needed} people`
  return (
    <Page>
      <h1>Who comes</h1>
      <p className="muted mt-2">
        This job takes {people}. Your customer sees first names and photos once the booking is confirmed, and we’ll tell
        them if you change the crew.
      </p>
      {choices.length === 0 ? (
        <p className="mt-4">
          No one at your company has been checked yet.{' '}
          <UnitButtonLink to="/settings/people">Add your people</UnitButtonLink>
        </p>
      ) : (
        <fetcher.Form method="post" className="card stack mt-4">
          <fieldset className="stack gap-3">
            <legend className="h3">Choose {people}</legend>
            {choices.map(({ id, firstName, lastName, photoUrl, whyNot: blockedBy }) => (
              <div key={id} className="flex g-4 level">
                <Face path={photoUrl} name={`Photo of ${firstName} ${lastName}`} />
                <CheckBox name="person" value={id} defaultChecked={isChosen(id)} disabled={blockedBy !== null}>
                  {firstName} {lastName}
                  {blockedBy ? <small className="muted"> {reasons[blockedBy]}</small> : null}
                </CheckBox>
              </div>
            ))}
          </fieldset>
          <FieldError error={errorOf(answer)} />
          {answer?.ok ? <output>Saved.</output> : null}
          <div>
            <Button type="submit" look="primary" busy={isBusy}>
              Save who comes
            </Button>
          </div>
        </fetcher.Form>
      )}
      <p className="mt-4">
        <UnitButtonLink to="/calendar">Back to My Calendar</UnitButtonLink>
      </p>
    </Page>
  )
}

/** The field's own sentence: which person it is about can be seen in the list. */
const errorOf = (answer: Answer | undefined): string | null =>
  answer && !answer.ok ? (Object.values(answer.errors ?? {})[0]?.[0] ?? formProblemOf(answer)) : null

/** Who comes to a job, for its hired driver: the owner names them. */
const DrivenCrew = ({ crew: { isNamed, members, needed } }: { crew: AnswerOf<typeof getCrew> }) => (
  <Page>
    <h1>Who comes</h1>
    <p className="muted mt-2">
      {isNamed
        ? 'Chosen by the owner. We’ll tell you if that changes.'
        : `The owner hasn’t said yet who comes. This job takes ${needed === 1 ? 'one person' : `${needed} people`}.`}
    </p>
    {members.length > 0 ? (
      <ul className="list card stack mt-4">
        {members.map(({ id, firstName, photoUrl }) => (
          <li key={id} className="flex g-4 level">
            <Face path={photoUrl} name={`Photo of ${firstName}`} />
            {firstName}
          </li>
        ))}
      </ul>
    ) : null}
    <p className="mt-4">
      <UnitButtonLink to="/calendar">Back to My Calendar</UnitButtonLink>
    </p>
  </Page>
)
