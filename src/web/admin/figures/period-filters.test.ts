import { describe, expect, it } from 'vitest'
import { addressOf, drawnStepOf, quickLinks, readFigureFilters, stepOf } from './period-filters.ts'

const read = (search: string) => readFigureFilters(`http://x/admin/figures${search}`, '2026-11-23')

describe('the period of the figures', () => {
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
