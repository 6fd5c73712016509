import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { redirect } from 'react-router'
import { expect, test, describe } from 'vitest'
import { noAnswerOf, orUnreachable } from './answer.ts'

test.each([
  [0, /Check your connection/],
  [500, /at our end, not yours/],
  [502, /at our end, not yours/],
  [429, /very busy/],
  [503, /very busy/],
])('after %i it says what is true', (status, sentence) => {
  const { detail } = noAnswerOf(status)
  expect(detail).toMatch(sentence)
  expect(/connection/.test(detail)).toBe(status === 0)
})

/** The router’s error for an answer that was no page of ours. */
const answered = (status: number) => ({ status, statusText: '', internal: false, data: null })

describe('a form that is sent', () => {
  test('is answered', async () => {
    expect(await orUnreachable(() => Promise.resolve({ ok: true }))).toEqual({ ok: true })
  })

  test.each([
    ['no network', new TypeError('Failed to fetch')],
    ['a proxy without a server', answered(502)],
  ])('stays on its page with %s', async (_, failure) => {
    const reply = await orUnreachable(() => Promise.reject(failure))
    expect(reply).toMatchObject({ data: { ok: false, detail: expect.stringContaining('Check your connection') } })
    // The router does not reload the page at status 400 or above.
    expect(reply).toMatchObject({ init: { status: 503 } })
  })

  test.each([
    ['a page that is somebody else’s', answered(403)],
    ['a way to another page', redirect('/')],
    ['a defect', new Error('a defect')],
  ])('leaves %s as it is', async (_, failure) => {
    await expect(orUnreachable(() => Promise.reject(failure))).rejects.toBe(failure)
  })
})

const web = join(import.meta.dirname, '../..')

test('every page with something typed stays when it cannot be sent', () => {
  const pages = ['account', 'admin', 'driver'].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => join(folder, name)),
  )
  const sourceOf = (page: string) => readFileSync(join(web, page), 'utf8')
  const sending = pages.filter((page) => sourceOf(page).includes('async function action('))
  const losing = sending.filter((page) => !/\b(?:orUnreachable|submitWithFallback)\(/.test(sourceOf(page)))
  // Four whose button has nothing typed beside it, one whose script sends without the router, and one that the browser itself sends.
  expect(losing.toSorted()).toEqual([
    'account/emailed-links/change-email.tsx',
    'account/emailed-links/login-link.tsx',
    'account/login/login.tsx',
    'account/login/register.tsx',
    'account/settings/delete-account.tsx',
    'driver/settings/confirm-bank-account.tsx',
  ])
  expect(sending.length).toBeGreaterThan(15)
})
