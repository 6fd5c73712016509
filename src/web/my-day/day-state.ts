// The day as its driver sees it: what the server said, with what was done on this phone since.
import type { getMyDay } from '#modules/bookings/day/contract.ts'
import { paidOf } from '#modules/bookings/day/hours/rules.ts'
import type { ClockState, PauseReason, PhotoStage } from '#modules/bookings/day/rules.ts'
import type { Action } from '#modules/bookings/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/records.ts'
import { formatPence } from '#shared/money.ts'
import { toWire } from '#shared/wire.ts'
import { proposalFields, type Proposal } from '#web/kit/changes/change-texts.ts'
import { PAUSE_LABELS } from '#web/kit/day/clock-texts.ts'
import { pauseCountsFrom, type DayClock, timeText } from '#web/kit/day/clock-view.ts'
import type { Unsent } from './phone-store.ts'

export type Job = AnswerOf<typeof getMyDay>['jobs'][number]

/** What is on the phone of one unit's day. */
export interface UnitDay {
  unitId: string
  jobs: Job[]
  asOf: string
}

type Done = Pick<Unsent, 'bookingId' | 'act' | 'happenedAt' | 'refused'>

/** The job as it will be once everything that waits on this phone has arrived. */
export function withUnsent(job: Job, unsent: readonly Done[]): Job {
  const own = unsent.filter(({ bookingId, refused }) => bookingId === job.id && refused === undefined)
  if (own.length === 0) return job
  const after = own.reduce((before, { act, happenedAt }) => afterAct(before, act, happenedAt), job)
  const { state } = after.day.clock
  const moves: Action[] = ['set_off', 'start', 'pause', 'resume', 'finish', 'late']
  const others = job.day.allowedActions.filter((action) => !moves.includes(action))
  return { ...after, day: { ...after.day, allowedActions: [...others, ...MOVES[state]] } }
}

/** What a driver may do next, where the server has not been asked. */
const MOVES: Record<ClockState, Action[]> = {
  ahead: ['set_off', 'start', 'late'],
  on_the_way: ['start', 'late'],
  running: ['pause', 'finish'],
  paused: ['resume', 'finish'],
  finished: [],
}

function afterAct(job: Job, act: DayAction, at: string): Job {
  const { day } = job
  const withClock = (clock: Partial<DayClock>, more: Partial<Job['day']> = {}): Job => ({
    ...job,
    day: { ...day, ...more, clock: { ...day.clock, ...clock } },
  })
  switch (act.does) {
    case 'set-off':
      return withClock({ state: 'on_the_way', setOffAt: at }, { sharesPosition: act.sharesPosition })
    case 'start':
      return withClock(
        { state: 'running', startedAt: at, billedFrom: at < job.startAt ? job.startAt : at },
        { status: 'in_progress', sharesPosition: false },
      )
    case 'pause':
      return withClock({ state: 'paused', pausedAt: at, pauseReason: act.reason })
    case 'resume':
      return withClock({ ...withoutPause(day.clock, at), state: 'running' })
    case 'finish':
      return withClock(
        { ...withoutPause(day.clock, at), state: 'finished', finishedAt: at },
        { mayRecordCash: day.cashToTakePence !== null && day.cash === null },
      )
    case 'cash':
      return { ...job, day: { ...day, cash: cashOf(act, at) } }
    case 'late':
      return withClock({ lateEta: act.newEta })
    case 'at-stop':
      return arrivedAt(job, act.stop, at)
    case 'loaded':
      return {
        ...job,
        day: {
          ...day,
          items: day.items.map((item) => (item.index === act.item ? { ...item, loaded: act.loaded } : item)),
        },
      }
    case 'van-done':
      return {
        ...job,
        day: {
          ...day,
          vans: day.vans.map((one) => (one.van === act.van ? { ...one, doneAt: one.doneAt ?? at } : one)),
        },
      }
    case 'propose-change':
      return { ...job, day: { ...day, openChange: day.openChange ?? openChangeOf(act.proposal) } }
    default:
      return job
  }
}

const openChangeOf = ({ words, line }: Proposal): Job['day']['openChange'] => ({
  awaits: 'customer',
  what: words.trim() || 'Another time',
  amountPence: line?.amountPence ?? null,
})

const cashOf = ({ takenPence, duePence, reason }: DayAction & { does: 'cash' }, at: string): Job['day']['cash'] => ({
  state: 'recorded',
  paid: paidOf(takenPence, duePence),
  takenPence,
  duePence,
  reason: reason || null,
  at,
})

/** The van is seen by the customer until it is at the pick-up. */
function arrivedAt(job: Job, stop: number, at: string): Job {
  const { day } = job
  if (day.arrivals.some((one) => one.stop === stop)) return job
  const sharesPosition = stop === 0 ? false : day.sharesPosition
  return { ...job, day: { ...day, sharesPosition, arrivals: [...day.arrivals, { stop, at }] } }
}

/** The pause that ran is over and counted. */
function withoutPause(clock: DayClock, at: string): Partial<DayClock> {
  if (clock.pausedAt === null) return {}
  const since = pauseCountsFrom(clock) ?? clock.pausedAt
  const seconds = Math.max(0, Math.floor((Date.parse(at) - Date.parse(since)) / 1000))
  const isOwn = clock.pauseReason === 'other'
  return {
    pausedAt: null,
    pauseReason: null,
    waitedSeconds: clock.waitedSeconds + (isOwn ? 0 : seconds),
    pausedSeconds: clock.pausedSeconds + (isOwn ? seconds : 0),
  }
}

/** At the last stop, or going on after a wait for them, or after they were released. */
export function areKeysThere({ day, routePoints }: Pick<Job, 'day' | 'routePoints'>, isReleased: boolean): boolean {
  if (day.clock.state === 'paused') return false
  const isAtEnd = day.arrivals.some(({ stop }) => stop === routePoints.at(-1)?.number)
  const hasWaited = day.events.some(({ kind, reason }) => kind === 'paused' && reason === 'keys_not_released')
  return isAtEnd || hasWaited || (isReleased && day.clock.state === 'running')
}

/** Sorts jobs by start, because a job of another day is fetched separately. */
export const inOrder = (jobs: readonly Job[]): Job[] => jobs.toSorted((a, b) => a.startAt.localeCompare(b.startAt))

/** The job to do: the one that runs, otherwise the next that is not done. */
export const currentJob = (jobs: readonly Job[]): Job | undefined =>
  jobs.find(({ day }) => ['on_the_way', 'running', 'paused'].includes(day.clock.state)) ??
  jobs.find(({ day }) => day.clock.state === 'ahead')

/** What comes after a job on the same day. */
export const jobAfter = (jobs: readonly Job[], { id, startAt }: Job): Job | undefined =>
  jobs.find((other) => other.id !== id && other.startAt > startAt && other.day.clock.state !== 'finished')

// What a driver does on the day, as it is kept on the phone and sent.

export type DayAction =
  | { does: 'set-off'; sharesPosition: boolean }
  | { does: 'start' }
  | { does: 'pause'; reason: PauseReason; note: string }
  | { does: 'resume' }
  | { does: 'finish' }
  | { does: 'late'; newEta: string; note: string }
  | { does: 'at-stop'; stop: number; name: string }
  | { does: 'loaded'; item: number; loaded: boolean; name: string }
  | { does: 'van-done'; van: number; name: string }
  | { does: 'cash'; duePence: number; takenPence: number; reason: string }
  | { does: 'day-photos'; stage: PhotoStage }
  | { does: 'propose-change'; proposal: Proposal }
  | { does: 'correct-time'; seq: number; toAt: string; why: string; name: string }

/** How long one that moves the clock can be undone before it is sent. */
export const UNDO_MS = 10_000

/**
 * Whether an action can be undone: those that the customer sees and the bill is calculated from. Others can simply be
 * reported again.
 */
export const canBeUndone = ({ does }: DayAction): boolean =>
  ['set-off', 'start', 'pause', 'resume', 'finish', 'at-stop', 'van-done'].includes(does)

/** Milliseconds in which it can still be undone; 0 if the phone's clock was set back since. */
export function undoLeftMs({ sendAfter }: Pick<Unsent, 'sendAfter'>, now: number): number {
  const left = (sendAfter ?? 0) - now
  return left > 0 && left <= UNDO_MS ? left : 0
}

/** What cannot have happened if the other one is undone. */
export const followsFrom = (undone: DayAction, { does }: DayAction): boolean =>
  (undone.does === 'start' && (does === 'loaded' || does === 'van-done')) ||
  (undone.does === 'finish' && does === 'cash')

export const pathOf = ({ bookingId, act }: Pick<Unsent, 'bookingId' | 'act'>): `/api/${string}` =>
  `/api/booking/${bookingId}/${act.does}/`

/** Body of the request in the wire’s spelling. */
export function bodyOf(unsent: Pick<Unsent, 'act' | 'key' | 'happenedAt' | 'photosId'>): Record<string, unknown> {
  const { act, key, happenedAt, photosId } = unsent
  const photos = photosId ? { photos_id: photosId } : {}
  if (act.does === 'propose-change') return { ...proposalBody(act.proposal, happenedAt), ...photos }
  if (act.does === 'correct-time') return { seq: act.seq, happened_at: act.toAt, why: act.why }
  return { action_key: key, happened_at: happenedAt, ...fieldsOfAct(act), ...photos }
}

/** What was seen without signal says when; what was not chosen is not sent. */
function proposalBody(proposal: Proposal, happenedAt: string): Record<string, unknown> {
  const sentences = [proposal.words.trim().slice(0, 950), `(Noted at ${timeText(happenedAt)}, without signal.)`].filter(
    Boolean,
  )
  const body = fieldsOf(toWire(proposalFields({ ...proposal, words: sentences.join(' ') }, happenedAt)))
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null))
}

/** For the worker, which sends it if the page is gone by then. */
export const requestOf = (unsent: Pick<Unsent, 'bookingId' | 'act' | 'key' | 'happenedAt'>): Unsent['request'] => ({
  path: pathOf(unsent),
  body: bodyOf(unsent),
})

function fieldsOfAct(act: DayAction): Record<string, unknown> {
  switch (act.does) {
    case 'set-off':
      return { share_position: act.sharesPosition }
    case 'pause':
      return { reason: act.reason, note: act.note }
    case 'late':
      return { new_eta: act.newEta, note: act.note }
    case 'at-stop':
      return { stop: act.stop }
    case 'loaded':
      return { item: act.item, loaded: act.loaded }
    case 'van-done':
      return { van: act.van }
    case 'cash':
      return { due_pence: act.duePence, taken_pence: act.takenPence, reason: act.reason }
    case 'day-photos':
      return { stage: act.stage }
    default:
      return {}
  }
}

/** Text for the list of actions kept on this phone. */
export function describeAction(act: DayAction): string {
  switch (act.does) {
    case 'set-off':
      return 'Set off'
    case 'start':
      return 'Clock started'
    case 'pause':
      return `Paused: ${PAUSE_LABELS[act.reason].toLowerCase()}`
    case 'resume':
      return 'Resumed'
    case 'finish':
      return 'Finished'
    case 'late':
      return `Late, now ${timeText(act.newEta)}`
    case 'at-stop':
      return `Arrived at ${act.name}`
    case 'loaded':
      return act.loaded ? `Loaded: ${act.name}` : `Not loaded: ${act.name}`
    case 'van-done':
      return `Van ${act.van}, ${act.name}, sent home`
    case 'cash':
      return `Paid in cash: ${formatPence(act.takenPence)}`
    case 'correct-time':
      return `To correct: ${act.name}, ${timeText(act.toAt)}`
    case 'propose-change':
      return act.proposal.words ? `To ask: ${act.proposal.words.slice(0, 80)}` : 'To ask: another time'
    default:
      return `Photo from ${act.stage} the move`
  }
}
