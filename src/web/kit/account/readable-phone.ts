/** "+442079460123" as British readers expect it, "020 7946 0123"; foreign numbers are unchanged. */
export function readablePhone(phone: string): string {
  const national = /^\+44(\d{9,10})$/.exec(phone)?.[1]
  if (!national) return phone
  const number = `0${national}`
  if (number.startsWith('02')) return `${number.slice(0, 3)} ${number.slice(3, 7)} ${number.slice(7)}`
  if (/^(01[^1]|07)/.test(number) && !/^01\d1/.test(number)) return `${number.slice(0, 5)} ${number.slice(5)}`
  return `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`
}
