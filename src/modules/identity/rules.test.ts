import { describe, expect, it } from 'vitest'
import { renderMail } from '#modules/notifications/mail-templates.ts'
import { commonStems } from './passwords/data.ts'
import { isCommon, passwordFlaw } from './passwords/rules.ts'
import { verificationMail } from './registration/messages.ts'
import { deviceOf } from './rules.ts'
import { codeOf, newRecoveryCodes, newTotpSecret, otpauthUri, stepOfCode } from './two-step/gateway.ts'
import { smsFlaw } from './verification/rules.ts'

describe('passwordFlaw', () => {
  it.each([
    'Moving-day-1',
    'a1a2b7zq',
    'correct horse battery 9 staple',
    `~!@#$%^&*()_+-={}[]|\\:;"'<>,.?/ a1`,
    `x7${'q'.repeat(20)}zk`.padEnd(128, 'mw'),
    'Ho4&wq!zPl',
    'kettle-on-at-7',
  ])('%s is accepted', (password) => {
    expect(passwordFlaw(password)).toBeUndefined()
  })

  it.each([
    ['a1b2', 'Use at least 8 characters.'],
    ['', 'Use at least 8 characters.'],
    [`a1${'x'.repeat(127)}`, 'Use at most 128 characters.'],
    ['12345678', 'Add a letter.'],
    ['abcdefgh', 'Add a digit.'],
    ['pässwort99x', 'Use English letters, digits and the symbols of your keyboard.'],
    ['tabs\there1', 'Use English letters, digits and the symbols of your keyboard.'],
  ])('%s: %s', (password, flaw) => {
    expect(passwordFlaw(password)).toBe(flaw)
  })
})

describe('T-010: the commonest are refused', () => {
  it.each([
    'password1',
    'Password1',
    'P@ssw0rd',
    'p4ssword1',
    'Passw0rd!',
    'password123',
    'PASSWORD2026',
    '1password',
    'mypassword1',
    'abc12345',
    'abcd1234',
    'a1b2c3d4',
    '1q2w3e4r',
    '1qaz2wsx',
    'qwerty12',
    'qwerty123',
    'Qwerty123!',
    'asdf1234',
    'zxcvbnm1',
    'iloveyou1',
    'letmein1',
    'welcome1',
    'Welcome2024',
    'monkey123',
    'dragon12',
    'liverpool1',
    'Arsenal2025',
    'chelsea1',
    'charlie1',
    'sunshine1',
    'princess1',
    'football1',
    'admin123',
    'summer2026',
    'aaaaaaa1',
    '1111111a',
    'vanfare1',
    'Vanfare2026',
    'ManAndVan1',
    'man-and-van1',
    'removals1',
    'dragondragon1',
    'trustno1',
    'starwars1',
    '123qweasd',
    'qwe12345',
    'superman99',
    'm1chael1',
    'daniel007',
  ])('%s', (password) => {
    expect(isCommon(password)).toBe(true)
  })

  it('three thousand and more of the usual decorations of the usual words that pass the rule otherwise', () => {
    const tails = ['1', '12', '123', '1234', '01', '007', '99', '1!', '123!', '2024', '2025', '2026']
    const decorated = [...commonStems].flatMap((stem) => tails.map((tail) => `${stem}${tail}`))
    const matching = decorated.filter((password) => password.length >= 8)
    expect(matching.length).toBeGreaterThan(3000)
    expect(matching.filter((password) => passwordFlaw(password) === undefined)).toEqual([])
  })
})

describe('registration mails', () => {
  it.each([
    ['customer', 'the booking goes to the driver as soon as you confirm', 'set up your profile'],
    ['driver', 'set up your profile', 'booked a move'],
  ] as const)('a %s reads what follows for them, in text and HTML', (userRole, own, others) => {
    const { mail } = verificationMail({
      userRole,
      firstName: 'Ailsa',
      url: 'https://v.example/',
      origin: 'just now',
      others: [],
    })
    const { text, html } = renderMail(mail, { sender: 'Vanfare' })
    for (const body of [text, html]) {
      expect(body).toContain(own)
      expect(body).not.toContain(others)
      expect(body).toContain('the account stays closed')
    }
  })
})

describe('sessions', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'Another program'],
    ['<script>alert(1)</script>', 'Another program'],
    ['', null],
    [null, null],
  ])('%s is %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device)
  })
})

describe('two-step login', () => {
  /** RFC 6238, appendix B: the secret "12345678901234567890", SHA-1, the last six of its eight digits. */
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds the code is %s', (seconds, code) => {
    expect(codeOf(secret, Math.floor(seconds / 30))).toBe(code)
    expect(stepOfCode(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  it('a clock may be off by one step, not by two', () => {
    const code = codeOf(secret, 1000)
    const at = (step: number) => stepOfCode(secret, code, new Date(step * 30_000))
    expect([998, 999, 1000, 1001, 1002].map(at)).toEqual([undefined, 1000, 1000, 1000, undefined])
  })

  it.each(['', '12345', '1234567', 'abcdef', '12 456', '１２３４５６'])('%j is no code', (code) => {
    expect(stepOfCode(secret, code, new Date(59_000))).toBeUndefined()
  })

  it('secrets have 160 bits, and recovery codes can be told apart when read aloud', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z02-9]{5}-[a-hjkmnp-z02-9]{5}$/)
  })

  it('the link is one that authenticator apps read', () => {
    expect(otpauthUri('jane+1@example.com', 'ABC')).toBe(
      'otpauth://totp/Vanfare%3Ajane%2B1%40example.com?secret=ABC&issuer=Vanfare&algorithm=SHA1&digits=6&period=30',
    )
  })
})

describe('verification', () => {
  it.each([
    ['+447700900123', undefined],
    ['+447912345678', undefined],
    ['+447012345678', 'Use a UK mobile number: it starts with +447.'], // 070: a personal number, dear
    ['+449098790000', 'Use a UK mobile number: it starts with +447.'], // 09: premium
    ['+448712345678', 'Use a UK mobile number: it starts with +447.'],
    ['+442079460123', 'Use a UK mobile number: it starts with +447.'],
    ['+4477009001234', 'Use a UK mobile number: it starts with +447.'],
    ['+33612345678', 'We can’t send codes to numbers of this country.'],
    ['+19005550123', 'We can’t send codes to numbers of this country.'],
    ['+881612345678', 'We can’t send codes to numbers of this country.'], // satellite
  ])('T-028: %s: %s', (phone, flaw) => {
    expect(smsFlaw(phone, ['+44'])).toBe(flaw)
  })

  it('other countries are a matter of configuration', () => {
    expect(smsFlaw('+353861234567', ['+44', '+353'])).toBeUndefined()
  })
})
