import { expect, it } from 'vitest'
import { detailsOf } from './rules.ts'

it('shows what changed, and only that', () => {
  expect(detailsOf({ status: 'active', same: 1, gone: true }, { status: 'blocked', same: 1, reason: 'Fraud' })).toEqual(
    [
      { name: 'status', before: 'active', after: 'blocked' },
      { name: 'gone', before: 'yes', after: null },
      { name: 'reason', before: null, after: 'Fraud' },
    ],
  )
  expect(detailsOf(null, null)).toEqual([])
  const id = '01a227ea-8167-7000-b259-e43e3334df4a'
  const after = {
    amountPence: -9_000_000,
    usableFrom: '2026-07-01',
    savedAt: '2026-07-01T09:30:00.000Z',
    shown: [id, 'nobody'],
    unitId: id,
  }
  expect(detailsOf(null, after, new Map([[id, 'Priya Shah']]))).toEqual([
    { name: 'amount', before: null, after: '−£90,000.00' },
    { name: 'usableFrom', before: null, after: '01/07/2026' },
    { name: 'saved', before: null, after: '01/07/2026 10:30' },
    { name: 'shown', before: null, after: 'Priya Shah, nobody' },
    { name: 'unit', before: null, after: 'Priya Shah' },
  ])
  expect(detailsOf(null, { text: 'x'.repeat(1000), nothing: null })[0]?.after).toHaveLength(301)
})
