import { constants, getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

const LOWER = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Gives way to whoever answers requests: the work goes on with what they leave of the machine. On Linux a thread has a priority of its own;
 * elsewhere a thread cannot lower its own without that of the whole process.
 */
export function giveWay(): void {
  if ((isMainThread || process.platform === 'linux') && getPriority() < LOWER) setPriority(LOWER)
}
