/** `ref={focusOnArrival}` with `tabIndex={-1}`: what takes the place of a form is read out, and the keyboard goes on from there. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus()
}
