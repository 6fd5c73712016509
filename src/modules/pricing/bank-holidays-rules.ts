import type { Nation } from '#modules/geo/outcodes/rules.ts'
import { addDays, dayOfWeek } from '#shared/local-time.ts'
import type { DayOfWeek, LocalDay } from '#shared/local-time.ts'

/** Holidays moved or added by proclamation: in all four nations, or in one. */
const TAKEN_AWAY: readonly LocalDay[] = ['2020-05-04', '2022-05-30']
const PROCLAIMED: readonly LocalDay[] = ['2020-05-08', '2022-06-02', '2022-06-03', '2022-09-19', '2023-05-08']
const PROCLAIMED_IN: Partial<Record<Nation, readonly LocalDay[]>> = { scotland: ['2026-06-15'] }

const known = new Map<string, readonly LocalDay[]>()

/**
 * The bank holidays of a year as gov.uk lists them, in order. If a fixed date falls on a weekend, only the substitute weekday is
 * listed.
 */
export function bankHolidays(year: number, nation: Nation): readonly LocalDay[] {
  const key = `${nation} ${year}`
  const found = known.get(key)
  if (found) return found
  const usual = [...fixedHolidays(year, nation), ...movableHolidays(year, nation)]
  const proclaimed = [...PROCLAIMED, ...(PROCLAIMED_IN[nation] ?? [])].filter((day) => day.startsWith(`${year}-`))
  const days = [...usual.filter((day) => !TAKEN_AWAY.includes(day)), ...proclaimed].sort()
  if (known.size < 1000) known.set(key, days)
  return days
}

export function isBankHoliday(day: LocalDay, nation: Nation): boolean {
  return bankHolidays(Number(day.slice(0, 4)), nation).includes(day)
}

/** The New Year's Day bank holiday: 1 January, or the following Monday if that is at a weekend. */
export function newYearBankHoliday(year: number): LocalDay {
  return substitute(`${year}-01-01`, [])
}

/** Easter Sunday of the Gregorian calendar: the first Sunday after the ecclesiastical full moon on or after 21 March. */
export function easterSunday(year: number): LocalDay {
  const century = Math.floor(year / 100)
  const leapCorrection = century - Math.floor(century / 4)
  const moonCorrection = Math.floor((8 * century + 13) / 25)
  const golden = year % 19
  const raw = (19 * golden + leapCorrection - moonCorrection + 15) % 30
  // Epacts 24 and 25 are brought forward, so that no full moon falls after 18 April and none repeats within 19 years.
  const isBroughtForward = raw === 29 || (raw === 28 && golden > 10)
  const fullMoon = addDays(`${year}-03-21`, isBroughtForward ? raw - 1 : raw)
  return addDays(fullMoon, 7 - (dayOfWeek(fullMoon) % 7))
}

function fixedHolidays(year: number, nation: Nation): LocalDay[] {
  const days: LocalDay[] = [`${year}-01-01`]
  if (nation === 'scotland') days.push(`${year}-01-02`)
  if (nation === 'northern_ireland') days.push(`${year}-03-17`, `${year}-07-12`)
  if (nation === 'scotland') days.push(`${year}-11-30`)
  // Tynwald Day.
  if (nation === 'isle_of_man') days.push(`${year}-07-05`)
  days.push(`${year}-12-25`, `${year}-12-26`)
  const given: LocalDay[] = days.filter((day) => dayOfWeek(day) <= 5)
  return days.map((day) => {
    if (dayOfWeek(day) <= 5) return day
    const standIn = substitute(day, given)
    given.push(standIn)
    return standIn
  })
}

function movableHolidays(year: number, nation: Nation): LocalDay[] {
  const easter = easterSunday(year)
  const isScotland = nation === 'scotland'
  return [
    addDays(easter, -2),
    ...(isScotland ? [] : [addDays(easter, 1)]),
    onOrAfter(`${year}-05-01`, 1),
    onOrAfter(`${year}-05-25`, 1),
    isScotland ? onOrAfter(`${year}-08-01`, 1) : onOrAfter(`${year}-08-25`, 1),
    // Liberation Day has no substitute; the day of the Senior TT race is that Friday.
    ...(nation === 'jersey' || nation === 'guernsey' ? [`${year}-05-09` as const] : []),
    ...(nation === 'isle_of_man' ? [onOrAfter(`${year}-06-05`, 5)] : []),
  ]
}

/** The first weekday from `day` on that is not already a bank holiday. */
function substitute(day: LocalDay, given: readonly LocalDay[]): LocalDay {
  let standIn = day
  while (dayOfWeek(standIn) > 5 || given.includes(standIn)) standIn = addDays(standIn, 1)
  return standIn
}

function onOrAfter(day: LocalDay, weekday: DayOfWeek): LocalDay {
  return addDays(day, (weekday - dayOfWeek(day) + 7) % 7)
}
