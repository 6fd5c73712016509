// Every page of the office, as each role has it: open without a call that its endpoint refuses, or a sentence that says whose it is.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { STAFF_ROLES, type StaffRole } from '#shared/endpoint.ts'
import { mayOpen } from '#web/kit/office/office-pages.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { allPages } from '#test/support/pages.ts'
import { signIn } from '#test/support/session.ts'
import { withPages } from '#test/support/with-pages.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ prepare: withPages })
})
afterAll(() => app.close())

const officePages = allPages.filter((path) => /^\/(?:admin\/|special-booking$)/.test(path))

interface Opened {
  status: number
  text: string
  location: string | undefined
  /** The codes of the API's refusals that name a role or the second step. */
  refused: string[]
}

async function open({ app: { fastify } }: TestApp, path: string, bearer: string): Promise<Opened> {
  const inject = fastify.inject.bind(fastify)
  const refused: string[] = []
  const watched = async (asked: InjectOptions) => {
    const answer = await inject(asked)
    if (answer.statusCode === 403) refused.push(answer.json<{ code: string }>().code)
    return answer
  }
  Object.assign(fastify, { inject: watched })
  try {
    const cookie = `authData=${bearer}:${'r'.repeat(30)}`
    const { statusCode, body, headers } = await inject({ url: path, headers: { host: 'localhost', cookie } })
    return { status: statusCode, text: body, location: headers.location, refused }
  } finally {
    Object.assign(fastify, { inject })
  }
}

it.each(STAFF_ROLES)('opens to %s what is theirs, and says whose the others are', async (role: StaffRole) => {
  const found: Record<string, unknown> = {}
  for (const path of officePages) {
    const { bearer } = await signIn(app, 'admin', role)
    const { status, text, refused } = await open(app, path, bearer)
    const isNamed = text.includes('This page isn’t for your role')
    found[path] = [status, isNamed, refused]
  }
  expect(found).toEqual(
    Object.fromEntries(officePages.map((path) => [path, mayOpen(role, path) ? [200, false, []] : [403, true, []]])),
  )
})

it('shows in the menu only what the role may open', async () => {
  const { text } = await open(app, '/admin/content', (await signIn(app, 'admin', 'editor')).bearer)
  const menu = /<nav[^>]*aria-label="Admin".*?<\/nav>/s.exec(text)?.[0] ?? ''
  expect([...menu.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual(['/admin/content', '/admin/account'])
})

it('answers the data of a page of another role with the same refusal', async () => {
  const { bearer } = await signIn(app, 'admin', 'editor')
  expect(await open(app, '/admin/people.data', bearer)).toMatchObject({
    status: 403,
    text: expect.stringContaining('staff_role'),
  })
})

it('refuses the form of a page of another role before it does anything', async () => {
  const { bearer } = await signIn(app, 'admin', 'editor')
  const answer = await app.app.fastify.inject({
    method: 'POST',
    url: '/admin/statements/runs',
    headers: {
      host: 'localhost',
      origin: app.ctx.config.publicUrl,
      cookie: `authData=${bearer}:${'r'.repeat(30)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'month=2026-10',
  })
  expect([answer.statusCode, answer.body.includes('This page isn’t for your role')]).toEqual([403, true])
})

it('in production, leads staff without two-step login to where they set it up, from every page', async () => {
  const production = await createTestApp({ config: { appMode: 'production' }, prepare: withPages })
  try {
    const { bearer } = await signIn(production, 'admin')
    for (const path of officePages.filter((one) => one !== '/admin/account'))
      expect([path, await open(production, path, bearer)]).toMatchObject([
        path,
        { status: 302, location: '/admin/account', refused: [] },
      ])
    const account = await open(production, '/admin/account', bearer)
    expect([account.status, account.refused]).toEqual([200, []])
    expect(account.text).toContain('Set up two-step login to go on')
  } finally {
    await production.close()
  }
})
