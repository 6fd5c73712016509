import { data } from 'react-router'
import { listUnits } from '#modules/fleet/units/contract.ts'
import type { Call } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'

export type Unit = AnswerOf<typeof listUnits>['results'][number]

export interface UnitName {
  id: string
  name: string
  registration: string | null
}

export interface ChosenUnit {
  /** All units of the company, for the switcher. */
  units: UnitName[]
  /** Null only until the company has its first unit. */
  unit: Unit | null
}

/** The unit named in the address (`?unit=`), otherwise the company's first. A unit of another company is not found. */
export async function chooseUnit(call: Call, request: Request): Promise<ChosenUnit> {
  const { results } = dataOf(await call(listUnits, { query: { pageSize: 100 } }))
  const asked = new URL(request.url).searchParams.get('unit')
  const unit = asked === null ? results[0] : results.find(({ id }) => id === asked)
  if (asked !== null && !unit) throw data(null, { status: 404 })
  return {
    units: results.map(({ id, name, vehicle }) => ({ id, name, registration: vehicle?.registration ?? null })),
    unit: unit ?? null,
  }
}
