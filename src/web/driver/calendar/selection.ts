// Selecting hours of one day (spec §5): a range that never includes hours that cannot be changed.
import { ALL_HOURS, formatTime, hourMask, type HourMask, type LocalDay } from '#shared/local-time.ts'
import { ownValue } from '#shared/records.ts'
import { isEditable, type HourState } from './week.ts'

/** Hours `from` to `to`, the latter excluded: 24 is midnight at the end of the day. `anchor` is where the selection began. */
export interface Selection {
  day: LocalDay
  anchor: number
  from: number
  to: number
}

export interface Cell {
  /** 0 to 6, Monday first. */
  column: number
  hour: number
}

export const selectHour = (day: LocalDay, hour: number, states: readonly HourState[]): Selection | null =>
  isEditable(states[hour]) ? { day, anchor: hour, from: hour, to: hour + 1 } : null

/** Extends from the anchor to another hour, stopping before the first that cannot be changed. */
export function extendTo(selection: Selection, hour: number, states: readonly HourState[]): Selection {
  const { day, anchor } = selection
  const step = hour < anchor ? -1 : 1
  let last = anchor
  while (last !== hour && isEditable(states[last + step])) last += step
  return { day, anchor, from: Math.min(anchor, last), to: Math.max(anchor, last) + 1 }
}

export const isSelected = (selection: Selection | null, day: LocalDay, hour: number): boolean =>
  selection !== null && selection.day === day && selection.from <= hour && hour < selection.to

/** What the action does: it takes hours away if any of them is free, otherwise it gives them back. */
export const makesAvailable = (selection: Selection, states: readonly HourState[]): boolean =>
  states.slice(selection.from, selection.to).every((state) => state === 'unavailable')

/** The free hours of the day after the change. */
export function changedHours(before: HourMask, selection: Selection, isAvailable: boolean): HourMask {
  const chosen = hourMask(selection.from * 60, selection.to * 60)
  return (isAvailable ? before | chosen : before & ~chosen) & ALL_HOURS
}

/** "14:00–16:00". */
export const timesOf = ({ from, to }: Selection): string => `${formatTime(from * 60)}–${formatTime(to * 60)}`

const moves: Record<string, (cell: Cell) => Cell> = {
  ArrowUp: ({ column, hour }) => ({ column, hour: hour - 1 }),
  ArrowDown: ({ column, hour }) => ({ column, hour: hour + 1 }),
  ArrowLeft: ({ column, hour }) => ({ column: column - 1, hour }),
  ArrowRight: ({ column, hour }) => ({ column: column + 1, hour }),
  Home: ({ hour }) => ({ column: 0, hour }),
  End: ({ hour }) => ({ column: 6, hour }),
  PageUp: ({ column }) => ({ column, hour: 0 }),
  PageDown: ({ column }) => ({ column, hour: 23 }),
}

/** Where a key moves to from a cell, within the week; undefined for other keys. */
export function moveBy(key: string, cell: Cell): Cell | undefined {
  const moved = ownValue(moves, key)?.(cell)
  return moved && { column: clamp(moved.column, 6), hour: clamp(moved.hour, 23) }
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most)
