import { describe, expect, it } from 'vitest'
import { barsOf, cellOf, lineOf, namedPlaces, scaleOf } from './chart.tsx'
import { addressOf, drawnStepOf, quickLinks, readFigureFilters, stepOf } from './period-filters.ts'

describe('a picture', () => {
  it.each([
    [[0, 0], 4, [1, 2, 3, 4]],
    [[3, null, 7], 8, [2, 4, 6, 8]],
    [[9], 9, [3, 6, 9]],
    [[23], 30, [10, 20, 30]],
    [[1000], 1000, [250, 500, 750, 1000]],
    [[1234], 1500, [500, 1000, 1500]],
  ])('of %j goes up to %d', (values, top, lines) => {
    expect(scaleOf(values)).toEqual({ top, lines })
  })

  it('of minutes has lines at whole hours', () => {
    expect(scaleOf([630], 'minutes')).toEqual({ top: 720, lines: [180, 360, 540, 720] })
    expect(scaleOf([18, null], 'minutes')).toEqual({ top: 20, lines: [5, 10, 15, 20] })
    expect(scaleOf([9000], 'minutes').lines).toHaveLength(4)
  })

  it('has a bar where there is something, on another where there is a base', () => {
    const ten = barsOf([2, 0, 0, 0, 0, 0, 0, 0, 0, 4], 4)
    expect(ten).toEqual([
      { x: '1.4%', width: '7.2%', y: '50%', height: '50%' },
      { x: '91.4%', width: '7.2%', y: '0%', height: '100%' },
    ])
    // One alone is no wall.
    expect(barsOf([1], 4, [2])).toEqual([{ x: '44%', width: '12%', y: '25%', height: '25%' }])
  })

  it('has a line with gaps, and a dot for a value that stands alone', () => {
    const { strokes, dots } = lineOf([1, 2, null, 4], 4)
    expect(strokes).toEqual([{ x1: '12.5%', y1: '75%', x2: '37.5%', y2: '50%' }])
    expect(dots.map(({ cy }) => cy)).toEqual(['75%', '50%', '0%'])
  })

  it('names as many places as there is room for', () => {
    expect(namedPlaces(12, 12)).toHaveLength(12)
    expect(namedPlaces(31, 6).map(({ index }) => index)).toEqual([0, 6, 12, 18, 24, 30])
    expect(namedPlaces(1, 6)).toEqual([{ index: 0, x: '50%' }])
  })

  it('shows a value by the area of its square', () => {
    const place = { column: 1, columns: 2, row: 0, rows: 1 }
    expect(cellOf(4, 4, place)).toEqual({ x: '52%', y: '4%', width: '46%', height: '92%' })
    expect(cellOf(1, 4, place)).toEqual({ x: '63.5%', y: '27%', width: '23%', height: '46%' })
  })
})

describe('the period of the figures', () => {
  const read = (search: string) => readFigureFilters(`http://x/admin/figures${search}`, '2026-11-23')

  it.each([
    ['', '01/11/2026', '23/11/2026', 'auto'],
    ['?start_date=2026-10-01&end_date=31/10/2026&step=week', '01/10/2026', '31/10/2026', 'week'],
    ['?start_date=soon&end_date=', 'soon', '', 'auto'],
    ['?step=decade', '01/11/2026', '23/11/2026', 'auto'],
  ])('of %s is %s to %s by %s', (search, start_date, end_date, step) => {
    expect(read(search)).toEqual({ start_date, end_date, step })
  })

  it('is one press away, with the step that was chosen', () => {
    expect(quickLinks(read('?start_date=01/10/2026&end_date=2026-10-31&step=week'), '2026-11-23')).toEqual([
      {
        name: 'This month',
        to: '/admin/figures?start_date=2026-11-01&end_date=2026-11-23&step=week',
        isCurrent: false,
      },
      { name: 'Last month', to: '/admin/figures?start_date=2026-10-01&end_date=2026-10-31&step=week', isCurrent: true },
      { name: '12 months', to: '/admin/figures?start_date=2025-12-01&end_date=2026-11-23&step=week', isCurrent: false },
    ])
    expect(stepOf(read(''))).toBeUndefined()
    expect(drawnStepOf(read(''))).toBeUndefined()
    expect(drawnStepOf(read('?start_date=01/12/2025&end_date=2026-11-23&step=day'))).toBe('week')
    expect(drawnStepOf(read('?start_date=soon&end_date=2026-11-23&step=day'))).toBe('day')
    expect(addressOf({ from: '2026-11-01', to: '2026-11-02' }, undefined)).toBe(
      '?start_date=2026-11-01&end_date=2026-11-02',
    )
  })
})
