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
