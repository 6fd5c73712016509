import { addMinutes } from '#shared/local-time.ts'
import { advance, NEW_CLOCK, type ClockAction, type DayClock } from '../clock/rules.ts'
import type { EntryKind, PauseReason } from '../rules.ts'
import type { Arrival } from '../questions/rules.ts'

/**
 * A corrected time for an entry of the clock, which counts once the other side has agreed to it (decisions §12). Pure.
 */

export const CORRECTION_STATES = ['open', 'agreed', 'refused', 'withdrawn', 'expired'] as const
export type CorrectionState = (typeof CORRECTION_STATES)[number]

/** Entries of the record whose time can be corrected. */
export const CORRECTABLE = ['set_off', 'at_stop', 'started', 'arrived', 'paused', 'resumed', 'finished'] as const
type Correctable = (typeof CORRECTABLE)[number]
const isCorrectable = (kind: EntryKind): kind is Correctable => CORRECTABLE.some((one) => one === kind)

/** How long a proposed time waits for its answer, in hours. */
export const CORRECTION_HOURS = 24
export const correctionExpiry = (askedAt: Date): Date => addMinutes(askedAt, CORRECTION_HOURS * 60)

/** The most times that can be proposed for one booking, answered or not. */
export const MOST_CORRECTIONS = 20

export const MOST_WHY_CHARACTERS = 300

/** An act as it counts: at its recorded time, or at the one that both sides agreed to. */
export interface DayAction {
  seq: number
  kind: Correctable
  at: Date
  reason: PauseReason | null
  stop: number | null
}

interface Entry {
  seq: number
  kind: EntryKind
  happenedAt: string
  correctedTo: string | null
  isConflict: boolean
  payload: Readonly<Record<string, unknown>> | null
}

/** The acts of a record, in order. What was sent for a job that had changed is for the office. */
export const actsOf = (entries: readonly Entry[]): DayAction[] =>
  entries.flatMap(({ seq, kind, happenedAt, correctedTo, isConflict, payload }) =>
    isConflict || !isCorrectable(kind)
      ? []
      : [
          {
            seq,
            kind,
            at: new Date(correctedTo ?? happenedAt),
            reason: (payload?.['reason'] as PauseReason | undefined) ?? null,
            stop: typeof payload?.['stop'] === 'number' ? payload['stop'] : null,
          },
        ],
  )

export type TimeFlaw =
  | { kind: 'future' }
  | { kind: 'same' }
  | { kind: 'before_day' }
  /** The acts between which it has to lie. */
  | { kind: 'out_of_order'; after: DayAction | null; before: DayAction | null }

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / 60_000)

/**
 * The time that an act can be given, or why it can’t: the acts keep their order, and none is in the future. Pages show minutes, so a time in
 * the same minute as the act before it is that act’s.
 */
export function fitTime(
  acts: readonly DayAction[],
  { seq, to, opensAt, now }: { seq: number; to: Date; opensAt: Date; now: Date },
): Date | TimeFlaw {
  const index = acts.findIndex((act) => act.seq === seq)
  const [after, own, before] = [acts[index - 1] ?? null, acts[index], acts[index + 1] ?? null]
  if (own && minuteOf(own.at) === minuteOf(to)) return { kind: 'same' }
  if (to > now) return { kind: 'future' }
  if (to < opensAt) return { kind: 'before_day' }
  const fitted = after && to < after.at && minuteOf(to) === minuteOf(after.at) ? after.at : to
  if ((after && fitted < after.at) || (before && fitted > before.at)) return { kind: 'out_of_order', after, before }
  return fitted
}

export const withTime = (acts: readonly DayAction[], seq: number, at: Date): DayAction[] =>
  acts.map((act) => (act.seq === seq ? { ...act, at } : act))

function actionOf({ kind, reason }: DayAction): ClockAction | undefined {
  if (kind === 'at_stop') return undefined
  if (kind === 'paused') return { kind: 'pause', reason: reason ?? 'other' }
  const actions = {
    set_off: 'set_off',
    started: 'start',
    arrived: 'start',
    resumed: 'resume',
    finished: 'finish',
  } as const
  return { kind: actions[kind] }
}

/**
 * The clock of the acts as they count now. An early start to which the customer agreed stays agreed to, and no other: a pause before it is in
 * no hours that count.
 */
export function clockOfActs(acts: readonly DayAction[], { earlyFrom, lateEta }: DayClock, start: Date): DayClock {
  const clock = acts.reduce<DayClock>(
    (before, act) => {
      const action = actionOf(act)
      if (!action) return before
      const isPause = action.kind === 'pause' || action.kind === 'resume'
      const at = isPause && earlyFrom && act.at < earlyFrom ? earlyFrom : act.at
      const next = advance(before, action, at, start)
      return next === undefined || next === 'already' ? before : next
    },
    { ...NEW_CLOCK, earlyFrom },
  )
  return { ...clock, lateEta }
}

/** The stops as they were reached by the acts that count now. */
export const arrivalsOfActs = (acts: readonly DayAction[], arrivals: readonly Arrival[]): Arrival[] =>
  arrivals.map((arrival) => {
    const act = acts.find(({ kind, stop }) => kind === 'at_stop' && stop === arrival.stop)
    return act ? { ...arrival, at: act.at.toISOString() } : arrival
  })

/** “On time” is counted from what was proved: an agreed correction may make it later, and never earlier. */
export const provedAfter = (provedAt: Date, correctedTo: Date): Date =>
  correctedTo > provedAt ? correctedTo : provedAt
