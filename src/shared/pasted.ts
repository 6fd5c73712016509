/**
 * Drops invisible characters from pasted text: what Unicode lets a reader ignore (direction marks, joiners, tags, fillers, marks of
 * variation) and control characters; Contacts on a Mac puts U+202A before a number. What holds an emoji, a flag or a word of a script together
 * stays. Text without a visible character becomes ''. Linear; returns the same object if there is nothing to drop.
 */
export function withoutUnseen(text: string): string {
  // U+0000 is refused, not dropped.
  if (!UNSEEN.test(text) || text.includes('\0')) return text
  const seen = text.replaceAll(SEQUENCE_OR_UNSEEN, (_, sequence?: string) => sequence ?? '')
  return VISIBLE.test(seen) ? seen : ''
}

/** The same of every text in a value as JSON or a form has it: names of fields stay as they are. Depth is checked elsewhere. */
export function withoutUnseenIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutUnseen(value)
  if (Array.isArray(value)) return reuseIfSame(value, value.map(withoutUnseenIn))
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value)
  const cleaned = entries.map(([key, one]): [string, unknown] => [key, withoutUnseenIn(one)])
  return cleaned.every(([, one], index) => one === entries[index]?.[1]) ? value : Object.fromEntries(cleaned)
}

const reuseIfSame = (before: readonly unknown[], after: unknown[]): readonly unknown[] =>
  after.every((one, index) => one === before[index]) ? before : after

/** Control characters but tab and line ends, and what is ignorable or looks like nothing. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/u
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\uFE0E\\uFE0F]?'
/** Scripts in which U+200C and U+200D between two characters do something. */
const JOINED = 'Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')
/** Emoji with their joiners, keycaps, flags of England, Scotland and Wales, joined letters, and Han and Mongolian letters with their variant. */
const SEQUENCES = [
  '\\u{1F3F4}[\\u{E0030}-\\u{E007A}]{3,6}\\u{E007F}',
  `${EMOJI}(?:\\u200D${EMOJI})*`,
  '[#*0-9]\\uFE0F\\u20E3',
  `[${JOINED}][\\u200C\\u200D](?!\\p{Default_Ignorable_Code_Point})(?=[\\p{L}\\p{M}])`,
  '\\p{Script=Han}[\\u{E0100}-\\u{E01EF}]',
  '\\p{Script=Mongolian}[\\u180B-\\u180D\\u180F]',
]
const SEQUENCE_OR_UNSEEN = new RegExp(`(${SEQUENCES.join('|')})|${UNSEEN.source}`, 'gu')
const VISIBLE = /[^\p{Z}\p{C}\p{M}]/u

/** `text` without any of `chars` before or after it. */
export function withoutAround(text: string, chars: string): string {
  let [start, end] = [0, text.length]
  while (start < end && chars.includes(text[start] ?? '')) start++
  while (end > start && chars.includes(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}
