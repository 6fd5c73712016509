import { multiplyPence, sumPence, type Pence } from '#shared/money.ts'

/** One move with round figures, to show what a receipt looks like. Always labelled as an example. */
const hourlyPence: Pence = 5800
const minutes = 390
const hundredthsOfMiles = 6840
const milePence: Pence = 45
const ulezPence: Pence = 1250

export const exampleLines = [
  {
    code: 'labour',
    label: '6 h 30 min at £58.00',
    detail: 'Large Van, driver and 1 helper',
    amountPence: multiplyPence(hourlyPence, minutes, 60),
  },
  { code: 'mileage', label: '68.40 miles at 45p', amountPence: multiplyPence(milePence, hundredthsOfMiles, 100) },
  { code: 'ulez', label: 'ULEZ charge', amountPence: ulezPence },
] as const

export const exampleTotalPence: Pence = sumPence(exampleLines.map((line) => line.amountPence))
