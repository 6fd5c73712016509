import { data } from 'react-router'
import { getDriverDay, getMyDay } from '#modules/bookings/day/contract.ts'
import { getDriverBooking } from '#modules/bookings/lists/contract.ts'
import { getDrivenUnit } from '#modules/fleet/drivers/contract.ts'
import { unitPath } from '#modules/fleet/rules.ts'
import type { Call } from '#shared/call.ts'
import { dataOf, type Entry } from '#web/kit/session/gate.server.ts'
import { chooseUnit, type UnitName } from '#web/kit/units/chosen-unit.server.ts'
import { readChanges, readKeysLinks } from '#web/kit/changes/change-answer.server.ts'
import type { ChangeShown, KeysLinkShown } from '#web/kit/changes/change-texts.ts'
import { inOrder, type Job, type UnitDay } from './day-state.ts'

export interface LoadedDay {
  ownerId: string
  /** The company’s units, for the unit switcher. */
  units: UnitName[]
  /** Null until there is a unit, or while a hired driver is with no company. */
  day: UnitDay | null
  /** How addresses name the unit: "?unit=…", or nothing where there is only one. */
  search: string
  /** Changes of the one job of the page. */
  changes: ChangeShown[]
  keysLinks: KeysLinkShown[]
  now: string
}

interface Asked {
  url: URL
  now: Date
}

/** The day of the unit in the address, or of the one that a hired driver drives. */
export async function readDay({ call, session }: Entry, { url, now }: Asked): Promise<LoadedDay> {
  const { units, unitId } = session.isHired ? await drivenUnit(call) : await ownUnit(call, url)
  const search = unitId && units.length > 1 ? new URL(unitPath('/', unitId), url).search : ''
  const day = unitId ? await unitDay(call, unitId) : null
  return { ownerId: session.id, units, day, search, changes: [], keysLinks: [], now: now.toISOString() }
}

/** The same with one job in it, which may be of another day. */
export async function readJobDay(entry: Entry, { url, now }: Asked, bookingId: string): Promise<LoadedDay> {
  const [own, changes, keysLinks] = await Promise.all([
    readDay(entry, { url, now }),
    readChanges(entry.call, bookingId),
    readKeysLinks(entry.call, bookingId),
  ])
  const loaded = { ...own, changes: changes ?? [], keysLinks }
  const { day } = loaded
  if (!day) throw data(null, { status: 404 })
  if (day.jobs.some(({ id }) => id === bookingId)) return loaded
  const params = { id: day.unitId, bookingId }
  const [booking, ownDay] = await Promise.all([
    entry.call(getDriverBooking, { params }),
    entry.call(getDriverDay, { params }),
  ])
  const job: Job = { ...dataOf(booking), day: dataOf(ownDay) }
  return { ...loaded, day: { ...day, jobs: inOrder([...day.jobs, job]) } }
}

async function unitDay(call: Call, id: string): Promise<UnitDay> {
  const { workingUnitId, jobs, asOf } = dataOf(await call(getMyDay, { params: { id }, query: {} }))
  return { unitId: workingUnitId, jobs, asOf }
}

async function ownUnit(call: Call, url: URL): Promise<{ units: UnitName[]; unitId: string | null }> {
  const { units, unit } = await chooseUnit(call, { url })
  return { units, unitId: unit?.id ?? null }
}

async function drivenUnit(call: Call): Promise<{ units: UnitName[]; unitId: string | null }> {
  const { unit } = dataOf(await call(getDrivenUnit))
  if (!unit) return { units: [], unitId: null }
  return { units: [{ id: unit.id, name: unit.name, registration: unit.van?.registration ?? null }], unitId: unit.id }
}
