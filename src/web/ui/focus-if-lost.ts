/** After something that had the focus has gone from the page: the keyboard goes on from the page's main part, not from its top. */
export function focusIfLost(): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) document.getElementById('main')?.focus({ preventScroll: true })
}
