import { parseEmail } from './email.ts'

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
