import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Call } from '#shared/call.ts'
import { apiContext, configContext, type PublicConfig } from '#web/context.ts'
import { accountAction } from './account-action.server.ts'
import { codeError } from './phone-card.tsx'

/** What the API is sent for a form of the settings. */
async function sentFor(fields: Record<string, string>): Promise<unknown> {
  const sent: unknown[] = []
  const call = (_endpoint: unknown, input: unknown) => {
    sent.push(input)
    return Promise.resolve({ ok: true, status: 200, data: {} })
  }
  const context = new RouterContextProvider()
  context.set(apiContext, call as unknown as Call)
  context.set(configContext, { publicUrl: 'https://vanfare.example' } as PublicConfig)
  const request = new Request('https://vanfare.example/', { headers: { 'sec-fetch-site': 'same-origin' } })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  await accountAction({ request, context }, form)
  return sent
}

test.each(['phone-verify', 'two-step-confirm'])(
  '%s: a code in two groups, as apps show it, is the code',
  async (intent) => {
    expect(codeError(' 123 456 ')).toBeUndefined()
    expect(await sentFor({ intent, code: ' 123 456 ' })).toMatchObject([{ body: { code: '123456' } }])
  },
)

test.each(['', '12345', '123 45', '1234567', '12345a'])('%j is no code', (text) => {
  expect(codeError(text)).toBe('The code has six digits.')
})
