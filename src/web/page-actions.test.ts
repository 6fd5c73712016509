import { RouterContextProvider, type ActionFunction } from 'react-router'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { fillContext, type RequestValues, type SessionUser } from '#web/kit/page/context.ts'
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

  test('are found', () => {
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
