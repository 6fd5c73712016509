import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listKeptPages } from '#modules/content/files/queries.ts'
import { findVersion, getPage, listPages } from '#modules/content/office/queries.ts'
import { findPreview } from '#modules/content/queries.ts'
import { readBody, readSite } from '#modules/content/site-queries.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { scansWhile, uuidOf } from '#test/support/growing-tables.ts'

/** The history of the site's pages grows with every save; nobody reads it from end to end. */

const PAGES = 300
const VERSIONS = 80

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  const { pool } = app.app
  await pool.query(
    `insert into content.page (id, kind, slug, created_at, changed_at)
     select md5('p' || n)::uuid, (array['service', 'article'])[n % 2 + 1], 'page-' || n, '2026-01-01', '2026-01-01' from generate_series(1, $1::int) n`,
    [PAGES],
  )
  await pool.query(
    `insert into content.version (id, page_id, number, name, title, description, search_description, body, words, facts, created_at, published_at)
     select md5(n || ' ' || m)::uuid, md5('p' || n)::uuid, m, 'Name', 'Title', 'Words', 'Words', repeat('Words. ', 300), 300,
       '{"kind": "service", "notYet": null}', '2026-01-01'::timestamptz + m * interval '1 hour',
       case when m < $2 then '2026-01-01'::timestamptz + m * interval '1 hour' end
     from generate_series(1, $1::int) n, generate_series(1, $2::int) m`,
    [PAGES, VERSIONS],
  )
  await pool.query('analyze content.page; analyze content.version')
}, 60_000)
afterAll(() => app.close())

const id = uuidOf('p7')
const asked = { page: 1, pageSize: 20, q: '' }

describe('the history of pages', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the whole site', () => readSite(app.ctx)],
    ['a text', () => readBody(app.ctx, uuidOf('7 7'))],
    ['the office’s list', () => listPages(app.ctx, asked)],
    ['drafts', () => listPages(app.ctx, { ...asked, state: 'draft' })],
    ['what is scheduled', () => listPages(app.ctx, { ...asked, state: 'scheduled' })],
    ['a page by its name', () => listPages(app.ctx, { ...asked, q: 'name' })],
    ['a page', () => getPage(app.ctx, id)],
    ['a page with those of its kind', () => getPage(app.ctx, uuidOf('p8'))],
    ['a version', () => findVersion(app.ctx, id, 7)],
    ['a preview', () => findPreview(app.ctx, 'x'.repeat(43))],
    ['all pages as files', () => listKeptPages(app.ctx)],
  ])('%s is read without reading it all', async (_what, work) => {
    expect(await scansWhile(app, work)).toEqual([])
  })

  it('is one of those that this would be seen of', async () => {
    const all = () => app.ctx.db.selectFrom('content.version').select('id').where('words', '=', 1).execute()
    expect((await scansWhile(app, all))[0]).toMatch(/^content\.version by /)
  })
})
