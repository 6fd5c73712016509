/** Colours as "#rrggbb", lengths in pixels. Shapes and letters of our own, so that nothing is copied and no font has to be there. */
export class Canvas {
  readonly pixels: Buffer
  readonly width: number
  readonly height: number

  constructor(width: number, height: number, ground: string) {
    this.width = width
    this.height = height
    this.pixels = Buffer.alloc(width * height * 3)
    this.rect(0, 0, width, height, ground)
  }

  rect(left: number, top: number, width: number, height: number, colour: string): void {
    this.fill(top, top + height, colour, () => [left, left + width])
  }

  disc(x: number, y: number, radius: number, colour: string): void {
    this.fill(y - radius, y + radius, colour, (at) => {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (at - y) ** 2))
      return [x - half, x + half]
    })
  }

  /** With corners in order, and no dent. */
  polygon(corners: readonly (readonly [x: number, y: number])[], colour: string): void {
    const edges = corners.map((from, index) => [from, corners[(index + 1) % corners.length] ?? from] as const)
    const ys = corners.map(([, y]) => y)
    this.fill(Math.min(...ys), Math.max(...ys), colour, (at) => {
      const xs = edges.flatMap(([[x1, y1], [x2, y2]]) =>
        Math.min(y1, y2) <= at && at < Math.max(y1, y2) ? [x1 + ((at - y1) / (y2 - y1)) * (x2 - x1)] : [],
      )
      return [Math.min(...xs), Math.max(...xs)]
    })
  }

  /** Capitals and figures of 5 by 7 dots, each `dot` pixels wide. */
  text(left: number, top: number, dot: number, words: string, colour: string): void {
    for (const [index, letter] of plain(words).split('').entries()) {
      const rows = LETTERS[letter] ?? ''
      for (const [row, digit] of rows.split('').entries()) {
        const bits = Number.parseInt(digit, 32)
        for (let column = 0; column < 5; column += 1)
          if (bits & (16 >> column)) this.rect(left + (index * 6 + column) * dot, top + row * dot, dot, dot, colour)
      }
    }
  }

  /** Row by row, each from and to where `span` says at its middle. */
  private fill(top: number, bottom: number, colour: string, span: (y: number) => readonly [number, number]): void {
    const dot = Buffer.from(colour.slice(1), 'hex')
    for (let y = Math.max(0, Math.round(top)); y < Math.min(this.height, Math.round(bottom)); y += 1) {
      const [left, right] = span(y + 0.5)
      const from = y * this.width + Math.max(0, Math.round(left))
      const to = y * this.width + Math.min(this.width, Math.round(right))
      if (to > from) this.pixels.fill(dot, from * 3, to * 3)
    }
  }
}

const plain = (words: string): string => words.toUpperCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Seven rows a letter, five dots a row: the row's bits as one digit to the base 32. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hhha444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  '-': '000v000',
  '.': '00000cc',
  ',': '0000c48',
  '/': '01248g0',
  '&': 'cik8lid',
  "'": 'c480000',
  ':': '0cc0cc0',
  '£': '698s88v',
}
