import { describe, expect, it } from 'vitest'
import {
  columnsAfter,
  columnsOf,
  stateOf,
  TRANSITIONS,
  type BookingState,
  type Step,
  type Transition,
  type Who,
} from './rules.ts'

const steps = Object.keys(TRANSITIONS) as Step[]
const final: BookingState[] = ['completed', 'canceled_by_customer', 'no_one_took', 'not_taken_by_driver', 'rejected']
const stateAfter = (state: BookingState, step: Step): BookingState | undefined => {
  const { from, to }: Transition = TRANSITIONS[step]
  return from.includes(state) ? to : undefined
}
const all: BookingState[] = ['awaiting_verification', 'new_booking', 'hot', 'confirmed', 'in_progress', ...final]

describe('the life of a booking', () => {
  it('reaches every state from the two it can begin in', () => {
    const reached = new Set<BookingState>(['new_booking', 'awaiting_verification'])
    for (const state of reached) for (const step of steps) reached.add(stateAfter(state, step) ?? state)
    expect([...reached].sort()).toEqual([...all].sort())
  })

  it('never leaves an end, but for a cancellation that only its driver reported', () => {
    const answers = ['agree_cancellation', 'deny_cancellation', 'deny_cancellation_for_good']
    const left = final.flatMap((state) =>
      steps.filter((step) => columnsAfter(state, step)).map((step) => [state, step]),
    )
    expect(left).toEqual(answers.map((step) => ['canceled_by_customer', step]))
  })

  it('can be ended from every state that is not an end', () => {
    const endsFrom = (state: BookingState, seen = new Set<BookingState>()): boolean => {
      if (final.includes(state)) return true
      if (seen.has(state)) return false
      seen.add(state)
      return steps.some((step) => {
        const next = stateAfter(state, step)
        return next !== undefined && endsFrom(next, seen)
      })
    }
    expect(all.filter((state) => !endsFrom(state))).toEqual([])
  })

  it('is stored and read back as the same state', () => {
    for (const state of all) expect(stateOf(columnsOf(state))).toBe(state)
  })
})

describe('what follows from a step', () => {
  const rows = Object.entries(TRANSITIONS) as [Step, Transition][]

  it('is a happening at least', () => {
    expect(rows.filter(([, { events }]) => events.length === 0)).toEqual([])
  })

  it('is a hold wherever a unit has to be there, and none where nobody comes', () => {
    const heldIn = new Set<BookingState>(['new_booking', 'confirmed', 'in_progress', 'completed'])
    const wrong = rows.filter(([, { from, to, hold }]) => {
      const isHeldBefore = from.length > 0 && from.every((state) => heldIn.has(state))
      if (heldIn.has(to)) return hold !== (isHeldBefore ? 'leave' : 'take')
      return hold === 'take' || (from.some((state) => heldIn.has(state)) && hold !== 'free')
    })
    expect(wrong.map(([step]) => step)).toEqual([])
  })

  it('is that a hot job is nobody’s', () => {
    expect(
      rows.filter(([, { from, to, leavesUnit }]) => from.length > 0 && (to === 'hot') !== (leavesUnit !== undefined)),
    ).toEqual([])
  })

  it.each([
    ['verify', false],
    ['time_gone', false],
    ['nobody', true],
    ['cancel', true],
  ] as const)('a booking that nobody verified, and %s: stays marked as not its customer’s? %s', (step, isMarked) => {
    expect(columnsAfter('awaiting_verification', step)?.awaitingVerification).toBe(isMarked)
  })
})

describe('a hired driver', () => {
  const takes = (who: Who) => steps.filter((step) => (TRANSITIONS[step] as Transition).by.includes(who))

  it('drives the day, and cancels nothing', () => {
    expect(takes('hired')).toEqual(['set_off', 'run_late', 'start', 'pause', 'wait', 'resume', 'finish'])
  })

  it('whom the owner lets answer also confirms, takes, gives back, and says that the customer cancelled', () => {
    expect(takes('trusted')).toEqual([
      'confirm',
      'take_hot',
      'rebook',
      'pass_on',
      'reject',
      'give_up',
      'give_up_for_good',
      'reconfirm',
      'cancel',
      'report_cancellation',
    ])
  })

  it('does nothing that the owner cannot do', () => {
    for (const step of [...takes('hired'), ...takes('trusted')]) expect(takes('driver')).toContain(step)
  })
})
