import { describe, expect, it } from 'vitest'
import { HIDDEN } from '../redaction/rules.ts'
import { LAST_CHARACTERS, lastMessageOf, type LastMessageRow } from './rules.ts'

const row: LastMessageRow = {
  side: 'customer',
  authorId: 'priya',
  author: 'Priya',
  text: 'Ring 07700 900123.',
  photosCount: 0,
  isRemoved: false,
  at: '2026-11-20T09:00:00+00:00',
}
const mover = { userId: 'sam', side: 'company', status: 'new_booking' } as const
const priya = { userId: 'priya', side: 'customer', status: 'new_booking' } as const

describe('the last message', () => {
  it('is nothing while nobody has written', () => expect(lastMessageOf(null, priya)).toBeNull())

  it.each([
    ['its author', priya, { author: 'Priya', isOwn: true, text: 'Ring 07700 900123.' }],
    ['the company before it is confirmed', mover, { author: 'Customer', isOwn: false, text: `Ring ${HIDDEN}.` }],
    ['the company afterwards', { ...mover, status: 'confirmed' as const }, { author: 'Priya', text: row.text }],
  ])('is read by %s', (_who, reader, shown) => expect(lastMessageOf(row, reader)).toMatchObject(shown))

  it('has neither words nor photos once the office has removed it', () =>
    expect(lastMessageOf({ ...row, photosCount: 2, isRemoved: true }, priya)).toMatchObject({
      text: '',
      photosCount: 0,
      isRemoved: true,
    }))

  it('is cut after numbers were taken out: a number at the cut leaves no digit', () => {
    const text = `${'x'.repeat(LAST_CHARACTERS - 6)} 07700 900123`
    expect(lastMessageOf({ ...row, text }, mover)?.text).not.toMatch(/\d/)
  })
})
