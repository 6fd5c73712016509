import { expect, it } from 'vitest'
import { entriesOf, lastText, markText, whenText, type Message, type Note } from './message-texts.ts'

const message = (id: string, at: string, isOwn = false): Message => ({
  id,
  side: isOwn ? 'customer' : 'company',
  author: 'Dawn',
  isOwn,
  text: id,
  isHiddenInPart: false,
  isRemoved: false,
  isReported: false,
  photos: [],
  at,
  readAt: null,
})
const note = (kind: Note['kind'], at: string): Note => ({ kind, by: null, at })

const shown = {
  results: [
    message('three', '2026-11-21T10:00:00Z'),
    message('two', '2026-11-21T09:00:00Z', true),
    message('one', '2026-11-20T09:00:00Z'),
  ],
  notes: [note('created', '2026-11-19T09:00:00Z'), note('confirmed', '2026-11-20T10:00:00Z')],
  unread: 1,
  nextCursor: null,
}

const keys = (entries: ReturnType<typeof entriesOf>) =>
  entries.map((entry) => (entry.kind === 'day' ? entry.text : entry.key.split(' ')[0]))

it('messages and what happened are in order, by day, with a line before what is new', () => {
  expect(keys(entriesOf(shown, '2026-11-21'))).toEqual([
    'Thu 19 November',
    'created',
    'Fri 20 November',
    'one',
    'confirmed',
    'Today',
    'two',
    'new',
    'three',
  ])
})

it('what happened before the oldest message is on its own page', () => {
  const entries = entriesOf({ ...shown, results: shown.results.slice(0, 2), nextCursor: 'x' }, '2026-11-21')
  expect(keys(entries)).toEqual(['Today', 'two', 'new', 'three'])
})

it.each([
  [{ text: 'Hello', isOwn: true, hasPhotos: false }, 'You: Hello'],
  [{ text: '', isOwn: false, hasPhotos: true }, 'Photo'],
  [{ text: '', isOwn: false, hasPhotos: false }, 'Message removed'],
])('%j is listed as %s', (last, text) => {
  expect(lastText({ last })).toBe(text)
})

it('a name has two letters, and a moment of today its time', () => {
  expect([markText('Pennant & Daughters'), markText('Priya'), markText('')]).toEqual(['PD', 'P', ''])
  expect(whenText('2026-11-21T09:05:00Z', '2026-11-21')).toBe('09:05')
  expect(whenText('2026-11-20T09:05:00Z', '2026-11-21')).toBe('Fri 20 November')
})
