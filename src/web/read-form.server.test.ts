import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { configContext, type PublicConfig } from '#web/kit/page/context.ts'
import { action as askForPassword } from '#web/account/session/forgot-password.ts'
import { action as logIn } from '#web/account/session/login.ts'
import { action as logOut } from '#web/account/session/logout.ts'
import { action as register } from '#web/account/session/register.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'
import { readForm, readJson } from '#web/kit/forms/answer.server.ts'

const sent = (type: string, body: string) =>
  new Request('https://vanfare.example/session/login', {
    method: 'POST',
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
    body,
  })

type Action = (asked: PageRequest) => Promise<unknown>

const wrong: [string, string, number][] = [
  ['application/json', '{"email":"a@example.com"}', 415],
  ['text/plain', 'email=a', 415],
  ['application/x-www-form-urlencodedx', 'email=a', 415],
  ['multipart/form-data; boundary=x', 'no parts', 400],
]

describe('a body that is no form', () => {
  test.each(wrong)('as %s: %s is %i', async (type, body, status) => {
    await expect(readForm(sent(type, body))).rejects.toMatchObject({ status })
  })

  const actions = { askForPassword, logIn, logOut, register } as unknown as Record<string, Action>
  test.each(Object.entries(actions))('%s says so, and no fault of ours', async (_, action) => {
    const context = new RouterContextProvider()
    context.set(configContext, { publicUrl: 'https://vanfare.example' } as PublicConfig)
    for (const [type, body, status] of wrong)
      await expect(action({ request: sent(type, body), context })).rejects.toMatchObject({ status })
  })
})

test('a form is read as it was sent', async () => {
  const form = await readForm(sent('application/x-www-form-urlencoded;charset=UTF-8', 'email=a%40example.com'))
  expect(Object.fromEntries(form)).toEqual({ email: 'a@example.com' })
})

describe('JSON that is not what the page’s action relies on', () => {
  const shape = z.object({ unitId: z.string(), districts: z.array(z.string()) })
  const right = { unitId: 'a', districts: ['E17'] }
  test.each(['', 'null', '[]', '7', '{"unitId":"a"}', '{"unitId":"a","districts":"E17"}', '{'])(
    '%j is refused',
    async (body) => {
      await expect(readJson(sent('application/json', body), shape)).rejects.toMatchObject({ status: 400 })
    },
  )
  test('the right one is read', async () => {
    expect(await readJson(sent('application/json', JSON.stringify(right)), shape)).toEqual(right)
  })
})
