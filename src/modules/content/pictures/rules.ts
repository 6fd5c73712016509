/** Pictures of the site: each is cut out once and kept in two formats and three widths. Pure. */

export const WIDTHS = [480, 960, 1600] as const
export const FORMATS = ['avif', 'webp'] as const
/** Height of every picture: 16:9. */
export const heightOf = (width: number): number => (width * 9) / 16

/** `960.webp`, in the order in which they are kept. */
export const FILES: readonly string[] = WIDTHS.flatMap((width) => FORMATS.map((format) => `${width}.${format}`))

/** What is shown of a picture, as parts of its width and height from its upper left corner. */
export interface Crop {
  left: number
  top: number
  width: number
  height: number
}

/** In whole pixels, never beyond the edge, never nothing. */
export function pixelsOf(crop: Crop, picture: { width: number; height: number }): Crop {
  const left = Math.min(Math.round(crop.left * picture.width), picture.width - 1)
  const top = Math.min(Math.round(crop.top * picture.height), picture.height - 1)
  return {
    left,
    top,
    width: Math.min(Math.max(1, Math.round(crop.width * picture.width)), picture.width - left),
    height: Math.min(Math.max(1, Math.round(crop.height * picture.height)), picture.height - top),
  }
}
