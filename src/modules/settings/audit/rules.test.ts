import { expect, it } from 'vitest'
import { detailsOf } from './rules.ts'

it('shows what changed, and only that', () => {
  expect(detailsOf({ status: 'active', same: 1, gone: true }, { status: 'blocked', same: 1, reason: 'Fraud' })).toEqual(
    [
      { name: 'status', before: 'active', after: 'blocked' },
      { name: 'gone', before: 'true', after: null },
      { name: 'reason', before: null, after: 'Fraud' },
    ],
  )
  expect(detailsOf(null, null)).toEqual([])
  expect(detailsOf(null, { text: 'x'.repeat(1000), nothing: null })[0]?.after).toHaveLength(301)
})
