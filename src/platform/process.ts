import { constants, getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/**
 * For a process started by scripts/launch.mjs: when its parent has gone, however it died, this one shuts down in order. Without such
 * a parent nothing happens.
 */
export function endWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Listening must not keep the process alive.
  process.channel.unref()
}

const LOWER = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Lowers the priority of the worker, so that it uses what request handling leaves of the machine. On Linux a thread has
 * a priority of its own; elsewhere a thread cannot lower its own without that of the whole process.
 */
export function giveWay(): void {
  if ((isMainThread || process.platform === 'linux') && getPriority() < LOWER) setPriority(LOWER)
}
