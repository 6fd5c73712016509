import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailKey, parseEmail, likelyEmail } from './email.ts'
import { normalisePhone, parsePhone, readablePhone } from './phone.ts'

describe('parseEmail', () => {
  test.each([
    ['jane@example.com', 'jane@example.com'],
    ['  jane@example.com ', 'jane@example.com'],
    ["j.o'hara+moves@mail.example.co.uk", "j.o'hara+moves@mail.example.co.uk"],
    ['hello@vans.london', 'hello@vans.london'],
    ['helo@faniau.wales', 'helo@faniau.wales'],
    ['a@b.uk', 'a@b.uk'],
    ['Jane@Example.COM', 'Jane@Example.COM'],
    ['x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
    ['jane@example.com,', 'jane@example.com'],
    ['Jane <jane@example.com>;', 'jane@example.com'],
    ['"Smith, Jane" <jane@example.com>', 'jane@example.com'],
    ['mailto:jane@example.com', 'jane@example.com'],
    ['mailto:jane@example.com?subject=Our%20move', 'jane@example.com'],
    ["'jane@example.com'", 'jane@example.com'],
    ['“jane@example.com”,', 'jane@example.com'],
    ['(jane@example.com)', 'jane@example.com'],
    ["Jane <'jane@example.com'>", 'jane@example.com'],
    ['\u202Ajane@exam\u200Bple.com\u202C', 'jane@example.com'],
    ['jane@müller.de', 'jane@xn--mller-kva.de'],
    [`a@b.${'c'.repeat(63)}`, `a@b.${'c'.repeat(63)}`],
  ])('%s is an address', (text, address) => {
    expect(parseEmail(text)).toBe(address)
  })

  test.each([
    '',
    'jane',
    'jane@',
    '@example.com',
    'jane@example',
    'jane@example.c',
    'jane@example.c0m',
    'jane@example..com',
    'jane@.example.com',
    'jane@-example.com',
    'jane@example-.com',
    '.jane@example.com',
    'jane.@example.com',
    'ja..ne@example.com',
    'ja ne@example.com',
    'jane@exa mple.com',
    'jane@@example.com',
    'jane@one@example.com',
    '"jane"@example.com',
    'jane(comment)@example.com',
    'Jane <jane@example.com> <',
    'jane@example.com.',
    'jané@müller.de',
    'jane@example.com\r\nBcc: other@example.com',
    'jane@example.com,other@example.com',
    'jané@example.com',
    'jane@exаmple.com', // a Cyrillic letter
    'jane@[127.0.0.1]',
    'jane@127.0.0.1',
    `${'a'.repeat(65)}@example.com`,
    `jane@${'a'.repeat(64)}.com`,
    `jane@${'a.'.repeat(130)}com`,
    `a@b.${'c'.repeat(64)}`,
  ])('%j is no address', (text) => {
    expect(parseEmail(text)).toBeNull()
  })
})

describe('emailKey', () => {
  test('case and outer spaces do not tell addresses apart', () => {
    expect(emailKey(' Jane@EXAMPLE.com ')).toBe('jane@example.com')
  })

  test('T-048: the key of a key is the key, and every accepted address has an accepted key', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const parsed = parseEmail(address)
        if (parsed === null) return
        const key = emailKey(parsed)
        expect(emailKey(key)).toBe(key)
        expect(parseEmail(key)).toBe(key)
      }),
    )
  })
})

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
    ['0800 123456', '+44800123456'],
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
    ['+353 (0)87 123 4567', '+353871234567'],
    ['0033 (0)6 12 34 56 78', '+33612345678'],
    ['“07700 900123”,', '+447700900123'],
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
    '020 7946 012',
    '+44 20 7946 012',
    '0333 123 456',
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

describe('readable phone numbers', () => {
  test.each([
    ['+442079460123', '020 7946 0123'],
    ['+447700900123', '07700 900123'],
    ['+441914960123', '0191 496 0123'],
    ['+441134960123', '0113 496 0123'],
    ['+441632960123', '01632 960123'],
    ['+448081570123', '0808 157 0123'],
    ['+33123456789', '+33123456789'],
  ])('%s reads as %s', (phone, text) => {
    expect(readablePhone(phone)).toBe(text)
  })
})
