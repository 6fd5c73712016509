import { askableFrom, canMakeHot, canMove, openQuestion, type QuestionFacts } from '#modules/bookings/office/rules.ts'
import { AGREED, PAST, UNANSWERED } from '#modules/bookings/rules.ts'
import type { StaffRole } from '#shared/endpoint.ts'

/** Groups of the board, in its order: people who are waiting now, then money, documents, and messages. */
export const GROUPS = [
  'late',
  'stopped',
  'nobody',
  'unconfirmed',
  'unanswered',
  'no_one_took',
  'plans',
  'never_started',
  'card',
  'papers',
  'questions',
  'claims',
  'messages',
  'reviews',
  'undelivered',
] as const
export type Group = (typeof GROUPS)[number]

/** What the office can do about a booking with one press. Calling is a link. */
export const BOARD_ACTIONS = ['ask_again', 'move', 'make_hot', 'mark_charged', 'mark_refunded'] as const
export type BoardAction = (typeof BOARD_ACTIONS)[number]

/** Who of the office may take each: the roles of its call. */
export const ACTION_STAFF: Record<BoardAction, readonly StaffRole[]> = {
  ask_again: ['owner', 'support'],
  move: ['owner', 'support'],
  make_hot: ['owner', 'support'],
  mark_charged: ['owner', 'billing'],
  mark_refunded: ['owner', 'billing'],
}

export interface ActionFacts extends QuestionFacts {
  start: Date
  /** When the office last reminded that driver. */
  askedAgainAt: Date | null
  /** The office has stopped the unit, so its driver answers nothing more. */
  isStopped: boolean
  /** The driver is on the way. */
  isSetOff: boolean
  /** Card charge state of the amount owed; null if none is owed. */
  card: 'to_be_charged' | 'charged' | 'refunded' | null
}

/** Actions open to a member of the office with this role. */
export function boardActions(
  { start, askedAgainAt, isStopped, isSetOff, card, ...question }: ActionFacts,
  { now, staffRole }: { now: Date; staffRole: StaffRole | undefined },
): BoardAction[] {
  const { state } = question
  return BOARD_ACTIONS.filter((action) => {
    if (!staffRole || !ACTION_STAFF[action].includes(staffRole)) return false
    if (action === 'ask_again')
      return !isStopped && openQuestion(question, now) !== null && (!askedAgainAt || now >= askableFrom(askedAgainAt))
    if (action === 'move') return !isSetOff && canMove(state, start, now)
    if (action === 'make_hot') return !isSetOff && canMakeHot(state, start, now)
    return action === 'mark_charged' ? card === 'to_be_charged' : card === 'charged'
  })
}

/** Hours before its start in which a job may wait to be confirmed again. */
export const RECONFIRMED_AHEAD_HOURS = 72
/** Papers are on the board this many days before they expire. */
export const PAPERS_AHEAD_DAYS = 7
/** Hours after its start for which a booking without a company stays on the board; later it is too late to help. */
export const NO_ONE_TOOK_HOURS = 24

/** The states that bookings are filtered by: their status, with hot ones told apart from other new ones. */
export const FOUND_STATES = [...UNANSWERED, 'hot', ...AGREED, ...PAST] as const
export type FoundState = (typeof FOUND_STATES)[number]

/** Typed text in the form of each index; null if it cannot match. */
export interface Sought {
  /** A link, or the whole id. */
  link: string | null
  id: string | null
  /** A reference, a postcode or an outward code: without spaces, in capitals. */
  key: string | null
  /** The beginning of a number plate, alike. */
  plate: string | null
  /** Part of a name, an address or a number, in small letters. */
  text: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const REFERENCE = /^[0-9A-F]{8}$/
const POSTCODE = /^[A-Z]{1,2}[0-9][A-Z0-9]?([0-9][A-Z]{2})?$/
/** Links are longer than any reference, and have no spaces. */
const LINK = /^[A-Za-z0-9_-]{20,100}$/

export function soughtIn(input: string, text: string): Sought {
  const bare = input.replaceAll(/\s+/g, '').toUpperCase()
  const last = input.trim().split('/').at(-1) ?? ''
  return {
    link: LINK.test(last) ? last : null,
    id: UUID.test(input.trim()) ? input.trim().toLowerCase() : null,
    key: REFERENCE.test(bare) || POSTCODE.test(bare) ? bare : null,
    plate: /^[A-Z0-9]{3,8}$/.test(bare) && /[0-9]/.test(bare) ? bare : null,
    text,
  }
}
