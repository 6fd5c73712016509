/** The price of a job by a company's tariff, line by line (decisions §4). */
import { isRegisteredForVat } from '#modules/companies/rules.ts'
import { BREAK_MINUTES, DUTY_BEFORE_BREAK_MINUTES } from '#modules/calendar/drivers-hours-rules.ts'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { Nation } from '#modules/geo/outcodes/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatHundredths, hundredthsOfMile } from '#shared/distance.ts'
import type { Metres } from '#shared/distance.ts'
import { formatDuration } from '#shared/duration.ts'
import type { Minutes } from '#shared/duration.ts'
import { addMinutes, dayOfWeek, localDayOf, localPieces } from '#shared/local-time.ts'
import type { DayPiece, LocalDay } from '#shared/local-time.ts'
import { formatPence, multiplyPence, sumPence, taxIncluded } from '#shared/money.ts'
import type { Pence } from '#shared/money.ts'
import { isBankHoliday } from './bank-holidays-rules.ts'
import { chargedDays } from './road-charges/rules.ts'
import type { ChargedVan, MinuteRange, RoadCharge, ZoneVisit } from './road-charges/rules.ts'

export const VAT_PERCENT = 20
/** The ceiling is the price at this much more time (decisions §4). */
export const CEILING_EXTRA_MINUTES = 30
const WAITING_STEP_MINUTES = 30

/** Monday first; null means the whole day is out of hours. */
export type StandardHours = ReadonlyArray<MinuteRange | null>

export type HourlyRates = Partial<Record<VanCategory, Partial<Record<HelpLevel, Pence>>>>

/** Amounts include VAT if the company is registered. */
export type Tariff = {
  pencePerHour: HourlyRates
  minimumMinutes: Minutes
  minimumMinutesTwoPorters: Minutes
  /** Miles included, to two decimals. */
  includedMiles: number
  pencePerMile: Pence
  standardHours: StandardHours
  /** Percentage added to the hourly rate outside standard hours and on bank holidays. */
  outOfHoursPercent: number
  waitingPencePerHalfHour: Pence
  freeWaitingMinutes: Minutes
  vatRegisteredFrom: LocalDay | null
  /** The first day on which it is no longer registered. */
  vatDeregisteredFrom?: LocalDay | null
}

export type PricedVan = ChargedVan & { category: VanCategory }

/** What is paid at a toll, `passages` times. */
export type PricedToll = { code: string; name: string; amountPence: Pence; passages: number }

export type PricedJob = {
  start: Date
  /** Minutes of labour: the time of the job rounded up to half hours, without its breaks. */
  minutes: Minutes
  /** How often the van goes full: said on the receipt, paid for by the hours and the miles. Left out: once. */
  trips?: number
  metres: Metres
  help: HelpLevel
  /** The nation of the pick-up, whose bank holidays apply. */
  nation: Nation
  zoneVisits: readonly ZoneVisit[]
  /** Tolls that the route certainly passes; omitted: none. */
  tolls?: readonly PricedToll[]
  /** Waiting the customer expects, such as for keys. Part of the ceiling but not of the price. */
  declaredWaitingMinutes?: Minutes
}

/** What the company asks for itself. What it passes on has the code of its zone ('ulez', 'birmingham') or toll. */
type OwnLineCode = 'labour' | 'labour_out_of_hours' | 'trips' | 'mileage'

/** `quantity` is hours, miles or days. The amount is rounded once, half up, from exact minutes or hundredths of a mile. */
export type PriceLine = {
  code: string
  label: string
  quantity: number
  unitPence: Pence
  amountPence: Pence
  /** The van of a plan, from 1, and its day; left out where one van does it in a day. */
  van?: number | undefined
  day?: number | undefined
}

export type Price = {
  lines: PriceLine[]
  /** The sum of the lines: the whole price, including VAT if the company charges it. */
  totalPence: Pence
  /** "No more than this for what you told us", never below the total. */
  ceilingPence: Pence
  /** The total without zone charges and tolls, which are passed on at cost: what commission is counted from. */
  commissionablePence: Pence
  /** Included in the total; 0 if the company was not registered on the day. */
  vatPence: Pence
  /** Pence of the minimum time in standard hours: the basis of the cancellation fee. */
  minimumTimePence: Pence
  /** The minutes of labour charged. */
  chargedMinutes: Minutes
  /** The job is shorter than the minimum time, which was charged instead. */
  isMinimumTime: boolean
}

/**
 * The price of a job, or undefined if the tariff has no rate for that van and help level. The ceiling (decisions §4) is the same job
 * priced at 30 minutes more, with that half hour wherever it costs most in zone charges, plus declared waiting beyond the free time.
 * Within the minimum time another half hour costs nothing, so the ceiling may equal the price.
 */
export function priceJob(
  tariff: Tariff,
  van: PricedVan,
  job: PricedJob,
  charges: readonly RoadCharge[],
): Price | undefined {
  const pencePerHour = tariff.pencePerHour[van.category]?.[job.help]
  if (pencePerHour === undefined) return undefined
  const lines = priceLines(tariff, van, job, charges, pencePerHour)
  const totalPence = totalOf(lines)
  const atCeiling = totalOf(priceLines(tariff, van, halfAnHourLonger(job), charges, pencePerHour))
  const minimum = minimumMinutes(tariff, job.help)
  return {
    lines,
    totalPence,
    ceilingPence: atCeiling + waitingPence(tariff, job.declaredWaitingMinutes ?? 0),
    commissionablePence: totalPence - totalOf(passedOnLines(van, job, charges)),
    vatPence: chargesVat(tariff, localDayOf(job.start)) ? taxIncluded(totalPence, VAT_PERCENT) : 0,
    minimumTimePence: multiplyPence(pencePerHour, minimum, 60),
    chargedMinutes: Math.max(job.minutes, minimum),
    isMinimumTime: job.minutes < minimum,
  }
}

/** Only the total, for comparing many: half the work. */
export function totalOfJob(
  tariff: Tariff,
  van: PricedVan,
  job: PricedJob,
  charges: readonly RoadCharge[],
): Pence | undefined {
  const pencePerHour = tariff.pencePerHour[van.category]?.[job.help]
  return pencePerHour === undefined ? undefined : totalOf(priceLines(tariff, van, job, charges, pencePerHour))
}

/**
 * What of a start the price depends on, as text: jobs that differ in nothing else cost the same where their keys are the same. It is the
 * same for every tariff with these standard hours and as many charged minutes, and every van of the class.
 */
export function startKey(tariff: Tariff, van: PricedVan, job: PricedJob, charges: readonly RoadCharge[]): string {
  const { standard, outOfHours } = chargedBands(tariff, job)
  return `${standard} ${outOfHours} ${totalOf(passedOnLines(van, job, charges))}`
}

/** Tariffs with the same text have the same keys of starts. */
export const startKeysOf = (tariff: Tariff, job: PricedJob): string =>
  `${chargedMinutes(tariff, job)} ${tariff.outOfHoursPercent > 0 ? JSON.stringify(tariff.standardHours) : ''}`

const chargedMinutes = (tariff: Tariff, { minutes, help }: PricedJob): Minutes =>
  Math.max(minutes, minimumMinutes(tariff, help))

/** A tariff without an uplift has one band, hence one line. */
function chargedBands(tariff: Tariff, job: PricedJob) {
  const charged = chargedMinutes(tariff, job)
  return tariff.outOfHoursPercent > 0
    ? labourByBand(tariff.standardHours, job.nation, job.start, charged)
    : { standard: charged, outOfHours: 0 }
}

export function minimumMinutes(tariff: Tariff, help: HelpLevel): Minutes {
  return help === 'two_porters' ? tariff.minimumMinutesTwoPorters : tariff.minimumMinutes
}

/** The hourly rate outside standard hours and on bank holidays. */
export function outOfHoursRate(pencePerHour: Pence, percent: number): Pence {
  return multiplyPence(pencePerHour, 10_000 + Math.round(percent * 100), 10_000)
}

/** Each half hour begun after the free minutes. */
export function waitingPence(tariff: Tariff, minutes: Minutes): Pence {
  const charged = Math.max(0, minutes - tariff.freeWaitingMinutes)
  return Math.ceil(charged / WAITING_STEP_MINUTES) * tariff.waitingPencePerHalfHour
}

export const chargesVat = (tariff: Pick<Tariff, 'vatRegisteredFrom' | 'vatDeregisteredFrom'>, day: LocalDay): boolean =>
  isRegisteredForVat(tariff, day)

/** How many minutes from a start are standard, and how many are outside the standard hours or on a bank holiday. */
export function minutesByBand(
  standardHours: StandardHours,
  nation: Nation,
  start: Date,
  minutes: Minutes,
): { standard: Minutes; outOfHours: Minutes } {
  const standard = localPieces(start, addMinutes(start, minutes)).reduce(
    (sum, piece) => sum + standardMinutes(standardHours, nation, piece),
    0,
  )
  return { standard, outOfHours: minutes - standard }
}

/**
 * Minutes of labour by band. Labour pauses during the driver's breaks: half an hour after each five and a half hours
 * that more labour follows. Half hours added by rounding up or the minimum are counted the same way, so that more
 * labour never costs less.
 */
function labourByBand(standardHours: StandardHours, nation: Nation, start: Date, minutes: Minutes) {
  const bands = { standard: 0, outOfHours: 0 }
  for (let done = 0, clock = 0; done < minutes; clock += DUTY_BEFORE_BREAK_MINUTES + BREAK_MINUTES) {
    const stretch = Math.min(DUTY_BEFORE_BREAK_MINUTES, minutes - done)
    const { standard, outOfHours } = minutesByBand(standardHours, nation, addMinutes(start, clock), stretch)
    bands.standard += standard
    bands.outOfHours += outOfHours
    done += stretch
  }
  return bands
}

function standardMinutes(
  standardHours: StandardHours,
  nation: Nation,
  { day, fromMinute, toMinute }: DayPiece,
): Minutes {
  const hours = isBankHoliday(day, nation) ? null : standardHours[dayOfWeek(day) - 1]
  return hours ? Math.max(0, Math.min(toMinute, hours[1]) - Math.max(fromMinute, hours[0])) : 0
}

// The job with 30 minutes more, which may lengthen any one stay in a zone.
function halfAnHourLonger(job: PricedJob): PricedJob {
  return {
    ...job,
    minutes: job.minutes + CEILING_EXTRA_MINUTES,
    zoneVisits: job.zoneVisits.map((visit) => ({ ...visit, end: addMinutes(visit.end, CEILING_EXTRA_MINUTES) })),
  }
}

function priceLines(
  tariff: Tariff,
  van: PricedVan,
  job: PricedJob,
  charges: readonly RoadCharge[],
  pencePerHour: Pence,
): PriceLine[] {
  return [
    ...labourLines(tariff, job, pencePerHour),
    ...tripsLine(job.trips ?? 1),
    mileageLine(tariff, job.metres),
    ...passedOnLines(van, job, charges),
  ]
}

/** Lines passed on at cost, so no commission is counted from them. */
function passedOnLines(van: PricedVan, job: PricedJob, charges: readonly RoadCharge[]): PriceLine[] {
  return [...zoneLines(van, job.zoneVisits, charges), ...(job.tolls ?? []).map(tollLine)]
}

/**
 * Labour in each band at its own rate. Minutes added by rounding or by the minimum time come at the end and are priced in the band
 * they fall into, so a job below the minimum costs as much as one of exactly the minimum.
 */
function labourLines(tariff: Tariff, job: PricedJob, pencePerHour: Pence): PriceLine[] {
  const charged = chargedMinutes(tariff, job)
  const dearer = outOfHoursRate(pencePerHour, tariff.outOfHoursPercent)
  const bands = dearer === pencePerHour ? { standard: charged, outOfHours: 0 } : chargedBands(tariff, job)
  const isOneBand = bands.standard === 0 || bands.outOfHours === 0
  const suffix = job.minutes < charged && isOneBand ? ' minimum' : ''
  return [
    labourLine('labour', '', bands.standard, suffix, pencePerHour),
    labourLine('labour_out_of_hours', 'Out of hours, ', bands.outOfHours, suffix, dearer),
  ].filter((line) => line.quantity > 0)
}

function labourLine(code: OwnLineCode, prefix: string, minutes: Minutes, suffix: string, unitPence: Pence): PriceLine {
  return {
    code,
    label: `${prefix}${formatDuration(minutes)}${suffix} at ${formatPence(unitPence)}`,
    quantity: Math.round((minutes * 1_000_000) / 60) / 1_000_000,
    unitPence,
    amountPence: multiplyPence(unitPence, minutes, 60),
  }
}

/** What the hours and the miles are for, where that is more than once. */
function tripsLine(trips: number): PriceLine[] {
  if (trips === 1) return []
  const label = `${trips} trips, included in the hours and miles`
  return [{ code: 'trips', label, quantity: trips, unitPence: 0, amountPence: 0 }]
}

function mileageLine(tariff: Tariff, metres: Metres): PriceLine {
  const driven = hundredthsOfMile(metres)
  const included = Math.round(tariff.includedMiles * 100)
  const charged = tariff.pencePerMile > 0 ? Math.max(0, driven - included) : 0
  if (charged === 0) {
    const label = `${formatHundredths(driven)} miles, included`
    return { code: 'mileage', label, quantity: driven / 100, unitPence: 0, amountPence: 0 }
  }
  const free = included > 0 ? ` (first ${included % 100 === 0 ? included / 100 : formatHundredths(included)} free)` : ''
  return {
    code: 'mileage',
    label: `${formatHundredths(charged)} miles at ${rateText(tariff.pencePerMile)}${free}`,
    quantity: charged / 100,
    unitPence: tariff.pencePerMile,
    amountPence: multiplyPence(tariff.pencePerMile, charged, 100),
  }
}

/** A line for each zone, or two if the charge changed between the days of one job. */
function zoneLines(van: PricedVan, visits: readonly ZoneVisit[], charges: readonly RoadCharge[]): PriceLine[] {
  const lines: PriceLine[] = []
  for (const { zone, label: name, amountPence } of chargedDays(charges, van, visits)) {
    const line = lines.find((one) => one.code === zone && one.unitPence === amountPence)
    const days = (line?.quantity ?? 0) + 1
    const label = `${name}, ${countOf(days, 'day')}`
    const next = { code: zone, label, quantity: days, unitPence: amountPence, amountPence: amountPence * days }
    if (line) Object.assign(line, next)
    else lines.push(next)
  }
  return lines
}

function tollLine({ code, name, amountPence, passages }: PricedToll): PriceLine {
  const label = passages === 1 ? `${name} toll` : `${name} toll, ${passages} times`
  return { code, label, quantity: passages, unitPence: amountPence, amountPence: amountPence * passages }
}

function totalOf(lines: readonly PriceLine[]): Pence {
  return sumPence(lines.map((line) => line.amountPence))
}

/** "45p", "£1.20". */
const rateText = (pence: Pence): string => (pence < 100 ? `${pence}p` : formatPence(pence))
