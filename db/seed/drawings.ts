import sharp from 'sharp'
import { Canvas } from './canvas.ts'

export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

const YELLOW = '#ffd21f'
export const WHITE = '#ffffff'
const TABLE = '#7c6248'
export const INK = '#13211b'
const COLOURS: Readonly<Record<string, string>> = {
  green: '#0b5a3c',
  blue: '#0b4ea2',
  brown: '#6b3f1d',
  red: '#b0221c',
  ink: INK,
}
const colourOf = (name: string): string => COLOURS[name] ?? INK

/** Quickly: the first start waits for it. */
const ENCODED = { quality: 78, effort: 0 }

/** Drawn twice as large and halved, which smooths the edges. */
export async function halved(canvas: Canvas): Promise<Picture> {
  const [width, height] = [canvas.width / 2, canvas.height / 2]
  const bytes = await rawOf(canvas).resize(width, height).webp(ENCODED).toBuffer()
  return { bytes, width, height }
}

const rawOf = ({ pixels, width, height }: Canvas) => sharp(pixels, { raw: { width, height, channels: 3 } })

type Motif = (canvas: Canvas, main: string, accent: string) => void

/** Marks of 400 by 400: each a thing of the trade that is seen at the size of a thumb. */
const MOTIFS: readonly Motif[] = [
  // A road that runs away.
  (canvas, main, accent) => {
    canvas.polygon(
      [
        [150, 80],
        [250, 80],
        [360, 400],
        [40, 400],
      ],
      main,
    )
    for (const [top, tall] of [
      [110, 40],
      [190, 56],
      [290, 76],
    ] as const)
      canvas.rect(192, top, 16, tall, accent)
  },
  // A house.
  (canvas, main, accent) => {
    canvas.polygon(
      [
        [200, 60],
        [350, 190],
        [50, 190],
      ],
      accent,
    )
    canvas.rect(90, 190, 220, 150, main)
    canvas.rect(172, 240, 56, 100, accent)
  },
  // A van.
  (canvas, main, accent) => {
    canvas.rect(50, 120, 190, 150, main)
    canvas.polygon(
      [
        [250, 160],
        [310, 160],
        [350, 215],
        [350, 270],
        [250, 270],
      ],
      accent,
    )
    for (const x of [115, 300]) canvas.disc(x, 275, 36, main)
    for (const x of [115, 300]) canvas.disc(x, 275, 14, accent)
  },
  // A bridge.
  (canvas, main, accent) => {
    canvas.rect(40, 130, 320, 160, main)
    canvas.disc(200, 300, 90, accent)
    canvas.rect(40, 290, 320, 110, accent)
    canvas.rect(40, 110, 320, 20, WHITE)
  },
  // Boxes, stacked.
  (canvas, main, accent) => {
    for (const [x, y] of [
      [70, 210],
      [210, 210],
      [140, 80],
    ] as const) {
      canvas.rect(x, y, 120, 120, main)
      canvas.rect(x + 48, y, 24, 56, accent)
    }
  },
  // A sun over a hill.
  (canvas, main, accent) => {
    canvas.disc(200, 190, 90, accent)
    canvas.polygon(
      [
        [0, 400],
        [0, 290],
        [400, 210],
        [400, 400],
      ],
      main,
    )
  },
]

export const MOTIF_COUNT = MOTIFS.length

/** A company's mark in its colour, the same for the same number. */
export function drawLogo(colour: string, number: number): Promise<Picture> {
  const ground = colourOf(colour)
  const canvas = new Canvas(400, 400, ground)
  const motif = MOTIFS[number % MOTIFS.length]
  const isBridge = number % MOTIFS.length === 3
  motif?.(canvas, WHITE, isBridge ? ground : YELLOW)
  return halved(canvas)
}

const SKINS = ['#f0c8a4', '#d9a577', '#a8734a', '#6f4a30'] as const
const HAIRS = [INK, '#7a4a22', '#c9a55c', '#9a9a98'] as const
const GROUNDS = ['#cfe3d8', '#d6e0ee', '#efe3cf'] as const
export const PORTRAIT_COUNT = SKINS.length * GROUNDS.length

/** A drawn face that depicts no real person, the same for the same number. */
export function drawPortrait(number: number): Promise<Picture> {
  const pick = (list: readonly string[], step = 1) => list[Math.floor(number / step) % list.length] ?? INK
  const canvas = new Canvas(480, 480, pick(GROUNDS, SKINS.length))
  canvas.disc(240, 500, 170, pick(Object.values(COLOURS)))
  canvas.rect(205, 300, 70, 80, pick(SKINS))
  canvas.disc(240, 190, 112, pick(HAIRS, 3))
  canvas.disc(240, 218, 98, pick(SKINS))
  for (const x of [204, 276]) canvas.disc(x, 212, 10, INK)
  canvas.rect(206, 264, 68, 8, INK)
  return halved(canvas)
}

export const HOUSES = ['#a5583f', '#b98b5f', '#8f4a3b', '#c2a27c', '#9b6a4a'] as const

/** A van in the company's colour before a terrace, at the kerb. */
export function drawVan(colour: string): Promise<Picture> {
  const canvas = new Canvas(1920, 1200, '#bcd8e6')
  for (const [index, brick] of HOUSES.entries()) drawHouse(canvas, index * 384, brick)
  canvas.rect(0, 860, 1920, 90, '#b9b6ab')
  canvas.rect(0, 950, 1920, 250, '#565b5e')
  for (let x = 60; x < 1920; x += 320) canvas.rect(x, 1080, 170, 16, WHITE)
  canvas.rect(470, 430, 700, 460, WHITE)
  canvas.rect(470, 640, 700, 70, colourOf(colour))
  canvas.polygon(
    [
      [1170, 540],
      [1340, 540],
      [1440, 700],
      [1480, 720],
      [1480, 890],
      [1170, 890],
    ],
    colourOf(colour),
  )
  canvas.polygon(
    [
      [1225, 575],
      [1325, 575],
      [1395, 700],
      [1225, 700],
    ],
    '#dbe9ee',
  )
  canvas.rect(450, 860, 1040, 36, INK)
  canvas.rect(1450, 780, 30, 44, YELLOW)
  for (const x of [640, 1300]) {
    canvas.disc(x, 900, 96, INK)
    canvas.disc(x, 900, 42, '#c9ccc8')
  }
  return halved(canvas)
}

export function drawHouse(canvas: Canvas, left: number, brick: string): void {
  canvas.polygon(
    [
      [left, 250],
      [left + 192, 110],
      [left + 384, 250],
    ],
    '#5d5a57',
  )
  canvas.rect(left, 250, 384, 610, brick)
  for (const x of [60, 230]) canvas.rect(left + x, 320, 100, 150, '#eef2f0')
  canvas.rect(left + 60, 600, 100, 150, '#eef2f0')
  canvas.rect(left + 230, 610, 100, 250, '#2f4a40')
}

export interface DocumentText {
  title: string
  colour: string
  /** What stands on it, a label and a value a row. */
  rows: readonly (readonly [label: string, value: string])[]
  /** The photo ends above the last rows. */
  isCutOff?: boolean
}

/** A document as a phone sees it: on a table, a little askew. */
export async function photographDocument({ isCutOff = false, ...text }: DocumentText): Promise<Picture> {
  const { data, info } = await rawOf(pageOf(text))
    .extract({ left: 0, top: 0, width: 700, height: isCutOff ? 172 : 900 })
    .extend({ top: 40, left: 40, right: 40, bottom: isCutOff ? 0 : 40, background: TABLE })
    .rotate(isCutOff ? 0 : 1.2, { background: TABLE })
    .webp(ENCODED)
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** A page of a PDF as it is kept. */
export async function printPage(text: DocumentText): Promise<Picture> {
  const page = pageOf(text)
  return { bytes: await rawOf(page).webp(ENCODED).toBuffer(), width: page.width, height: page.height }
}

function pageOf({ title, colour, rows }: DocumentText): Canvas {
  const page = new Canvas(700, 900, '#fbfaf6')
  page.rect(0, 0, 700, 110, colourOf(colour))
  page.text(40, 41, 4, title.slice(0, 26), WHITE)
  rows.forEach(([label, value], index) => {
    const top = 150 + index * 110
    page.text(40, top, 2, label, '#5a665f')
    page.text(40, top + 28, 4, value.slice(0, 26), INK)
    page.rect(40, top + 76, 620, 2, '#cfcabd')
  })
  page.text(40, 850, 2, 'A document of the demonstration. It proves nothing.', '#5a665f')
  return page
}
