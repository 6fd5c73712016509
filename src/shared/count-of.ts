/** "1 booking", "1,400 bookings", "2 companies" */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
