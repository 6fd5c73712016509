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
