/**
 * Handles links in server-rendered HTML that React leaves alone: a plain press navigates within this site without
 * reloading the page. Returns a function that stops it.
 */
export function leadWithin(place: HTMLElement, lead: (path: string) => unknown): () => void {
  const onClick = (event: MouseEvent) => {
    const path = pathOfPress(event)
    if (path === null) return
    event.preventDefault()
    lead(path)
  }
  place.addEventListener('click', onClick)
  return () => place.removeEventListener('click', onClick)
}

/** Null for new windows, other sites, telephone numbers and places on this page. */
function pathOfPress(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.origin !== location.origin || link.hash) return null
  return link.pathname + link.search
}
