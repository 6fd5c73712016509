import { getUnitNews } from '#modules/bookings/lists/driver-dashboard-contract.ts'
import { getUnitGains } from '#modules/quoting/insights/contract.ts'
import type { Call } from '#shared/call.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'

export type News = AnswerOf<typeof getUnitNews>
export type Gains = AnswerOf<typeof getUnitGains>

export interface LiveUnit {
  news: News
  /** Null while they cannot be counted, such as after too many reloads: the page goes without. */
  gains: Gains | null
}

/** What a unit that takes jobs shows on its profile. */
export async function readLive(call: Call, unitId: string): Promise<LiveUnit> {
  const params = { id: unitId }
  const [news, gains] = await Promise.all([call(getUnitNews, { params }), call(getUnitGains, { params })])
  return { news: dataOf(news), gains: gains.ok ? gains.data : null }
}
