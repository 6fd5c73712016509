import { withoutAround, withoutUnseen } from './pasted.ts'

/**
 * Validates an email address by spec §5 with top-level domains of 2 to 63 letters (decisions §2): ASCII, no quotes, no comments.
 * Answers it as it is written, or null: what a mail program puts around one (`Jo <jo@example.com>,`, `mailto:`) goes, and a name in another
 * script is encoded (müller.de). Takes linear time: the length is checked first and no part is matched twice.
 */
export function parseEmail(text: string): string | null {
  if (text.length > maxInput) return null
  const address = inAscii(unwrapped(withoutUnseen(text)))
  if (address.length > maxAddress) return null
  const at = address.indexOf('@')
  if (at < 1 || at > maxLocal || at !== address.lastIndexOf('@')) return null
  const labels = address.slice(at + 1).split('.')
  const ending = labels.at(-1) ?? ''
  if (labels.length < 2 || !isEnding(ending) || !labels.every(isLabel)) return null
  return address.slice(0, at).split('.').every(isAtom) ? address : null
}

/** The form in which addresses are compared and kept unique. Case is ignored (decisions §2). */
export const emailKey = (address: string): string => (parseEmail(address) ?? address.trim()).toLowerCase()

/** Strips the name and punctuation around an address, as in `"Jo Smith" <jo@example.com>,`. */
function unwrapped(text: string): string {
  const from = text.lastIndexOf('<')
  const to = text.indexOf('>', from)
  const inner = from >= 0 && to > from ? text.slice(from + 1, to) : text
  const address = withoutAround(inner.trim().replace(/^mailto:([^?]*).*$/i, '$1'), ' ,;:')
  return /^(?:'[^']*'|“[^”]*”|‘[^’]*’|\([^()]*\))$/.test(address) ? address.slice(1, -1).trim() : address
}

/** With the domain as mail servers know it: xn--mller-kva.de for müller.de. Letters of another alphabet may imitate these: they stay, and are refused. */
function inAscii(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || !/[^ -~]/.test(domain) || !/^[\p{Script=Latin}\p{M}0-9.-]+$/u.test(domain)) return address
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return address
  }
}

const maxInput = 320
const maxAddress = 254
const maxLocal = 64

const isAtom = (text: string) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(text)
const isLabel = (text: string) =>
  text.length <= 63 && /^[A-Za-z0-9-]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-')
// Names in other scripts are encoded as xn--… and so is their ending; a plain ending has letters only.
const isEnding = (text: string) => /^(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/.test(text)

/** The address that was probably meant (`jo@gmial.com`, `jo@gmail.con`); null where nothing looks like a slip. */
export function likelyEmail(text: string): string | null {
  const address = parseEmail(text)
  if (!address) return null
  const at = address.indexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (KNOWN_DOMAINS.includes(domain) || NEAR_BUT_RIGHT.has(domain)) return null
  const meant = KNOWN_DOMAINS.find((known) => isOneSlip(domain, known))
  return meant ? `${address.slice(0, at)}@${meant}` : null
}

const KNOWN_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'outlook.co.uk',
  'live.co.uk',
  'live.com',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'btinternet.com',
  'sky.com',
  'talktalk.net',
  'virginmedia.com',
  'ntlworld.com',
  'protonmail.com',
  'me.com',
]
/** Domains of their own, one letter from a greater one. */
const NEAR_BUT_RIGHT = new Set([
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.com',
  'proton.me',
  'skyy.com',
  'mac.com',
  'we.com',
  'hotmail.co',
  'aol.com',
])

/** One letter more, less or other, or two neighbours swapped; a short name must keep its first letter. */
function isOneSlip(input: string, known: string): boolean {
  if (Math.abs(input.length - known.length) > 1 || (known.length < 9 && input[0] !== known[0])) return false
  let start = 0
  while (start < input.length && input[start] === known[start]) start++
  const [restTyped, restKnown] = [input.slice(start), known.slice(start)]
  return (
    restTyped.slice(1) === restKnown ||
    restTyped === restKnown.slice(1) ||
    restTyped.slice(1) === restKnown.slice(1) ||
    (restTyped[0] === restKnown[1] && restTyped[1] === restKnown[0] && restTyped.slice(2) === restKnown.slice(2))
  )
}
