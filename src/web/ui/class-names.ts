/** Joins the class names that apply: `classNames('btn', wide && 'btn--wide')`. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')

const DIGITS = [1, 2, 4, 8, 16, 32, 64]

/** A whole number below 128 as classes of util.css, one for each binary digit: style attributes are refused. 10 is "n-2 n-8". */
export const numberClasses = (value: number, name: 'n' | 'to' = 'n'): string =>
  DIGITS.filter((digit) => value & digit)
    .map((digit) => (name === 'n' ? `n-${digit}` : `to-${digit}`))
    .join(' ')
