import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import { orUnsent } from './unsent.ts'

/** As the router tells of an answer that was no page of ours. */
const answered = (status: number) => ({ status, statusText: '', internal: false, data: null })

describe('a form that is sent', () => {
  test('is answered', async () => {
    expect(await orUnsent(() => Promise.resolve({ ok: true }))).toEqual({ ok: true })
  })

  test.each([
    ['no network', new TypeError('Failed to fetch')],
    ['a proxy without a server', answered(502)],
  ])('stays on its page with %s', async (_, failure) => {
    const said = await orUnsent(() => Promise.reject(failure))
    expect(said).toMatchObject({ data: { ok: false, detail: expect.stringContaining('Check your connection') } })
    // At or above 400 the router does not load the page anew.
    expect(said).toMatchObject({ init: { status: 503 } })
  })

  test.each([
    ['a page that is somebody else’s', answered(403)],
    ['a way to another page', redirect('/')],
    ['a defect', new Error('a defect')],
  ])('leaves %s as it is', async (_, failure) => {
    await expect(orUnsent(() => Promise.reject(failure))).rejects.toBe(failure)
  })
})

test('every page of the workplace that sends something stays when it cannot', () => {
  const folder = import.meta.dirname
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const sending = pages.filter((name) => readFileSync(join(folder, name), 'utf8').includes('async function action('))
  const losing = sending.filter((name) => !readFileSync(join(folder, name), 'utf8').includes('orUnsent('))
  // The button of the confirmation has nothing typed beside it.
  expect(losing).toEqual(['settings/confirm-bank-account.tsx'])
  expect(sending.length).toBeGreaterThan(10)
})
