import { data } from 'react-router'
import { addPerson, listPeople, removePerson, savePerson } from '#modules/fleet/people/contract.ts'
import { listUnits } from '#modules/fleet/units/contract.ts'
import type { Call } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn, textsIn } from '#web/kit/forms/form-text.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { notSentText } from '#web/driver/documents/not-sent.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Empty } from '#web/ui/page.tsx'
import type { Route } from './+types/people'
import { PersonCard } from './person-card.tsx'
import { PersonForm } from './person-form.tsx'
import { WhoWorks } from './who-works.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'People' })

export type Person = AnswerOf<typeof listPeople>[number]
export interface Van {
  id: string
  /** Registration of the van, or the driver’s name while there is none. */
  called: string
}

interface Loaded {
  people: Person[]
  vans: Van[]
  /** Why a check did not arrive that a page without script sent. */
  notSent: string | null
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const [people, units] = await Promise.all([call(listPeople), call(listUnits, { query: { pageSize: 50 } })])
  return {
    people: dataOf(people),
    vans: dataOf(units).results.map(({ id, name, vehicle }) => ({ id, called: vehicle?.registration ?? name })),
    notSent: notSentText(url.searchParams),
  }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  if (form.has('choice')) return chooseWhoWorks(call, textIn(form, 'choice'))
  const params = { personId: textIn(form, 'personId') }
  const unitIds = textsIn(form, 'unit')
  const names = { firstName: textIn(form, 'first_name'), lastName: textIn(form, 'last_name') }
  const body = form.has('choosesVans') ? { ...names, unitIds } : names
  switch (textIn(form, 'intent')) {
    case 'add':
      return plainAnswerOf(await call(addPerson, { body }))
    case 'remove':
      return plainAnswerOf(await call(removePerson, { params }))
    default:
      return plainAnswerOf(await call(savePerson, { params, body }))
  }
}

/** Puts one person on one van ("on PERSON VAN") or takes them off it; their other vans stay. */
async function chooseWhoWorks(call: Call, choice: string): Promise<Answer> {
  const [way, personId, unitId = ''] = choice.split(' ')
  const person = dataOf(await call(listPeople)).find(({ id }) => id === personId)
  if (!person) throw data(null, { status: 404 })
  const others = person.unitIds.filter((id) => id !== unitId)
  const { firstName, lastName } = person
  const body = { firstName, lastName, unitIds: way === 'on' ? [...others, unitId] : others }
  return plainAnswerOf(await call(savePerson, { params: { personId: person.id }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function People({ loaderData: { people, vans, notSent } }: Route.ComponentProps) {
  return (
    <div className="stack">
      {notSent ? (
        <Banner tone="bad" title="The check wasn’t sent">
          {notSent} Choose the files again.
        </Banner>
      ) : null}
      <p className="muted">
        Everybody who comes to a job needs a right-to-work check, you included. A van is offered with as many people as
        are checked on the day. Customers see first names and photos once a booking is confirmed.
      </p>
      <WhoWorks people={people} vans={vans} />
      {people.length === 0 ? (
        <Empty title="No one yet">Add yourself first, then anybody who helps you.</Empty>
      ) : (
        <ul className="docs cells g-4">
          {people.map((person) => (
            <PersonCard key={person.id} person={person} vans={vans} />
          ))}
        </ul>
      )}
      <section className="card" aria-labelledby="add-person">
        <h2 className="h3 mb-4" id="add-person">
          Add a person
        </h2>
        <PersonForm key={people.length} vans={vans} />
      </section>
    </div>
  )
}
