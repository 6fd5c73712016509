import { expect, test } from 'vitest'
import { codeOf, newRecoveryCodes, newTotpSecret, otpauthUri, stepOfCode } from './gateway.ts'

/** RFC 6238, appendix B: the secret "12345678901234567890", SHA-1, the last six of its eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
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

test('a clock may be off by one step, not by two', () => {
  const code = codeOf(secret, 1000)
  const at = (step: number) => stepOfCode(secret, code, new Date(step * 30_000))
  expect([998, 999, 1000, 1001, 1002].map(at)).toEqual([undefined, 1000, 1000, 1000, undefined])
})

test.each(['', '12345', '1234567', 'abcdef', '12 456', '１２３４５６'])('%j is no code', (code) => {
  expect(stepOfCode(secret, code, new Date(59_000))).toBeUndefined()
})

test('secrets have 160 bits, and recovery codes can be told apart when read aloud', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z02-9]{5}-[a-hjkmnp-z02-9]{5}$/)
})

test('the link is one that authenticator apps read', () => {
  expect(otpauthUri('jane+1@example.com', 'ABC')).toBe(
    'otpauth://totp/Vanfare%3Ajane%2B1%40example.com?secret=ABC&issuer=Vanfare&algorithm=SHA1&digits=6&period=30',
  )
})
