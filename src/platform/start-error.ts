/** Start refused for a reason that the operator can fix: only its message is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
