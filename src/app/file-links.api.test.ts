import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import { statements } from '#modules/billing/documents/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { wordsOf } from '#test/support/pdf.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { serveFileLinks } from './file-links.ts'
import { createVisit } from './web-session.ts'

let app: TestApp
let bearer: string
let path: string
let owner: string
beforeAll(async () => {
  app = await createTestApp({
    prepare: async (made) => {
      serveFileLinks(made.fastify, { isHttps: false, visit: createVisit(made) })
    },
  })
  app.clock.set('2026-11-20T09:00:00Z')
  const unit = await aUnit(app, { company: { pencePerHour: 5000 } })
  const booking = await aFinishedBooking(app)
  await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
  app.clock.set('2026-12-01T09:00:00Z')
  const { id } = await createPerson(app, { role: 'admin' })
  ;({ bearer } = await sessionFor(app, id))
  ;({ bearer: owner } = await sessionFor(app, unit.company.owner.id))
  const body = { startDate: '2026-11-01', endDate: '2026-11-30' }
  const made = await must(app.call(bearer)(statements.create, { params: { id: unit.id }, body }))
  path = `/files/admin/statements/${made.id}/download-report/`
})
afterAll(() => app.close())

const follow = (url: string, who?: string) =>
  app.app.fastify.inject({ url, headers: who ? { cookie: `authData=${who}:${'d'.repeat(24)}` } : {} })

test('a link without script gives the file to the person whose cookie came with it', async () => {
  const answer = await follow(path, bearer)
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="statement-draft.pdf"',
  ])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store, private',
    'x-content-type-options': 'nosniff',
  })
  expect(await wordsOf(answer.rawPayload)).toContain('This is a draft')
})

test('a visitor is sent home, and nobody else gets it; the refusal is a sentence', async () => {
  const visitor = await follow(path)
  expect([visitor.statusCode, visitor.headers.location]).toEqual([303, '/'])
  const stranger = await follow(path, owner)
  expect([stranger.statusCode, stranger.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8'])
  expect(stranger.body).toBe('Your account can’t do this.\n')
  const none = await follow('/files/admin/invoices/download-all-drivers-pdf/?start_date=01/01/2040', bearer)
  expect([none.statusCode, none.body]).toEqual([409, 'no data\n'])
  // Only files are linked: a cookie alone sends no mail.
  expect((await follow(path.replace('download-report', 'send'), bearer)).statusCode).toBe(404)
})
