/** Of a strip that scrolls sideways the current link, centred, so that its neighbours show there is more. For a `ref`. */
export function bringIntoView(link: HTMLElement | null) {
  const strip = link?.parentElement
  if (!strip) return
  const [inner, outer] = [link.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}
