import { describe, expect, test } from 'vitest'
import { deskAddress, filtersOf, nextInQueue } from './desk-address.ts'
import {
  ageText,
  decidedEntries,
  decisionText,
  isLate,
  missingTicks,
  outlookText,
  REASONS,
  sentText,
  stopEntries,
  waitingText,
  type Outlook,
} from './verification-texts.ts'

const values = { search: '', kind: '' }

test.each([
  [{ values, page: 1, cursor: null }, undefined, '/admin/verifications'],
  [{ values, page: 2, cursor: null }, 'u', '/admin/verifications?page=2&unit=u'],
  [
    { values: { search: 'A & B', kind: 'mot' }, page: 1, cursor: null },
    'u',
    '/admin/verifications?search=A+%26+B&kind=mot&unit=u',
  ],
  [{ values: { search: '', kind: 'van' }, page: 1, cursor: 'c' }, undefined, '/admin/verifications?kind=van&after=c'],
])('%j with %s is %s', (place, unit, address) => expect(deskAddress(place, unit)).toBe(address))

test('the filter says how many wait with each kind', () => {
  const { choices } = filtersOf([{ kind: 'mot', count: 12 }]).kind
  expect(choices.find(({ value }) => value === 'mot')?.label).toBe('MOT certificate (12)')
  expect(choices.find(({ value }) => value === 'v5c')?.label).toBe('V5C log book')
})

const queue = (...units: string[]) =>
  units.map((text) => ({ workingUnit: { id: text.replace('*', '') }, looking: text.endsWith('*') ? ['Ana'] : [] }))

test.each([
  [queue('a', 'b', 'c'), 'a', 'b'],
  [queue('a', 'b', 'c'), 'c', 'a'],
  // Units that another admin has open come last.
  [queue('a', 'b*', 'c'), 'a', 'c'],
  [queue('a', 'b*'), 'a', 'b'],
  [queue('a'), 'a', undefined],
  // It has left the queue by now.
  [queue('b', 'c'), 'a', 'b'],
  [queue(), 'a', undefined],
])('%j: after %s comes %s', (units, unit, next) => expect(nextInQueue(units, unit)).toBe(next))

describe('texts of a verification', () => {
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

  test('documents that were decided, with who ticked what or why not', () => {
    const submission = (id: string, reason: string | null) => ({
      id,
      reason,
      submittedAt: '2026-03-01T10:00:00Z',
      decidedAt: `2026-03-0${id}T10:00:00Z`,
    })
    const ticks = [{ field: 'registration' as const, onFile: 'LK72 VNF' }]
    expect(
      decidedEntries([
        { label: 'MOT certificate', isApproved: true, decidedBy: 'Ana', ticks, submission: submission('2', null) },
        {
          label: 'V5C log book',
          isApproved: false,
          decidedBy: null,
          ticks: [],
          submission: submission('5', 'Blurred.'),
        },
      ]),
    ).toEqual([
      {
        id: '2',
        at: '2026-03-02T10:00:00Z',
        by: 'Ana',
        text: 'approved MOT certificate. Ticked: Registration LK72 VNF',
      },
      { id: '5', at: '2026-03-05T10:00:00Z', by: null, text: 'refused V5C log book: Blurred.' },
    ])
  })

  test.each([
    ['blocked', { reason: 'No show.' }, 'blocked the unit: No show.'],
    ['blocked', { reason: 'No show.', isUndone: true }, 'blocked the unit, and undid it: No show.'],
    ['lifted', { appeal: 'It was stolen.' }, 'lifted the block (The driver: It was stolen.)'],
    ['documents', { isUndone: true }, 'decided about documents, and undid it'],
  ] as const)('the history of a stop: %s %j', (kind, more, text) => {
    const event = { id: '1', kind, at: '2026-03-02T10:00:00Z', by: 'Ana', reason: null, appeal: null, isUndone: false }
    expect(stopEntries([{ ...event, ...more }])[0]?.text).toBe(text)
  })

  const standing = (label: string, as: Outlook['documents'][number]['standing']) => ({ label, standing: as })
  const approved = standing('MOT certificate', 'approved')

  test.each<[Outlook['status'], Partial<Outlook>, string]>([
    ['operating', {}, 'After this, the unit is operating'],
    [
      'insurance_expires_soon',
      { documents: [approved, standing('V5C', 'expiring')] },
      'After this, the unit is operating; expires soon: V5C',
    ],
    ['ready_to_start', {}, 'After this, it only needs working hours'],
    [
      'verification_completed',
      { lacks: ['area', 'bank_account'] },
      'Then it is verified; still missing from the profile: the area, the bank account',
    ],
    ['verification_failed', { documents: [standing('V5C', 'refused'), approved] }, 'Then verification has failed: V5C'],
    ['pending_verification', { documents: [standing('V5C', 'pending'), approved] }, 'Still to check after this: V5C'],
    ['pending_verification', {}, 'Still to check after this: its people'],
    [
      'not_ready_for_a_job',
      { documents: [standing('Goods in transit insurance', 'missing'), standing('V5C', 'expired'), approved] },
      'Still missing after this: Goods in transit insurance, V5C',
    ],
    ['not_ready_for_a_job', {}, 'Still missing after this: a person with a right-to-work check'],
    ['blocked', {}, 'It stays blocked'],
    ['deactivated', {}, 'It stays deactivated'],
    ['deactivated_by_you', {}, 'It stays paused by its driver'],
  ])('%s %j: what follows', (status, more, text) => {
    expect(outlookText({ status, lacks: [], documents: [approved], ...more })).toBe(text)
  })

  test.each([
    [{ kind: 'documents', approved: 2, refused: 1 }, '2 approved, 1 refused'],
    [{ kind: 'person', approved: 1, refused: 0 }, '1 approved'],
    [{ kind: 'lifted', approved: 0, refused: 0 }, 'block lifted'],
  ] as const)('%j was sent as "%s"', (decision, text) => expect(sentText(decision)).toBe(text))

  test('an approval takes every tick', () => {
    const checks = [
      { field: 'registration' as const, onFile: 'LK72 VNF' },
      { field: 'expires_on' as const, onFile: '01/03/2027' },
    ]
    expect([
      missingTicks(checks, []),
      missingTicks(checks, ['registration']),
      missingTicks(checks, ['registration', 'expires_on']),
    ]).toEqual([2, 1, 0])
  })
})
