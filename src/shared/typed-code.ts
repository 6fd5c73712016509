/** Codes that somebody reads from one screen and types into another. Pure. */

/** Without letters and digits that look alike. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** As it was typed, in capitals and without what was put between; undefined if it can be no code of this length. */
export function parseCode(typed: string, length: number): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const isWhole = code.length === length && Array.from(code).every((letter) => CODE_LETTERS.includes(letter))
  return isWhole ? code : undefined
}
