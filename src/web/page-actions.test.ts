import type { RouteConfigEntry } from '@react-router/dev/routes'
import { RouterContextProvider, type ActionFunction } from 'react-router'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#platform/clock.ts'
import { action as sendForm } from '#web/account/session/forms.ts'
import { action as logOut } from '#web/account/session/logout.ts'
import { readForm, readJson } from '#web/kit/forms/answer.server.ts'
import {
  fillContext,
  type RequestValues,
  type SessionUser,
  configContext,
  type PublicConfig,
} from '#web/kit/page/context.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'
import routes from './routes.ts'

/**
 * Tests what a page’s action does with a body that none of our pages sends: it refuses, or asks the API, which refuses.
 * It never throws, whatever `intent` or any other field contains.
 */
const publicUrl = 'https://vanfare.example'

const person: SessionUser = {
  id: '1',
  userRole: 'driver',
  isHired: false,
  firstName: 'Jo',
  lastName: null,
  email: 'jo@example.test',
  phone: null,
}

const refused = { status: 422, code: 'invalid', title: 'Invalid fields', detail: 'No.', type: 'about:blank' }

const contextAs = (userRole: SessionUser['userRole'] | null): RouterContextProvider =>
  fillContext(new RouterContextProvider(), {
    call: () => Promise.resolve({ ok: false, status: 422, problem: refused }),
    session: userRole && { ...person, userRole, ...(userRole === 'admin' ? { staffRole: 'owner' } : {}) },
    path: '/admin/account',
    nonce: '',
    config: { publicUrl } as RequestValues['config'],
    reference: '',
    liveFrom: null,
    report: () => undefined,
    pace: () => Promise.resolve(),
    edition: {},
    clock: systemClock,
  })

/** Every name that an object has without anybody having put it there, and other texts that are no intent. */
const hostileNames = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Function.prototype),
  '',
  'prototype',
  '0',
  'save ',
  'x'.repeat(5000),
  '\u0000',
  '💥',
]

const fields = ['intent', 'unitId', 'companyId', 'token', 'next', 'user_role', 'key', 'phone', 'in']

const formOf = (values: Record<string, string>): RequestInit => ({ body: new URLSearchParams(values) })
const jsonOf = (text: string): RequestInit => ({ body: text, headers: { 'content-type': 'application/json' } })

const bodies: RequestInit[] = [
  ...hostileNames.flatMap((name) => [
    formOf({ intent: name }),
    formOf(Object.fromEntries(fields.map((field) => [field, name]))),
    jsonOf(JSON.stringify({ intent: name })),
    jsonOf(JSON.stringify({ key: name, body: { request: name, bookingToken: name } })),
  ]),
  formOf({}),
  ...[
    'null',
    '[]',
    '7',
    '"intent"',
    '{',
    '',
    '{"intent":{}}',
    '{"intent":["save"]}',
    '{"__proto__":{"intent":"save"}}',
  ].map(jsonOf),
  ...['{"key":"k","body":{}}', '{"key":"k","body":[]}', '{"key":"k","body":{"request":null}}'].map(jsonOf),
  { body: 'no parts', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  { body: 'intent=save', headers: { 'content-type': 'text/plain' } },
  { body: new Uint8Array([255, 254, 0]), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
]

const filesOf = (entries: RouteConfigEntry[]): { path: string; file: string }[] =>
  entries.flatMap(({ path, file, children = [] }) => [...(path ? [{ path, file }] : []), ...filesOf(children)])

const textOf = async (init: RequestInit) => (await new Response(init.body).text()).slice(0, 60)

async function outcomeOf(action: ActionFunction, request: Request, userRole: SessionUser['userRole'] | null) {
  try {
    await action({ request, context: contextAs(userRole), params: {} } as unknown as Parameters<ActionFunction>[0])
    return undefined
  } catch (thrown) {
    const status = thrown instanceof Response ? thrown.status : (thrown as { init?: { status?: number } }).init?.status
    return typeof status === 'number' && status < 500 ? undefined : String(thrown)
  }
}

const modules = import.meta.glob<{ action?: ActionFunction }>('./**/*.{ts,tsx}')

describe('T-014: the actions of the pages', async () => {
  const pages = filesOf(routes)
  const actions: [string, ActionFunction][] = []
  for (const { path, file } of pages) {
    const { action } = (await modules[`./${file}`]?.()) ?? {}
    if (action) actions.push([path, action])
  }

  test('are found in every room', () => {
    expect(actions.map(([path]) => path)).toEqual(
      expect.arrayContaining(['account', 'admin/account', 'customer-settings']),
    )
    expect(actions.length).toBeGreaterThan(25)
  })

  test.each(actions)('%s refuses what no page of ours sends', async (path, action) => {
    const failed: string[] = []
    for (const userRole of [null, 'customer', 'driver', 'admin'] as const)
      for (const init of bodies) {
        const headers = { ...(init.headers as Record<string, string> | undefined), origin: publicUrl }
        const request = new Request(`${publicUrl}/${path}`, { method: 'POST', ...init, headers })
        const failure = await outcomeOf(action, request, userRole)
        if (failure) failed.push(`${userRole} ${await textOf(init)}: ${failure}`)
      }
    expect(failed).toEqual([])
  })
})

describe('reading a form', () => {
  const sent = (type: string, body: string, form = 'login') =>
    new Request(`https://vanfare.example/session/${form}`, {
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

    const actions: [string, Action][] = [
      ...['login', 'register', 'forgot-password'].map((form): [string, Action] => [form, sendForm]),
      ['logout', logOut as unknown as Action],
    ]
    test.each(actions)('%s says so, and no fault of ours', async (form, action) => {
      const context = new RouterContextProvider()
      context.set(configContext, { publicUrl: 'https://vanfare.example' } as PublicConfig)
      for (const [type, body, status] of wrong)
        await expect(action({ request: sent(type, body, form), context })).rejects.toMatchObject({ status })
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
})
