import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { commonHeaders, contentSecurityPolicy, hashInlineScripts } from './page-headers.ts'

const sha = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`

test('T-092: a kept page knows our inline scripts by their hash, and an injected one stays unknown', () => {
  const page =
    '<script nonce="N1">ours()</script><script>injected()</script><script nonce="guess">alsoInjected()</script>' +
    '<script nonce="N1" src="/assets/a.js"></script>'
  const { html, sources } = hashInlineScripts(page, 'N1')
  expect(sources).toEqual([sha('ours()')])
  expect(html).toBe(
    '<script>ours()</script><script>injected()</script><script nonce="guess">alsoInjected()</script>' +
      '<script src="/assets/a.js"></script>',
  )
})

test('the policy allows our origin and the named scripts, and no inline script or style besides', () => {
  const policy = contentSecurityPolicy(['nonce-abc'], false)
  expect(policy).toContain("script-src 'self' 'nonce-abc';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toContain('http')
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(contentSecurityPolicy([], true)).toContain('upgrade-insecure-requests')
})

test('browsers are told to insist on https only where we are reached by it', () => {
  expect(commonHeaders(false)).not.toHaveProperty('strict-transport-security')
  expect(commonHeaders(true)['strict-transport-security']).toMatch(/^max-age=\d+/)
})
