import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalisePhone, parsePhone } from './phone.ts'

describe('normalisePhone', () => {
  test.each([
    ['', ''],
    ['   ', ''],
    ['+', ''],
    ['+44 7700 900123', '+447700900123'],
    ['447700900123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['+44 (0)7700-900.123', '+4407700900123'],
    ['abc', '+abc'],
  ])('%j becomes %j', (text, phone) => {
    expect(normalisePhone(text)).toBe(phone)
  })

  test('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }).filter((text) => !text.replaceAll(/\D/g, '').startsWith('0')),
        (text) => {
          const once = normalisePhone(text)
          expect(normalisePhone(once)).toBe(once)
        },
      ),
    )
  })
})

describe('parsePhone', () => {
  test.each([
    ['+44 7700 900123', '+447700900123'],
    ['+1234567890', '+1234567890'],
    ['+123456789012345', '+123456789012345'],
  ])('%s is a number', (text, phone) => {
    expect(parsePhone(text)).toBe(phone)
  })

  test.each([
    '',
    '+',
    '+123456789',
    '+1234567890123456',
    '07700 900123',
    '+44 7700 90012x',
    '++447700900123',
    '+٤٤٧٧٠٠٩٠٠١٢٣',
    '1'.repeat(100_000),
  ])('%.40s is no number', (text) => {
    expect(parsePhone(text)).toBeNull()
  })
})
