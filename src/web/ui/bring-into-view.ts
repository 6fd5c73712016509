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
