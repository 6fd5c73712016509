import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getVerification } from '#modules/onboarding/verification/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, download, handInDocuments, must } from '#test/support/driver.ts'
import { pdf, writtenPdf } from '#test/support/pdfs.ts'
import { signIn } from '#test/support/session.ts'
import { bytesUnused } from './commands.ts'
import { sourceOf } from './gateway.ts'
import { drawKeptDocuments } from './document-pages-commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const rows = () => app.ctx.db.selectFrom('files.file').selectAll().orderBy('createdAt').orderBy('id').execute()

async function bytesUnder(key: string) {
  const file = await app.ctx.services.storage.read(key)
  return file && (await buffer(file.stream))
}

/** The file is a PDF stored before pages were drawn. */
async function storePdf(id: string, bytes: Buffer) {
  const { storage } = app.ctx.services
  const key = id.replaceAll('-', '').padEnd(48, '0')
  await storage.put(key, sourceOf(bytes))
  const old = { storage_key: key, content_type: 'application/pdf', width: null, height: null, bytes: bytes.length }
  await app.ctx.db.updateTable('files.file').set(old).where('id', '=', id).execute()
  return key
}

test('a PDF that was kept before becomes its pages, one that does more stays unshown, and both only once', async () => {
  const driver = await aDriver(app)
  await handInDocuments(app, driver)
  const active = pdf({ objects: ['<< /S /Launch >>'] })
  const [first, second, ...others] = await rows()
  const drawn = await storePdf(first?.id ?? '', writtenPdf(2))
  const refused = await storePdf(second?.id ?? '', active)

  const admin = await signIn(app, 'admin')
  const seen = async () =>
    (await must(app.call(admin.bearer)(getVerification, { params: { id: driver.unitId } }))).documents
  const beingDrawn = async () => (await seen()).filter(({ newest }) => newest?.isBeingDrawn).length
  expect(await beingDrawn()).toBe(2)
  expect([await drawKeptDocuments(app.ctx), await drawKeptDocuments(app.ctx)]).toEqual([2, 0])

  await app.runJobs(bytesUnused)
  expect([await bytesUnder(drawn), await bytesUnder(refused)]).toEqual([undefined, active])
  const after = await rows()
  const pages = after.filter(({ uploadId: upload }) => upload === first?.uploadId)
  expect(pages.map(({ id, page, contentType: type }) => [id === first?.id, page, type])).toEqual([
    [true, 1, 'image/webp'],
    [false, 2, 'image/webp'],
  ])
  expect(after.filter(({ id }) => others.some((other) => other.id === id))).toEqual(others)

  expect(await beingDrawn()).toBe(0)
  const documents = await seen()
  const shown = documents.flatMap(({ newest }) => (newest ? [newest.files.map((file) => file.pages.length)] : []))
  expect(shown.filter((files) => files.length === 0)).toHaveLength(1)
  expect(shown.filter(([count]) => count === 2)).toHaveLength(1)
  const url = documents.flatMap(({ newest }) => newest?.files ?? []).find((file) => file.pages.length === 2)
    ?.pages[1]?.url
  expect((await download(app, admin.bearer, url ?? '')).headers['content-type']).toBe('image/webp')
})
