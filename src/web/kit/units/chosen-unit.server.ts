import { data, redirect } from 'react-router'
import { listUnits } from '#modules/fleet/units/contract.ts'
import { unitPath } from '#modules/fleet/rules.ts'
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

export async function chooseUnit(call: Call, { url }: { url: URL }): Promise<ChosenUnit> {
  const { units, unit } = await chooseAmongUnits(call, { url })
  return { units: units.map(nameOf), unit }
}

const nameOf = ({ id, name, vehicle }: Unit): UnitName => ({ id, name, registration: vehicle?.registration ?? null })

/**
 * The unit named in the address (`?unit=`), and all of the company. Where it has several, an address without one is led to the first's,
 * so that the address of a page about a unit always names it. A unit of another company is not found.
 */
export async function chooseAmongUnits(
  call: Call,
  { url }: { url: URL },
): Promise<{ units: Unit[]; unit: Unit | null }> {
  const { results } = dataOf(await call(listUnits, { query: { pageSize: 100 } }))
  const unitId = url.searchParams.get('unit')
  const [first] = results
  if (unitId === null && first && results.length > 1) throw redirect(unitPath(url.pathname + url.search, first.id))
  const unit = unitId === null ? first : results.find(({ id }) => id === unitId)
  if (unitId !== null && !unit) throw data(null, { status: 404 })
  return { units: results, unit: unit ?? null }
}
