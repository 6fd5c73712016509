/**
 * What somebody typed, as it is looked for: in small letters, and a number as it is stored, whether it was read out as 07700 900 231 or
 * +44 (0)7700 900231.
 */
export function searchedText(typed: string): string {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^\+440/, '+44')
  if (!/^\+?\d{3,}$/.test(digits)) return text
  return digits.startsWith('0') ? digits.slice(1) : digits
}
