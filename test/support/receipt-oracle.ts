// What a move must take and cost, reckoned as a clerk with a diary would: minute by minute, from the published figures alone. What the
// quotes are held against; it imports no rule.
import { ITEMS } from '#modules/items/data.ts'

/** Specification §9: loading, inside volume, low end of the payload. */
const VANS = {
  small_van: { loading: 30, litres: 2500, payload: 500 },
  medium_van: { loading: 60, litres: 6000, payload: 900 },
  large_van: { loading: 90, litres: 14_000, payload: 1000 },
  luton_van: { loading: 120, litres: 20_000, payload: 1200 },
} as const
const CREW = { no_help: 1, driver_helps: 1, one_porter: 2, two_porters: 3 } as const
/** Minutes of one person for a piece, and the share that a crew takes of them, in thirds (decisions §3). */
const TAKING_APART = { sofa: 30, bed: 45, wardrobe: 60, table: 30 } as const
const THIRDS = { no_help: 0, driver_helps: 3, one_porter: 2, two_porters: 1 } as const

export interface ReceiptCase {
  items: { movingItem: number; amount: number; needAssembling?: boolean; needDisassembling?: boolean }[]
  van: keyof typeof VANS
  help: keyof typeof CREW
  payloadKg: number | null
  /** One drive from the first point to the last, by way of the stops. */
  driveMinutes: number
  driveMetres: number
  stairs: number[]
  waitingMinutes: number
  start: Date
  tariff: {
    pencePerHour: number
    minimumMinutes: number
    includedMiles: number
    pencePerMile: number
    outOfHoursPercent: number
    /** Minutes of the clock, the same every day; no day of the case is a bank holiday. */
    standardFrom: number
    standardTo: number
    waitingPencePerHalfHour: number
  }
}

export interface Receipt {
  trips: number
  totalMinutes: number
  breakMinutes: number
  drivingMinutes: number
  metres: number
  end: Date
  heldUntil: Date
  totalPence: number
  ceilingPence: number
}

export type Refused = 'too_much_for_one_van' | 'beyond_drivers_hours'

export function receiptOf(one: ReceiptCase): Receipt | Refused {
  const trips = tripsOf(one)
  if (trips > 3) return 'too_much_for_one_van'
  let [driving, work] = [0, 0]
  for (let trip = 1; trip <= trips; trip += 1) {
    const drives = trip < trips ? 2 : 1
    driving += drives * one.driveMinutes
    work += VANS[one.van].loading + 15 * (one.stairs.length - 2)
    for (const flights of one.stairs) work += flights === 9 ? 0 : 15 * flights
  }
  work += driving + furniture(one, 'needAssembling') + furniture(one, 'needDisassembling')
  if (driving > 600 || work + one.waitingMinutes > 660) return 'beyond_drivers_hours'
  const paid = Math.ceil(work / 30) * 30
  const breakMinutes = work > 330 ? 30 : 0
  const metres = one.driveMetres * (2 * trips - 1)
  const end = later(one.start, paid + breakMinutes)
  return {
    trips,
    totalMinutes: paid + breakMinutes,
    breakMinutes,
    drivingMinutes: driving,
    metres,
    end,
    heldUntil: later(end, one.waitingMinutes),
    totalPence: labour(one, paid) + mileage(one, metres),
    ceilingPence: labour(one, paid + 30) + mileage(one, metres) + waiting(one),
  }
}

function tripsOf({ items, van, help, payloadKg }: ReceiptCase): number {
  let [litres, kg] = [0, 0]
  for (const { movingItem, amount } of items) {
    const item = ITEMS.find(({ id }) => id === movingItem)
    litres += Math.round((item?.volumeM3 ?? 0) * 1000) * amount
    kg += (item?.weightKg ?? 0) * amount
  }
  const capacity = (payloadKg ?? VANS[van].payload) - 80 * CREW[help]
  for (let trips = 1; trips <= 3; trips += 1)
    if (litres * 20 <= VANS[van].litres * 17 * trips && kg <= capacity * trips) return trips
  return 4
}

function furniture({ items, help }: ReceiptCase, task: 'needAssembling' | 'needDisassembling'): number {
  let alone = 0
  for (const item of items) {
    const type = ITEMS.find(({ id }) => id === item.movingItem)?.furnitureType
    if (type && item[task]) alone += TAKING_APART[type] * item.amount
  }
  return Math.ceil((alone * THIRDS[help]) / 3)
}

const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const clockOf = (at: Date): number => {
  const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number)
  return hour * 60 + minute
}

/** Every minute that is paid for, at what the clock shows; the driver stands still for half an hour after each 330 that more follow. */
function labour({ start, tariff }: ReceiptCase, paidMinutes: number): number {
  const minutes = Math.max(paidMinutes, tariff.minimumMinutes)
  let [standard, out, at] = [0, 0, start]
  for (let done = 0; done < minutes; done += 1) {
    if (done > 0 && done % 330 === 0) at = later(at, 30)
    const now = clockOf(at)
    if (now >= tariff.standardFrom && now < tariff.standardTo) standard += 1
    else out += 1
    at = later(at, 1)
  }
  if (tariff.outOfHoursPercent === 0) return half((tariff.pencePerHour * minutes) / 60)
  const dearer = half((tariff.pencePerHour * (100 + tariff.outOfHoursPercent)) / 100)
  return half((tariff.pencePerHour * standard) / 60) + half((dearer * out) / 60)
}

/** Hundredths of a mile, of 1,609.344 m. */
function mileage({ tariff }: ReceiptCase, metres: number): number {
  const hundredths = half((metres * 100) / 1609.344) - tariff.includedMiles * 100
  return hundredths > 0 ? half((hundredths * tariff.pencePerMile) / 100) : 0
}

/** The first half hour is free. */
const waiting = ({ waitingMinutes, tariff }: ReceiptCase): number =>
  Math.max(0, Math.ceil((waitingMinutes - 30) / 30)) * tariff.waitingPencePerHalfHour

const half = (pence: number): number => Math.floor(pence + 0.5 + 1e-9)
