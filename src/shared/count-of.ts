import { numberText } from './number-text.ts'

/** "1 booking", "1,400 bookings", "2 companies" */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
