// The refusals about the load and the driver's day, and the alternatives to each.
import { canCarryCrew, HELP_LEVELS, isVanCategory, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { ownValue } from '#shared/lookup-own.ts'
import type { Problem } from '#web/kit/forms/answer.ts'
import type { Order } from './draft/order.ts'

export interface LoadRefusal {
  title: string
  detail: string
  /** The bigger van that the server suggests. */
  van: VanCategory | undefined
  ways: readonly Way[]
}

type Way = 'more_people' | 'no_waiting' | 'fewer_things' | 'two_days' | 'call'

interface Refused {
  title: string
  ways: readonly Way[]
}

const refusals: Record<string, Refused> = {
  piece_does_not_fit: { title: 'One piece doesn’t fit', ways: ['fewer_things', 'call'] },
  piece_needs_two_people: { title: 'Too heavy for one person', ways: ['more_people', 'fewer_things'] },
  too_much_for_one_van: { title: 'Too much for one van', ways: ['fewer_things', 'two_days', 'call'] },
  beyond_drivers_hours: {
    title: 'Too long a day for one driver',
    ways: ['no_waiting', 'fewer_things', 'two_days', 'call'],
  },
}

/** Undefined for every other refusal. */
export function loadRefusalOf({ code, detail, suggested }: Pick<Problem, 'code' | 'detail' | 'suggested'>) {
  const refused = ownValue(refusals, code)
  const van = suggested?.['van_category']
  return refused && { ...refused, detail, van: isVanCategory(van) ? van : undefined }
}

/** The alternatives that apply to this order. */
export const waysOut = ({ ways }: LoadRefusal, order: Order): Way[] =>
  ways.filter((way) => {
    if (way === 'more_people') return morePeople(order) !== undefined
    return way !== 'no_waiting' || order.waitingMinutes > 0
  })

/** The smallest help level with two people, if the order has fewer and the van has the seats. */
export const morePeople = ({ van, helpLevel }: Pick<Order, 'van' | 'helpLevel'>): HelpLevel | undefined =>
  HELP_LEVELS.find(
    (level) => isTwoOrMore(level) && !isTwoOrMore(helpLevel) && (van === null || canCarryCrew(van, level)),
  )

const isTwoOrMore = (level: HelpLevel): boolean => level === 'one_porter' || level === 'two_porters'
