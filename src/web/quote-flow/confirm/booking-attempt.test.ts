import { expect, test } from 'vitest'
import { after, enter, note, run, van } from '#test/support/factories/draft.ts'
import { attemptFor, isAnswered, isKey } from './booking-attempt.ts'
import { draftReducer } from '../draft/draft.ts'
import { parseStoredDraft, toStoredDraft } from '../draft/stored-draft.ts'

const now = new Date('2026-11-20T09:00:00Z')
const started = (quoteId: string) => {
  const draft = run(enter('E17 4QH', 'BN1 4QL'), van('small_van'))
  return draftReducer(draft, { type: 'booking-sent', attempt: attemptFor(quoteId, draft.attempt) })
}

test('an open try keeps its key; another price, or a try after the answer, has its own', () => {
  const draft = started('q1')
  const key = draft.attempt?.key
  expect(isKey(key)).toBe(true)
  expect(attemptFor('q1', draft.attempt).key).toBe(key)
  expect(attemptFor('q2', draft.attempt).key).not.toBe(key)
  const answered = draftReducer(draft, { type: 'booking-answered' })
  expect(answered.attempt).toBeNull()
  expect(attemptFor('q1', answered.attempt).key).not.toBe(key)
})

test('what is typed meanwhile leaves the try open; a booked order has none', () => {
  const draft = started('q1')
  expect(draftReducer(draft, note('The cat is out')).attempt).toEqual(draft.attempt)
  expect(draftReducer(draft, { type: 'booking-cleared' }).attempt).toBeNull()
})

test('a try that waits for its answer outlives a reload', () => {
  const draft = started('q1')
  const restored = parseStoredDraft(toStoredDraft(draft, now))
  expect(restored?.attempt).toEqual(draft.attempt)
  expect(restored && draftReducer(run(), { type: 'draft-restored', draft: restored }).attempt).toEqual(draft.attempt)
})

test.each([7, 'x', {}, { key: 'short', quoteId: 'q1' }, { key: 'a\r\nb', quoteId: 'q1' }, { key: 'a'.repeat(32) }])(
  'T-118: a stored try of another form (%j) goes alone',
  (attempt) => {
    const order = after(enter('E17 4QH', 'BN1 4QL'))
    const stored = JSON.stringify({ timestamp: now.getTime(), order, isEditing: false, original: null, attempt })
    expect(parseStoredDraft(stored)).toMatchObject({ order: { date: order.date }, attempt: null })
  },
)

test.each([
  [0, false],
  [400, true],
  [401, true],
  [409, true],
  [422, true],
  [429, true],
  [500, false],
  [503, false],
])('after %i it is known what became of it: %s', (status, known) => {
  expect(isAnswered({ status })).toBe(known)
})
