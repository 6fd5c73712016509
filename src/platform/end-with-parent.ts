/**
 * For a process that scripts/launch.mjs started: when that is gone, however it was killed, this one ends as if asked to.
 * Without such a parent nothing happens.
 */
export function endWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Listening alone must not keep the process from ending by itself.
  process.channel.unref()
}
