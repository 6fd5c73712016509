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
    ['\u202A+44 7700 900123\u202C', '+447700900123'],
    ['tel:+44-7700-900123', '+447700900123'],
    ['abc', '+abc'],
  ])('%j becomes %j', (text, phone) => {
    expect(normalisePhone(text)).toBe(phone)
  })

  test('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }).filter((text) => !text.replaceAll(/\D/g, '').startsWith('0')),
        (text) => {
          const normalised = normalisePhone(text)
          expect(normalisePhone(normalised)).toBe(normalised)
        },
      ),
    )
  })
})

describe('parsePhone', () => {
  test.each([
    ['07700 900123', '+447700900123'],
    ['07700-900123', '+447700900123'],
    ['(020) 7946 0123', '+442079460123'],
    ['016977 2345', '+44169772345'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['+44 07700 900123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['0044 (0) 7700 900123', '+447700900123'],
    ['447700900123', '+447700900123'],
    ['+447700900123', '+447700900123'],
    ['\u202A+44 7700 900123\u202C', '+447700900123'],
    ['7700900123', '+447700900123'],
    ['07700/900123', '+447700900123'],
    ['+1234567890', '+1234567890'],
    ['+123456789012345', '+123456789012345'],
    ['+1 202 555 0123', '+12025550123'],
    ['+39 06 1234 5678', '+390612345678'],
    ['00 33 1 23 45 67 89', '+33123456789'],
  ])('%s is %s', (text, phone) => {
    expect(parsePhone(text)).toBe(phone)
  })

  test.each([
    '',
    '0',
    '+',
    '07700 90012',
    '07700 9001234',
    '0770 090',
    '07700 90012x',
    '+44 (0)',
    '+44 7700 90012',
    '+44 7700 9001234',
    '447700 90012',
    '0'.repeat(12),
    '+123456789',
    '+1234567890123456',
    '+44 7700 90012x',
    '++447700900123',
    '+٤٤٧٧٠٠٩٠٠١٢٣',
    '1'.repeat(100_000),
  ])('%.40s is no number', (text) => {
    expect(parsePhone(text)).toBeNull()
  })

  test('a number that was read is read as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[+0-9 ()-]{0,45}$/), (text) => {
        const phone = parsePhone(text) ?? '+447700900123'
        expect(parsePhone(phone)).toBe(phone)
      }),
    )
  })
})
