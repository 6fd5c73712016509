import { describe, expect, it } from 'vitest'
import { hoursFromWire, hoursOnWire, hoursProblems, rateCells, rateProblems, ratesOf, type RateCell } from './rules.ts'

const cell = (vanCategory: RateCell['vanCategory'], helpLevel: RateCell['helpLevel'], pencePerHour: number | null) => ({
  vanCategory,
  helpLevel,
  pencePerHour,
})

describe('a table of hourly rates', () => {
  it('has a cell for every crew that fits its van, and none for three men in a small one', () => {
    const cells = rateCells({ luton_van: { two_porters: 8850 } })
    expect(cells).toHaveLength(15)
    expect(cells).not.toContainEqual(expect.objectContaining({ vanCategory: 'small_van', helpLevel: 'two_porters' }))
    expect(cells.at(-1)).toEqual(cell('luton_van', 'two_porters', 8850))
    expect(cells.filter(({ pencePerHour }) => pencePerHour === null)).toHaveLength(14)
    expect(ratesOf(cells)).toEqual({ luton_van: { two_porters: 8850 } })
  })

  it.each<[string, RateCell[], string[]]>([
    ['nothing offered', [], []],
    ['a rate each', [cell('small_van', 'no_help', 3500), cell('small_van', 'driver_helps', 4500)], []],
    ['the same for any crew', [cell('large_van', 'no_help', 5000), cell('large_van', 'two_porters', 5000)], []],
    ['vans apart', [cell('luton_van', 'no_help', 9000), cell('small_van', 'one_porter', 5000)], []],
    ['a gap between', [cell('large_van', 'no_help', 5000), cell('large_van', 'driver_helps', null)], []],
    ['one cell twice', [cell('large_van', 'no_help', 5000), cell('large_van', 'no_help', 5000)], ['rates.1']],
    ['three in a small van', [cell('small_van', 'two_porters', 7000)], ['rates.0.pence_per_hour']],
    ['three in a small van, not offered', [cell('small_van', 'two_porters', null)], []],
    [
      'two rates swapped',
      [cell('large_van', 'driver_helps', 6000), cell('large_van', 'one_porter', 4500)],
      ['rates.1.pence_per_hour'],
    ],
    [
      'two rates swapped, the bigger crew first',
      [cell('large_van', 'two_porters', 4500), cell('large_van', 'no_help', 6000)],
      ['rates.0.pence_per_hour'],
    ],
  ])('%s', (_name, cells, fields) => {
    expect(Object.keys(rateProblems(cells))).toEqual(fields)
  })
})

describe('standard hours', () => {
  it('are read as they are written', () => {
    const days = hoursOnWire([[480, 1080], [0, 1440], null])
    expect(days).toEqual([{ startTime: '08:00', endTime: '18:00' }, { startTime: '00:00', endTime: '24:00' }, null])
    expect(hoursFromWire(days)).toEqual([[480, 1080], [0, 1440], null])
  })

  it('end after they start', () => {
    const same = { startTime: '08:00', endTime: '08:00' }
    const turned = { startTime: '18:00', endTime: '08:00' }
    expect(Object.keys(hoursProblems([null, same, { startTime: '08:00', endTime: '08:30' }, turned]))).toEqual([
      'standard_hours.1.end_time',
      'standard_hours.3.end_time',
    ])
  })
})
