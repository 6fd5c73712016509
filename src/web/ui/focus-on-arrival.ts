/** `ref={focusOnArrival}` with `tabIndex={-1}`: content that replaces a form takes the focus and is read out. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus()
}
