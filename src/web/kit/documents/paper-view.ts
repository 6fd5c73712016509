// What of a paper is shown: which page, how large, which way up.

export interface View {
  page: number
  /** An index of `ZOOMS`. */
  zoom: number
  /** Quarter turns clockwise. */
  turn: 0 | 1 | 2 | 3
}

/** Per cent of the frame's width, as the style sheet has them. */
export const ZOOMS = [100, 150, 200, 300] as const

export type ViewStep = 'next' | 'previous' | 'closer' | 'further' | 'turn'

const TURNED = [1, 2, 3, 0] as const

/** Another page begins upright and whole, since pages are scanned one by one. */
export function viewAfter(view: View, step: ViewStep, pages: number): View {
  const to = (page: number): View => (page < 0 || page >= pages ? view : { page, zoom: 0, turn: 0 })
  switch (step) {
    case 'next':
      return to(view.page + 1)
    case 'previous':
      return to(view.page - 1)
    case 'closer':
      return { ...view, zoom: Math.min(view.zoom + 1, ZOOMS.length - 1) }
    case 'further':
      return { ...view, zoom: Math.max(view.zoom - 1, 0) }
    default:
      return { ...view, turn: TURNED[view.turn] }
  }
}
