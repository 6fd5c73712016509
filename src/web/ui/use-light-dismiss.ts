import { useEffect, useRef, type RefObject } from 'react'

/** Closes a `details` menu on Escape or a press elsewhere, unless a dialog is open over it. */
export function useLightDismiss(): RefObject<HTMLDetailsElement | null> {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const pressed = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && menu.current?.contains(target)
      if (menu.current?.open && !isInside && !isUnderDialog()) menu.current.open = false
    }
    const typed = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open || isUnderDialog()) return
      // Otherwise the focus would be lost with the menu.
      if (menu.current.contains(document.activeElement)) menu.current.querySelector('summary')?.focus()
      menu.current.open = false
    }
    addEventListener('pointerdown', pressed)
    addEventListener('keydown', typed)
    return () => {
      removeEventListener('pointerdown', pressed)
      removeEventListener('keydown', typed)
    }
  }, [])
  return menu
}

const isUnderDialog = () => document.querySelector('dialog[open]') !== null
