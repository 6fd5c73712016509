/** After something that had the focus has gone from the page: the keyboard goes on from the page's main part, not from its top. */
export function focusIfLost(): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) document.getElementById('main')?.focus({ preventScroll: true })
}

/** `ref={focusOnArrival}` with `tabIndex={-1}`: content that replaces a form takes the focus and is read out. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus()
}

const known = new WeakSet<Element>()

/**
 * Centres the current link of a strip that scrolls sideways, so that its neighbours show there is more; used as a
 * `ref`. A strip that was scrolled before its script loaded stays, so that nothing moves under the finger.
 */
export function bringIntoView(link: HTMLElement | null) {
  const strip = link?.parentElement
  if (!strip) return
  const isNew = !known.has(strip)
  known.add(strip)
  if (isNew && strip.scrollLeft > 0) return
  const [inner, outer] = [link.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}

/**
 * Closes a `details` menu on Escape, a phone’s Back or a press elsewhere, unless a dialog is open over it; used as its
 * `ref`.
 */
export function lightDismiss(menu: HTMLDetailsElement): () => void {
  const close = () => {
    // Otherwise the focus would be lost with the menu.
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }
  const pressed = ({ target }: PointerEvent) => {
    const isInside = target instanceof Node && menu.contains(target)
    if (menu.open && !isInside && !isUnderDialog()) menu.open = false
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && menu.open && !isUnderDialog()) close()
  }
  // Where the browser knows of it: Back on a phone closes what is open, and does not leave the page.
  let watcher: Watcher | undefined
  const toggled = () => {
    watcher?.destroy()
    if (!menu.open || typeof CloseWatcher === 'undefined') return
    watcher = new CloseWatcher()
    watcher.addEventListener('close', close)
  }
  addEventListener('pointerdown', pressed)
  addEventListener('keydown', onKeyDown)
  menu.addEventListener('toggle', toggled)
  return () => {
    watcher?.destroy()
    removeEventListener('pointerdown', pressed)
    removeEventListener('keydown', onKeyDown)
    menu.removeEventListener('toggle', toggled)
  }
}

const isUnderDialog = () => document.querySelector('dialog[open]') !== null

/** TypeScript’s types lack `CloseWatcher`. */
declare const CloseWatcher: (new () => Watcher) | undefined
interface Watcher extends EventTarget {
  destroy(): void
}
