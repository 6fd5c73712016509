/** What we use of fontkit, which brings no types of its own. */
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number
    hasGlyphForCodePoint(code: number): boolean
    layout(text: string): {
      readonly advanceWidth: number
      readonly glyphs: readonly { readonly advanceWidth: number; readonly path: { toSVG(): string } }[]
      readonly positions: readonly { readonly xAdvance: number }[]
    }
  }
  export function create(bytes: Uint8Array): Font
}
