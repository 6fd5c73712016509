/** Who may be named for a job, and who usually comes. Pure. */
import { CREW_SIZE, type HelpLevel } from '#modules/fleet/rules.ts'

export interface Candidate {
  id: string
  /** A check that counts on the whole day of the job. */
  isChecked: boolean
  /** Named for another job at that time. */
  isBusy: boolean
  /** The person works with the van that comes; others of the company may stand in. */
  isOfUnit: boolean
}

export const reasonUnavailable = ({ isChecked, isBusy }: Candidate): 'check' | 'busy' | null =>
  isChecked ? (isBusy ? 'busy' : null) : 'check'

/** The unit's usual crew: its first people who can come. Undefined where there are too few. */
export function usualCrew<One extends Candidate>(candidates: readonly One[], help: HelpLevel): One[] | undefined {
  const free = candidates.filter((one) => one.isOfUnit && reasonUnavailable(one) === null).slice(0, CREW_SIZE[help])
  return free.length === CREW_SIZE[help] ? free : undefined
}

/** 'Sam', 'Sam and Ali', 'Sam, Ali and Jo'. */
export const namesText = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
