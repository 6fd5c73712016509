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
 * Of a strip that scrolls sideways the current link, centred, so that its neighbours show there is more. For a `ref`. Whoever has scrolled
 * the strip before its script was there is about to press something, and nothing moves under their finger.
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

/** As the `ref` of a `details` menu: closes it on Escape, a phone's Back or a press elsewhere, unless a dialog is open over it. */
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
  const typed = ({ key }: KeyboardEvent) => {
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
  addEventListener('keydown', typed)
  menu.addEventListener('toggle', toggled)
  return () => {
    watcher?.destroy()
    removeEventListener('pointerdown', pressed)
    removeEventListener('keydown', typed)
    menu.removeEventListener('toggle', toggled)
  }
}

const isUnderDialog = () => document.querySelector('dialog[open]') !== null

/** Not yet in the types that TypeScript brings. */
declare const CloseWatcher: (new () => Watcher) | undefined
interface Watcher extends EventTarget {
  destroy(): void
}
