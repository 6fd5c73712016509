import { describe, expect, test } from 'vitest'
import { dayOfWeek } from '#shared/local-time.ts'
import { bankHolidays, easterSunday, isBankHoliday, newYearBankHoliday } from './bank-holidays-rules.ts'

const NATIONS = ['england', 'wales', 'scotland', 'northern_ireland'] as const

test.each(
  (
    '2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 ' +
    '2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25 2039-04-10 2040-04-01 ' +
    '1943-04-25 1954-04-18 1981-04-19 2008-03-23 2049-04-18 2076-04-19'
  ).split(' '),
)('Easter is on %s', (day) => expect(easterSunday(Number(day.slice(0, 4)))).toBe(day))

describe('bank holidays as gov.uk lists them', () => {
  test.each([
    ['england', 2020, '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28'],
    ['england', 2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
    ['england', 2022, '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'],
    ['england', 2023, '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'],
    ['wales', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
    ['england', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
    ['scotland', 2021, '01-01 01-04 04-02 05-03 05-31 08-02 11-30 12-27 12-28'],
    ['scotland', 2022, '01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-26 12-27'],
    ['scotland', 2023, '01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26'],
    ['scotland', 2026, '01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28'],
    ['scotland', 2027, '01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28'],
    ['scotland', 2024, '01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26'],
    ['northern_ireland', 2024, '01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26'],
    ['northern_ireland', 2026, '01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28'],
  ] as const)('%s %i', (nation, year, days) => {
    expect(bankHolidays(year, nation)).toEqual(days.split(' ').map((day) => `${year}-${day}`))
  })

  test('always so many, all different, never at a weekend', () => {
    const counts = { england: 8, wales: 8, scotland: 9, northern_ireland: 10 }
    for (let year = 2027; year <= 2100; year += 1)
      for (const nation of NATIONS) {
        const days = bankHolidays(year, nation)
        expect(new Set(days).size).toBe(counts[nation])
        expect(days.every((day) => dayOfWeek(day) <= 5)).toBe(true)
      }
  })

  test('a day is asked for in its nation', () => {
    expect(isBankHoliday('2027-01-04', 'scotland')).toBe(true)
    expect(isBankHoliday('2027-01-04', 'england')).toBe(false)
    expect(isBankHoliday('2026-12-28', 'england')).toBe(true)
    expect(newYearBankHoliday(2027)).toBe('2027-01-01')
    expect(newYearBankHoliday(2028)).toBe('2028-01-03')
  })
})
