/** The code on a driver’s screen. Pure. */

/** Without letters and digits that look alike. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const CODE_LENGTH = 6
export const CODE_MINUTES = 15

/** As it was typed, in capitals and without what was put between; undefined if it can be no code. */
export function parseCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const isWhole = code.length === CODE_LENGTH && Array.from(code).every((letter) => CODE_LETTERS.includes(letter))
  return isWhole ? code : undefined
}
