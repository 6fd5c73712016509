import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { jsonRow } from '#platform/json-columns.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { mayAnswer } from '../../policy.ts'
import type { KeptDay } from '../clock/queries.ts'
import type { DayClock } from '../clock/rules.ts'
import type { DayEvent } from '../record/queries.ts'
import type { correctTime } from './corrections-contract.ts'
import { actsOf, clockOfActs, withTime, type CorrectionState } from './corrections-rules.ts'

export type CorrectionView = AnswerOf<typeof correctTime>

/** Instants as PostgreSQL's JSON has them. */
export interface CorrectionRow {
  id: string
  seq: number
  proposalSeq: number
  proposedBy: 'mover' | 'customer'
  fromAt: string
  toAt: string
  state: CorrectionState
  expiresAt: string
}

const rowJson = jsonRow('bookings.day_correction', 'c', [
  'id',
  'seq',
  'proposalSeq',
  'proposedBy',
  'fromAt',
  'toAt',
  'state',
  'expiresAt',
])

/** What was proposed about the times of the booking `b`, in a statement. */
export const correctionsOf = sql<CorrectionRow[]>`coalesce((
  select json_agg(${rowJson} order by c.created_at, c.id) from bookings.day_correction c where c.booking_id = b.id), '[]')`

/** The time of the entry `e` to which both sides agreed last, in a statement; null if none was. */
export const correctedTo = sql`(
  select c.to_at from bookings.day_correction c where c.booking_id = e.booking_id and c.seq = e.seq and c.state = 'agreed'
  order by c.answered_at desc, c.id desc limit 1)`

export const isOpenAt = ({ state, expiresAt }: { state: string; expiresAt: string }, now: Date): boolean =>
  state === 'open' && Date.parse(expiresAt) > now.getTime()

interface Day {
  start: Date
  day: KeptDay
  events: readonly DayEvent[]
  /** What there is to pay by a clock that is finished. */
  toPay: (clock: DayClock) => number
}

/** A proposed time as the caller sees it. */
export function correctionView(ctx: Ctx, row: CorrectionRow, { start, day, events, toPay }: Day): CorrectionView {
  const { id, seq, proposedBy, state } = row
  const entry = events.find((event) => event.seq === seq)
  const why = events.find((event) => event.seq === row.proposalSeq)?.payload?.['note']
  const stop = entry?.payload?.['stop']
  const isCustomer = ctx.actor.kind === 'customer'
  const isOpen = isOpenAt(row, ctx.clock.now()) && day.hours !== 'confirmed'
  const isAsked = isCustomer ? proposedBy === 'mover' : proposedBy === 'customer' && mayAnswer(ctx.actor)
  const after = clockOfActs(withTime(actsOf(events), seq, new Date(row.toAt)), day, start)
  return {
    id,
    seq,
    kind: entry?.kind ?? 'started',
    stop: typeof stop === 'number' ? stop : null,
    proposedBy,
    fromAt: new Date(row.fromAt).toISOString(),
    toAt: new Date(row.toAt).toISOString(),
    why: typeof why === 'string' && why !== '' ? why : null,
    state,
    expiresAt: new Date(row.expiresAt).toISOString(),
    mayAnswer: isOpen && isAsked,
    toPayPence: isOpen && after.finishedAt && ctx.actor.kind !== 'hired' ? toPay(after) : null,
  }
}
