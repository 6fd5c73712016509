/** The product cannot start, for a reason the person who starts it can mend: its message is printed alone, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
