import { describe, expect, test } from 'vitest'
import { likelyEmail } from './likely-email.ts'

describe('likelyEmail', () => {
  test.each([
    ['jo@gmial.com', 'jo@gmail.com'],
    ['jo@gmail.con', 'jo@gmail.com'],
    ['jo@gmail.co', 'jo@gmail.com'],
    ['jo@gmal.com', 'jo@gmail.com'],
    ['Jo.B@Hotmial.co.uk', 'Jo.B@hotmail.co.uk'],
    ['jo@yaho.co.uk', 'jo@yahoo.co.uk'],
    ['jo@btinternt.com', 'jo@btinternet.com'],
    ['jo@iclould.com', 'jo@icloud.com'],
    ['jo@outlok.com', 'jo@outlook.com'],
  ])('%s was probably %s', (text, meant) => expect(likelyEmail(text)).toBe(meant))

  test.each([
    'jo@gmail.com',
    'jo@mail.com',
    'jo@ymail.com',
    'jo@example.com',
    'jo@pennantmoves.co.uk',
    'jo@we.com',
    'jo',
    '',
  ])('%s looks like no slip', (text) => expect(likelyEmail(text)).toBeNull())
})
