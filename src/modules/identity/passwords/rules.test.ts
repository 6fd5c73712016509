import { describe, expect, test } from 'vitest'
import { commonStems } from './data.ts'
import { isCommon, passwordFlaw } from './rules.ts'

describe('passwordFlaw', () => {
  test.each([
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

  test.each([
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
  test.each([
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

  test('three thousand and more of the usual decorations of the usual words that pass the rule otherwise', () => {
    const tails = ['1', '12', '123', '1234', '01', '007', '99', '1!', '123!', '2024', '2025', '2026']
    const decorated = [...commonStems].flatMap((stem) => tails.map((tail) => `${stem}${tail}`))
    const matching = decorated.filter((password) => password.length >= 8)
    expect(matching.length).toBeGreaterThan(3000)
    expect(matching.filter((password) => passwordFlaw(password) === undefined)).toEqual([])
  })
})
