// Scenes that people photograph about a move.
import { Canvas } from '../canvas.ts'
import { drawHouse, halved, HOUSES, INK, WHITE, type Picture } from '../drawings.ts'

/** A living room, boxes and a sofa in it, or swept. */
export function drawRoom(state: 'packed' | 'empty'): Promise<Picture> {
  const canvas = new Canvas(1280, 960, '#e8e2d4')
  canvas.rect(0, 640, 1280, 320, '#b88d62')
  for (let y = 690; y < 960; y += 64) canvas.rect(0, y, 1280, 4, '#a17a53')
  canvas.rect(0, 622, 1280, 18, WHITE)
  canvas.rect(120, 120, 330, 330, WHITE)
  canvas.rect(140, 140, 290, 290, '#bcd8e6')
  canvas.rect(278, 140, 14, 290, WHITE)
  if (state === 'empty') return halved(canvas)
  canvas.rect(90, 520, 520, 210, '#3f5d6b')
  canvas.rect(60, 580, 90, 170, '#35505c')
  canvas.rect(550, 580, 90, 170, '#35505c')
  canvas.rect(150, 650, 400, 60, '#4d7080')
  for (const [x, y, size] of [
    [740, 560, 210],
    [770, 390, 170],
    [970, 600, 190],
    [1010, 450, 150],
    [870, 740, 180],
  ] as const) {
    canvas.rect(x, y, size, size, '#c39a62')
    canvas.rect(x + size * 0.42, y, size * 0.16, size * 0.4, '#d9c08f')
    canvas.rect(x, y + size - 6, size, 6, '#8d6c40')
  }
  return halved(canvas)
}

/** The side of a chest of drawers with a scratch across it. */
export function drawScratch(): Promise<Picture> {
  const canvas = new Canvas(1280, 960, '#d8d3c8')
  canvas.rect(200, 120, 900, 760, '#7a4f2c')
  for (const y of [160, 400, 640]) {
    canvas.rect(240, y, 820, 200, '#8a5b34')
    canvas.disc(650, y + 100, 22, '#d9c08f')
  }
  canvas.polygon(
    [
      [310, 300],
      [320, 288],
      [900, 560],
      [886, 574],
    ],
    '#e6d3b8',
  )
  return halved(canvas)
}

/** A kerb with a free space between two cars. */
export function drawStreet(): Promise<Picture> {
  const canvas = new Canvas(1280, 960, '#c9dde6')
  for (const [index, brick] of HOUSES.slice(0, 4).entries()) drawHouse(canvas, index * 384 - 90, brick)
  canvas.rect(0, 640, 1280, 90, '#b9b6ab')
  canvas.rect(0, 730, 1280, 230, '#565b5e')
  canvas.rect(430, 745, 430, 12, WHITE)
  canvas.rect(430, 745, 12, 150, WHITE)
  canvas.rect(848, 745, 12, 150, WHITE)
  for (const [x, colour] of [
    [20, '#b0221c'],
    [900, '#0b4ea2'],
  ] as const) {
    canvas.rect(x, 690, 360, 110, colour)
    canvas.rect(x + 70, 620, 210, 80, colour)
    canvas.rect(x + 90, 635, 170, 50, '#dbe9ee')
    for (const wheel of [80, 280]) canvas.disc(x + wheel, 800, 42, INK)
  }
  return halved(canvas)
}

/** A wardrobe under the beams of a loft. */
export function drawWardrobe(): Promise<Picture> {
  const canvas = new Canvas(1280, 960, '#d9cdb8')
  canvas.rect(0, 780, 1280, 180, '#a58860')
  canvas.polygon(
    [
      [0, 0],
      [300, 0],
      [0, 420],
    ],
    '#8d6c40',
  )
  canvas.polygon(
    [
      [980, 0],
      [1280, 0],
      [1280, 420],
    ],
    '#8d6c40',
  )
  canvas.rect(400, 180, 480, 640, '#6b3f1d')
  for (const x of [425, 650]) canvas.rect(x, 210, 205, 570, '#7a4a22')
  for (const x of [600, 680]) canvas.disc(x, 500, 14, '#d9c08f')
  return halved(canvas)
}
