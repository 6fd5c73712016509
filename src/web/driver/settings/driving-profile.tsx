import { listVehicleMakers } from '#modules/fleet/contract.ts'
import { cancelUnitDocument } from '#modules/fleet/documents/contract.ts'
import { listPeople } from '#modules/fleet/people/contract.ts'
import { addVan, resetVan, saveVan } from '#modules/fleet/vans/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { orUnreachable } from '#web/kit/forms/keep-page.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { nowIn } from '#web/kit/page/clock.ts'
import { Documents } from '#web/driver/documents/documents.tsx'
import { notSentText } from '#web/driver/documents/not-sent.server.ts'
import { chooseUnit, type ChosenUnit } from '#web/kit/units/chosen-unit.server.ts'
import { FirstUnit } from '#web/driver/units/first-unit.tsx'
import { WhoWorks } from '#web/driver/people/who-works.tsx'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { Banner } from '#web/ui/banner.tsx'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import type { Route } from './+types/driving-profile'
import { VanForm } from './van-form.tsx'
import { vanOf } from './van-values.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Driving Profile' })

interface Loaded extends ChosenUnit {
  makers: AnswerOf<typeof listVehicleMakers>
  people: AnswerOf<typeof listPeople>
  today: LocalDay
  /** Why a document did not arrive that a page without script sent. */
  notSent: string | null
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const [chosen, makers, people] = await Promise.all([
    chooseUnit(call, { url }),
    call(listVehicleMakers),
    call(listPeople),
  ])
  return {
    ...chosen,
    makers: dataOf(makers),
    people: dataOf(people),
    today: localDayOf(nowIn(context)),
    notSent: notSentText(url.searchParams),
  }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const params = { id: textIn(form, 'unitId') }
  switch (textIn(form, 'intent')) {
    case 'take-back':
      return plainAnswerOf(await call(cancelUnitDocument, { params, body: { documentId: textIn(form, 'documentId') } }))
    case 'reset-van':
      return plainAnswerOf(await call(resetVan, { params, body: {} }))
    default:
      return plainAnswerOf(await call(form.has('isNew') ? addVan : saveVan, { params, body: vanOf(form) }))
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function DrivingProfile({ loaderData }: Route.ComponentProps) {
  const { unit, makers, people, today, notSent } = loaderData
  if (!unit) return <FirstUnit />
  return (
    <div className="stack">
      {notSent ? (
        <Banner tone="bad" title="The document wasn’t sent">
          {notSent} Choose the files again.
        </Banner>
      ) : null}
      <VanForm
        key={`${unit.id} ${unit.vehicle?.registration}`}
        unitId={unit.id}
        van={unit.vehicle}
        facts={unit.vanFacts}
        makers={makers}
      />
      <WhoWorks people={people} vans={[{ id: unit.id, called: unit.vehicle?.registration ?? unit.name }]} />
      {unit.vehicle ? (
        <Documents
          unitId={unit.id}
          documents={unit.docs}
          registration={(unit.vanFacts?.declared ?? unit.vehicle).registration}
          today={today}
        />
      ) : (
        <p className="muted">The documents come next, once we know the van.</p>
      )}
    </div>
  )
}
