import type { Actor } from '#platform/session.ts'
import { TRANSITIONS, type BookingState, type Step, type Transition, type Who } from './life/rules.ts'
import { ACTIONS, type Action } from './rules.ts'

/** Jobs have no identity, nor has somebody who follows a mailed link without signing in. */
const ROLES: Record<Actor['kind'], readonly Who[]> = {
  visitor: ['clock', 'link'],
  customer: ['customer', 'link'],
  bookingToken: ['customer', 'link'],
  driver: ['driver', 'link'],
  hired: ['hired', 'link'],
  admin: ['office', 'link'],
}

/** As whom somebody takes a step. A hired driver answers where the owner allows it. */
export const rolesOf = (actor: Actor): readonly Who[] =>
  actor.kind === 'hired' && actor.company?.mayAnswer ? [...ROLES.hired, 'trusted'] : ROLES[actor.kind]

export interface BookingFacts {
  state: BookingState
  customerId: string
  unitId: string | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
}

interface ActionRule {
  /** It can be done where one of these steps can be taken. */
  steps: readonly Step[]
  /** Whose call it is, where others may take the step in another way. */
  by?: readonly Actor['kind'][]
  needs?: (booking: BookingFacts) => boolean
}

const isAskedAgain = ({ reconfirmBy, reconfirmedAt }: BookingFacts): boolean => reconfirmBy !== null && !reconfirmedAt

/** Actions are listed only once the call behind them exists. */
const RULES: Partial<Record<Action, ActionRule>> = {
  confirm: { steps: ['confirm'], by: ['driver', 'hired'] },
  take: { steps: ['take_hot'], by: ['driver', 'hired'] },
  reject: { steps: ['pass_on', 'give_up'], by: ['driver', 'hired'] },
  cancel: { steps: ['cancel'], by: ['customer'] },
  reconfirm: { steps: ['reconfirm'], by: ['driver', 'hired'], needs: isAskedAgain },
}

/** What this caller may do with a booking that they may see. */
export function allowedActions(actor: Actor, booking: BookingFacts): Action[] {
  if (actor.kind === 'customer' && actor.userId !== booking.customerId) return []
  const roles = rolesOf(actor)
  return ACTIONS.filter((action) => {
    const rule = RULES[action]
    if (!rule || (rule.by && !rule.by.includes(actor.kind)) || rule.needs?.(booking) === false) return false
    return rule.steps.some((step) => {
      const { from, by }: Transition = TRANSITIONS[step]
      return from.includes(booking.state) && by.some((who) => roles.includes(who))
    })
  })
}
