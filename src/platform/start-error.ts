/** The product cannot start, for a reason that whoever starts it can fix: only its message is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
