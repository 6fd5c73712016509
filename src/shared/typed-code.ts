/** Codes that somebody reads from one screen and types into another. Pure. */

/** Letters and digits of a code, without those that look alike. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Code in capitals without separators; undefined if it cannot be a code of this length. */
export function parseCode(input: string, length: number): string | undefined {
  const code = input.toUpperCase().replaceAll(/[\s-]/g, '')
  const isWhole = code.length === length && Array.from(code).every((letter) => CODE_LETTERS.includes(letter))
  return isWhole ? code : undefined
}
