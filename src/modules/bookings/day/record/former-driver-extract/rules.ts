import type { RecordedEntry } from '../rules.ts'

/** The part of a day's record that a former driver took part in. Pure. */

/** A unit had the job from this instant on, until another confirmed it. */
export interface Confirmed {
  unitId: string
  at: Date
}

export interface PartOfDay {
  unitId: string
  /** All that confirmed the job, in order. */
  confirmed: readonly Confirmed[]
  /** Numbers of the entries that this unit's phones sent for the job once it had changed. */
  sentLater: ReadonlySet<number>
}

const holderAt = (confirmed: readonly Confirmed[], at: string): string | undefined =>
  confirmed.findLast((one) => one.at.getTime() <= Date.parse(at))?.unitId

/** What happened while the unit had the job, and what it sent afterwards. Work that another unit sent late is that unit's. */
const isOwn = ({ seq, at, isConflict }: RecordedEntry, { unitId, confirmed, sentLater }: PartOfDay): boolean =>
  sentLater.has(seq) || (!isConflict && holderAt(confirmed, at) === unitId)

/**
 * The record up to the unit's last entry; empty if it has none. Entries of others in between stay in the chain without their words, as
 * erased ones do, so that the file proves itself.
 */
export function ownPart(entries: readonly RecordedEntry[], part: PartOfDay): RecordedEntry[] {
  const last = entries.findLastIndex((entry) => isOwn(entry, part))
  return entries
    .slice(0, last + 1)
    .map((entry) => (isOwn(entry, part) ? entry : { ...entry, salt: null, payload: null }))
}
