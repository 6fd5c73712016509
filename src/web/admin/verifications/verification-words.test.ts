import { expect, test } from 'vitest'
import { ageText, decisionText, isLate, REASONS, waitingText } from './verification-words.ts'

const now = new Date('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T11:20:00Z', '40 min', false],
  ['2026-11-20T11:00:00Z', '1 hour', false],
  ['2026-11-20T06:00:00Z', '6 hours', false],
  ['2026-11-19T12:00:00Z', '1 day', true],
  ['2026-11-18T09:00:00Z', '2 days', true],
  ['2026-11-20T12:05:00Z', '0 min', false],
])('waiting since %s is %s', (since, text, late) => {
  expect([ageText(since, now), isLate(since, now)]).toEqual([text, late])
})

test.each([
  [['mot'], true, '1 renewal: MOT certificate'],
  [['mot', 'v5c'], true, '2 renewals waiting'],
  [['mot'], false, '1 document waiting'],
  [['mot', 'v5c'], false, '2 documents waiting'],
] as const)('%j', (waiting, isRenewal, text) => expect(waitingText(waiting, isRenewal)).toBe(text))

test('the bar counts what is decided', () => {
  const one = (decision: 'approve' | 'refuse' | null) => ({ id: '1', decision, reason: '' })
  expect(decisionText([one(null), one(null)])).toEqual({ answer: 'Nothing decided', detail: '2 still open' })
  expect(decisionText([one('refuse'), one('approve')])).toEqual({
    answer: '1 refused, 1 approved',
    detail: 'All are decided',
  })
})

test('every reason is a sentence that says what to send', () => {
  for (const { text } of REASONS) expect(text('LK72 VNF').length).toBeGreaterThan(20)
  expect(REASONS[0]?.text('LK72 VNF')).toContain('LK72 VNF')
})
