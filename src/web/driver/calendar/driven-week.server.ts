import { getSchedule } from '#modules/calendar/contract.ts'
import { getDrivenUnit } from '#modules/fleet/drivers/contract.ts'
import type { Call } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { toLocal, type LocalDay, type LocalMoment } from '#shared/local-time.ts'
import { toUnitWeek, type UnitWeek } from '#web/driver/calendar/calendar-data.ts'
import { weekOf } from '#web/driver/calendar/week.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'

export type DrivenUnit = NonNullable<AnswerOf<typeof getDrivenUnit>['unit']>

/** A hired driver’s week; null while they are with no company. */
export interface DrivenWeek {
  driven: { unit: DrivenUnit; week: UnitWeek; days: LocalDay[]; shownDay: LocalDay; now: LocalMoment } | null
}

export async function readDrivenWeek(call: Call, request: Request, instant: Date): Promise<DrivenWeek> {
  const { unit } = dataOf(await call(getDrivenUnit))
  if (!unit) return { driven: null }
  const now = toLocal(instant)
  const { days, shownDay } = weekOf(new URL(request.url).searchParams.get('day'), now.day)
  const schedule = dataOf(await call(getSchedule, { params: { id: unit.id }, query: { from: days[0] } }))
  return { driven: { unit, week: toUnitWeek(schedule, unit.id), days, shownDay, now } }
}
