import { listVehicleMakers } from '#modules/fleet/contract.ts'
import { cancelUnitDocument } from '#modules/fleet/documents/contract.ts'
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
import { chooseUnit, type ChosenUnit } from '#web/driver/units/chosen-unit.server.ts'
import { FirstUnit } from '#web/driver/units/first-unit.tsx'
import { UnitSwitcher } from '#web/driver/units/unit-switcher.tsx'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import type { Route } from './+types/driving-profile'
import { VanForm } from './van-form.tsx'
import { vanOf } from './van-values.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Driving Profile' })

interface Loaded extends ChosenUnit {
  makers: AnswerOf<typeof listVehicleMakers>
  today: LocalDay
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const [chosen, makers] = await Promise.all([chooseUnit(call, request), call(listVehicleMakers)])
  return { ...chosen, makers: dataOf(makers), today: localDayOf(nowIn(context)) }
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

export default function DrivingProfile({ loaderData: { units, unit, makers, today } }: Route.ComponentProps) {
  if (!unit) return <FirstUnit />
  return (
    <div className="stack">
      {units.length > 1 ? <UnitSwitcher units={units} unitId={unit.id} /> : null}
      <VanForm
        key={`${unit.id} ${unit.vehicle?.registration}`}
        unitId={unit.id}
        van={unit.vehicle}
        facts={unit.vanFacts}
        makers={makers}
      />
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
