import { commonStems } from './data.ts'
import { ownValue } from '#shared/records.ts'

export const minPassword = 8
export const maxPassword = 128

/**
 * What is wrong with a new password, as a sentence for its field, or undefined. Spec §5 with decisions §2: 8 to 128 characters, a
 * letter and a digit, any printable symbol, not one of the commonest. Checked when set, never at login.
 */
export function passwordFlaw(password: string): string | undefined {
  if (password.length < minPassword) return 'Use at least 8 characters.'
  if (password.length > maxPassword) return 'Use at most 128 characters.'
  if (!/^[\x20-\x7e]+$/.test(password)) return 'Use English letters, digits and the symbols of your keyboard.'
  if (!/[A-Za-z]/.test(password)) return 'Add a letter.'
  if (!/[0-9]/.test(password)) return 'Add a digit.'
  return isCommon(password) ? 'Too common, so easy to guess. Choose another.' : undefined
}

/** Whether the password without its decoration (case, surrounding digits and symbols, look-alikes, repeats) is a common stem. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size <= 3 || isKeyboardWalk(lower)) return true
  const spellings = [lower, unleet(lower, 'i'), unleet(lower, 'l')]
  return spellings.some((spelling) => cores(spelling).some((core) => isStem(core)))
}

/**
 * The letters inside the decoration: up to six digits or symbols on each side, up to two in the middle. Anything with more is not a
 * common password.
 */
function cores(text: string): string[] {
  const inner = /^[^a-z]{0,6}([a-z](?:.*[a-z])?)[^a-z]{0,6}$/.exec(text)?.[1]
  if (inner === undefined) return []
  return /^[a-z]+$/.test(inner)
    ? [inner]
    : [inner.replaceAll(/[^a-z]/g, '')].filter((core) => inner.length - core.length <= 2)
}

const isStem = (core: string): boolean => {
  if (commonStems.has(core)) return true
  const half = core.slice(0, core.length / 2)
  if (core === half + half && commonStems.has(half)) return true
  // "mypassword1", "thedragon99"
  const rest = /^(?:my|the|i|a)([a-z]{4,})$/.exec(core)?.[1]
  return rest !== undefined && commonStems.has(rest)
}

const unleet = (text: string, one: 'i' | 'l'): string =>
  text.replaceAll(/[0134578@$!]/g, (sign, index: number) => {
    const isInside = index > 0 && /[a-z]/.test(text.slice(index + 1))
    return isInside ? (ownValue(looksLike, sign) ?? one) : (ownValue(edgeLooksLike, sign) ?? sign)
  })

const looksLike: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
}
/** A digit at either end is usually just a digit, but these symbols usually mean letters. */
const edgeLooksLike: Record<string, string> = { '@': 'a', $: 's' }

const keyboardRows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
  'a1b2c3d4e5f6g7h8',
]

/** At most three runs along the keyboard or alphabet, each of three keys or more, in either direction. */
function isKeyboardWalk(text: string): boolean {
  let at = 0
  for (let runs = 0; runs < 3 && at < text.length; runs++) {
    const length = longestRun(text.slice(at))
    if (length < 3) return false
    at += length
  }
  return at >= text.length
}

function longestRun(text: string): number {
  for (let length = Math.min(text.length, 26); length >= 3; length--) {
    const part = text.slice(0, length)
    const reversed = part.split('').toReversed().join('')
    if (keyboardRows.some((row) => row.includes(part) || row.includes(reversed))) return length
  }
  return 0
}
