import type { VanCategory } from '#modules/fleet/rules.ts'
import type { Toll } from '#modules/geo/charges/rules.ts'
import { dayOfWeek, toLocal } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import { isBankHoliday } from './bank-holidays-rules.ts'

/** What one passage costs a van at an instant; 0 where it is free then. Without an instant: what it costs always, or null where that depends. */
export function tollPence(toll: Toll, van: VanCategory, at?: Date): Pence | null {
  const own = toll.charges.filter(({ vans }) => vans === null || vans.includes(van))
  if (!at) return own.every(({ hours }) => isAlways(hours)) ? dearest(own) : null
  const { day, minute } = toLocal(at)
  const isFree = dayOfWeek(day) > 5 || isBankHoliday(day, 'england')
  return dearest(
    own.filter(({ hours }) => {
      const range = isFree ? hours.weekend : hours.weekday
      return range !== null && range[0] <= minute && minute < range[1]
    }),
  )
}

const dearest = (charges: readonly { pence: Pence }[]): Pence => Math.max(0, ...charges.map(({ pence }) => pence))

const isAlways = ({ weekday, weekend }: Toll['charges'][number]['hours']): boolean =>
  [weekday, weekend].every((range) => range !== null && range[0] === 0 && range[1] === 1440)
