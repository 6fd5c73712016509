import { expect, test } from 'vitest'
import { ageText, decisionsOf, decisionText, isLate, REASONS, waitingText } from './verification-words.ts'

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
] as const)('%j', (waiting, isRenewal, text) => {
  expect(waitingText(waiting, isRenewal, false)).toBe(text)
  expect(waitingText(waiting, isRenewal, true)).toBe(`${text}, and the van`)
})

test('a van waits by itself too', () => expect(waitingText([], true, true)).toBe('Van waiting'))

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

test('the decisions on documents, each submission once', () => {
  const approved = { id: 'a', decidedAt: '2026-03-02T10:00:00Z', status: 'approved' } as const
  const refused = { id: 'b', decidedAt: '2026-03-05T10:00:00Z', status: 'refused' } as const
  const pending = { id: 'c', decidedAt: null, status: 'pending' } as const
  const document = (label: string, current: object | null, newest: object | null) =>
    ({ label, current, newest }) as Parameters<typeof decisionsOf>[0][number]
  expect(
    decisionsOf([
      document('MOT certificate', approved, approved),
      document('V5C log book', null, refused),
      document('Public liability', null, pending),
      document('Operator licence', null, null),
    ]),
  ).toEqual([
    { id: 'a', at: approved.decidedAt, text: 'MOT certificate approved' },
    { id: 'b', at: refused.decidedAt, text: 'V5C log book refused' },
  ])
})
