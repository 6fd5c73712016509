/** `ref={focusOnArrival}` with `tabIndex={-1}`: what replaces a form is read out and takes the focus. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus()
}
