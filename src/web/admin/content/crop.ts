import type { Crop } from '#modules/content/pictures/rules.ts'

/** How a picture is framed: how close, and where between its edges, 0 to 1. */
export interface Framing {
  zoom: number
  across: number
  down: number
}

export const MOST_ZOOM = 4
const WIDE = 16 / 9

/** The largest 16:9 part of the picture, brought closer and moved between the edges, as parts of its width and height. */
export function cropOf({ zoom, across, down }: Framing, picture: { width: number; height: number }): Crop {
  const shape = picture.width / picture.height
  const width = Math.min(1, WIDE / shape) / zoom
  const height = Math.min(1, shape / WIDE) / zoom
  return { left: (1 - width) * across, top: (1 - height) * down, width, height }
}
