import type { Actor } from '#platform/session.ts'
import { isReportOpen } from './answers/rules.ts'
import { dayOpensAt } from './day/clock/rules.ts'
import type { DayFacts } from './queries.ts'
import { TRANSITIONS, type BookingState, type Step, type Transition, type Who } from './lifecycle/rules.ts'
import type { Side } from './changes/rules.ts'
import { ACTIONS, AGREED, CONFIRMED, FINISHED, PAST, UNANSWERED, WITH_DAY, isConfirmed, type Action } from './rules.ts'

/** Jobs have no identity, nor has a person who follows an emailed link without signing in. */
const ROLES: Record<Actor['kind'], readonly Who[]> = {
  visitor: ['clock', 'link'],
  customer: ['customer', 'link'],
  bookingToken: ['customer', 'link'],
  driver: ['driver', 'link'],
  hired: ['hired', 'link'],
  admin: ['office', 'link'],
}

/** Roles in which an actor takes a step. A hired driver answers if the owner allows it. */
export const rolesOf = (actor: Actor): readonly Who[] =>
  actor.kind === 'hired' && actor.company?.mayAnswer ? [...ROLES.hired, 'trusted'] : ROLES[actor.kind]

export interface BookingFacts {
  state: BookingState
  customerId: string
  unitId: string | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
  start: Date
  day: DayFacts | null
  now: Date
  /** Side that has to answer a proposed change; null if none is open. */
  changeAwaits: Side | null
  /** Side that cancelled; only read for its customer. */
  cancelledBy?: 'customer' | 'driver' | 'office' | null
  claimedFeePence?: number | null
  disputedAt?: Date | null
  /** Facts about a booking that is over; omitted where no rule depends on them. */
  hasFeedback?: boolean
  rebookRequestSent?: boolean
  mayClaim?: boolean
}

interface ActionRule {
  /** It can be done where one of these steps can be taken. */
  steps?: readonly Step[]
  /** States and roles of an action that is no step of the booking’s life cycle. */
  in?: { states: readonly BookingState[]; by: readonly Who[] }
  /** Actors to whom the action belongs, where others may take the step in another way. */
  by?: readonly Actor['kind'][]
  needs?: (booking: BookingFacts, actor: Actor) => boolean
}

const isAskedAgain = ({ reconfirmBy, reconfirmedAt }: BookingFacts): boolean => reconfirmBy !== null && !reconfirmedAt

/** Whether the day is open, from some hours before the start. */
const isOpen = ({ start, now }: BookingFacts): boolean => now >= dayOpensAt(start)
const drivers = ['driver', 'hired'] as const
/** What both sides agree to (changes/): either proposes, the other answers. A hired driver does where the owner lets them answer. */
const agreeing = { states: AGREED, by: ['customer', 'driver', 'trusted'] } as const
/** What was open when the work ended is still answered, and so is the time that the driver of a new booking offers. */
const answering = { ...agreeing, states: [...WITH_DAY, ...UNANSWERED] as const }
const isAsked = ({ changeAwaits }: BookingFacts, { kind }: Actor): boolean =>
  changeAwaits === (kind === 'customer' ? 'customer' : 'mover')
const isAskedWhetherCancelled = ({ state, ...booking }: BookingFacts): boolean =>
  isConfirmed(state) && isReportOpen({ ...booking, status: state })
/** The driver has said that the customer cancelled, who has not answered. */
const isReported = (booking: BookingFacts): boolean =>
  booking.cancelledBy === 'driver' || isAskedWhetherCancelled(booking)

/** Actions are listed only once the call behind them exists. */
const RULES: Partial<Record<Action, ActionRule>> = {
  confirm: { steps: ['confirm'], by: ['driver', 'hired'] },
  take: { steps: ['take_hot'], by: ['driver', 'hired'] },
  reject: { steps: ['pass_on', 'give_up'], by: ['driver', 'hired'] },
  // A customer who is asked whether they cancelled answers that, at the fee on the day of the report.
  cancel: { steps: ['cancel'], by: ['customer'], needs: (booking) => !isAskedWhetherCancelled(booking) },
  agree_cancellation: {
    steps: ['agree_cancellation'],
    in: { states: CONFIRMED, by: ['customer'] },
    by: ['customer'],
    needs: isReported,
  },
  deny_cancellation: { steps: ['deny_cancellation', 'deny_report'], by: ['customer'], needs: isReported },
  reconfirm: { steps: ['reconfirm'], by: ['driver', 'hired'], needs: isAskedAgain },
  set_off: { steps: ['set_off'], by: drivers, needs: (booking) => isOpen(booking) && !booking.day?.isSetOff },
  late: { steps: ['run_late'], by: drivers, needs: isOpen },
  start: { steps: ['start'], by: drivers, needs: isOpen },
  pause: { steps: ['pause', 'wait'], by: drivers, needs: ({ day }) => !day?.isPaused },
  resume: { steps: ['resume'], by: drivers, needs: ({ day }) => day?.isPaused === true },
  finish: { steps: ['finish'], by: drivers },
  arrived: { steps: ['start'], by: ['customer'], needs: isOpen },
  confirm_hours: {
    in: { states: FINISHED, by: ['customer'] },
    needs: ({ day, changeAwaits }) => day?.hours === 'open' && changeAwaits === null,
  },
  offer_time: { in: { states: UNANSWERED, by: ['driver', 'trusted'] } },
  propose_change: { in: agreeing, needs: (booking, actor) => !isAsked(booking, actor) },
  agree_change: { in: answering, needs: isAsked },
  refuse_change: { in: answering, needs: isAsked },
  review: { in: { states: FINISHED, by: ['customer'] }, needs: ({ hasFeedback }) => hasFeedback === false },
  ask_for_re_book: {
    // Any company that has had the unit may be asked again.
    in: { states: PAST, by: ['customer'] },
    needs: ({ rebookRequestSent, unitId, cancelledBy }) =>
      rebookRequestSent === false && unitId !== null && cancelledBy !== 'driver',
  },
  claim: { in: { states: FINISHED, by: ['customer'] }, needs: ({ mayClaim }) => mayClaim === true },
}

/** Owners, and hired drivers whom they let answer. */
export const mayAnswer = (actor: Actor): boolean =>
  actor.kind === 'driver' || (actor.kind === 'hired' && actor.company?.mayAnswer === true)

/** What this caller may do with a booking that they may see. */
export function allowedActions(actor: Actor, booking: BookingFacts): Action[] {
  if (actor.kind === 'customer' && actor.userId !== booking.customerId) return []
  const roles = rolesOf(actor)
  return ACTIONS.filter((action) => {
    const rule = RULES[action]
    if (!rule || (rule.by && !rule.by.includes(actor.kind)) || rule.needs?.(booking, actor) === false) return false
    if (rule.in?.states.includes(booking.state) && rule.in.by.some((who) => roles.includes(who))) return true
    return (rule.steps ?? []).some((step) => {
      const { from, by }: Transition = TRANSITIONS[step]
      return from.includes(booking.state) && by.some((who) => roles.includes(who))
    })
  })
}

/** The holder of the link may report the arrival like the customer. */
export const maySayArrived = (booking: BookingFacts): boolean =>
  TRANSITIONS.start.from.some((state) => state === booking.state) && isOpen(booking)
