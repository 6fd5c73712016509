// What a driver does on the day, as it is kept on the phone and sent.
import type { PauseReason, PhotoStage } from '#modules/bookings/day/rules.ts'
import { fieldsOf } from '#shared/fields-of.ts'
import { formatPence } from '#shared/money.ts'
import { toWire } from '#shared/wire.ts'
import { PAUSE_LABELS } from '#web/kit/day/clock-texts.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import type { Proposal } from '#web/kit/changes/proposal-in.ts'
import type { Unsent } from './offline/phone-store.ts'

export type Act =
  | { does: 'set-off'; sharesPosition: boolean }
  | { does: 'start' }
  | { does: 'pause'; reason: PauseReason; note: string }
  | { does: 'resume' }
  | { does: 'finish' }
  | { does: 'late'; newEta: string; note: string }
  | { does: 'at-stop'; stop: number; name: string }
  | { does: 'loaded'; item: number; loaded: boolean; name: string }
  | { does: 'cash'; duePence: number; takenPence: number; reason: string }
  | { does: 'day-photos'; stage: PhotoStage }
  | { does: 'propose-change'; proposal: Proposal }

/** How long one that moves the clock can be undone before it is sent. */
export const UNDO_MS = 10_000

/** What the customer sees and the bill is made of; everything else can be said again. */
export const canBeUndone = ({ does }: Act): boolean =>
  ['set-off', 'start', 'pause', 'resume', 'finish', 'at-stop'].includes(does)

/** Milliseconds in which it can still be undone; 0 if the phone's clock was set back since. */
export function undoLeftMs({ sendAfter }: Pick<Unsent, 'sendAfter'>, now: number): number {
  const left = (sendAfter ?? 0) - now
  return left > 0 && left <= UNDO_MS ? left : 0
}

/** What cannot have happened if the other one is undone. */
export const followsFrom = (undone: Act, { does }: Act): boolean =>
  (undone.does === 'start' && does === 'loaded') || (undone.does === 'finish' && does === 'cash')

export const pathOf = ({ bookingId, act }: Pick<Unsent, 'bookingId' | 'act'>): `/api/${string}` =>
  `/api/booking/${bookingId}/${act.does}/`

/** As the wire spells it. */
export function bodyOf(unsent: Pick<Unsent, 'act' | 'key' | 'happenedAt' | 'photosId'>): Record<string, unknown> {
  const { act, key, happenedAt, photosId } = unsent
  const photos = photosId ? { photos_id: photosId } : {}
  if (act.does === 'propose-change') return { ...proposalBody(act.proposal, happenedAt), ...photos }
  return { action_key: key, happened_at: happenedAt, ...fieldsOfAct(act), ...photos }
}

/** What was seen without signal says when; what was not chosen is not sent. */
function proposalBody(proposal: Proposal, happenedAt: string): Record<string, unknown> {
  const words = [proposal.words.trim().slice(0, 950), `(Noted at ${timeText(happenedAt)}, without signal.)`].filter(
    Boolean,
  )
  const body = fieldsOf(toWire({ ...proposal, words: words.join(' ') }))
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null))
}

/** For the worker, which sends it if the page is gone by then. */
export const requestOf = (unsent: Pick<Unsent, 'bookingId' | 'act' | 'key' | 'happenedAt'>): Unsent['request'] => ({
  path: pathOf(unsent),
  body: bodyOf(unsent),
})

function fieldsOfAct(act: Act): Record<string, unknown> {
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
    case 'cash':
      return { due_pence: act.duePence, taken_pence: act.takenPence, reason: act.reason }
    case 'day-photos':
      return { stage: act.stage }
    default:
      return {}
  }
}

/** For the list of what is kept on this phone. */
export function wordsOf(act: Act): string {
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
    case 'cash':
      return `Paid in cash: ${formatPence(act.takenPence)}`
    case 'propose-change':
      return act.proposal.words ? `To ask: ${act.proposal.words.slice(0, 80)}` : 'To ask: another time'
    default:
      return `Photo from ${act.stage} the move`
  }
}
