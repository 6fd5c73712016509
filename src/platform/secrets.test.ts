import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { digestOf, newSecret, seal, unseal } from './secrets.ts'

test('a secret is 43 URL-safe characters and none comes twice', () => {
  const made = Array.from({ length: 1000 }, newSecret)
  for (const secret of made) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(new Set(made).size).toBe(1000)
})

test('what was sealed opens with the same key and label only', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const label = digestOf('one')
  const sealed = seal(key, label, 'the next token')
  expect(unseal(key, label, sealed)).toBe('the next token')
  expect(sealed).not.toContain('next')
  expect(() => unseal(other, label, sealed)).toThrow('unable to authenticate')
  expect(() => unseal(key, digestOf('two'), sealed)).toThrow('unable to authenticate')
  expect(() => unseal(key, label, `${sealed.slice(0, -2)}AA`)).toThrow('unable to authenticate')
})
