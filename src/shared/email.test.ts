import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailKey, parseEmail } from './email.ts'

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
