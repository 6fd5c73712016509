/**
 * Drops invisible characters from pasted text: direction marks, joiners, fillers and control characters (Contacts on a
 * Mac puts U+202A before a number). Joiners that hold an emoji or a word of a script together stay. Text without a
 * visible character becomes ''. Linear; returns the same object if there is nothing to drop.
 */
export function withoutUnseen(text: string): string {
  // U+0000 is refused, not dropped.
  if (!UNSEEN.test(text) || text.includes('\0')) return text
  const seen = text.replaceAll(DROPPED, '').replaceAll(/[\u200C\u200D]+/g, joining)
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

/** Control characters but tab and line ends, soft hyphens, marks of direction, fillers that look like nothing. */
const DROPPED =
  /(?![\t\n\r])\p{Cc}|\u034F|\u17B4|\u17B5|[\u180B-\u180E]|[\u00AD\u061C\u115F\u1160\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/gu
/** U+200C and U+200D after a character of a script that is joined, or of an emoji, and before another, do something. */
const JOINED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}]$/u

function joining(joiners: string, at: number, text: string): string {
  const isJoined = JOINED.test(text.slice(Math.max(0, at - 2), at)) && /^\S/.test(text.slice(at + joiners.length))
  return isJoined ? (joiners[0] ?? '') : ''
}

const UNSEEN = new RegExp(`${DROPPED.source}|[\\u200C\\u200D\\uFE0E\\uFE0F]`, 'u')
const VISIBLE = /[^\p{Z}\p{C}\p{M}]/u

/** `text` without any of `chars` before or after it. */
export function withoutAround(text: string, chars: string): string {
  let [start, end] = [0, text.length]
  while (start < end && chars.includes(text[start] ?? '')) start++
  while (end > start && chars.includes(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}
