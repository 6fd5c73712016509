import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { download, must, upload } from '#test/support/driver.ts'
import { aCompany } from '#test/support/factories/company.ts'
import { jpeg } from '#test/support/pictures.ts'
import { signIn } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import {
  getArticle,
  getCategories,
  getLocation,
  getLocationsPage,
  getRootContent,
  getServiceCategory,
  getServicesPage,
  listArticles,
  listArticleSlugs,
  listHighlightedArticles,
} from './contract.ts'
import { exportContent, importContent, importFirstContent } from './files/commands.ts'
import { readFolder } from './files/gateway.ts'
import { bringBackContentPage, withdrawContentPage } from './office/contract.ts'
import { FILES } from './pictures/rules.ts'

describe('content', () => {
  const SAMPLES = 'test/support/content'
  const NOW = { now: '2026-11-23T09:00:00Z' }

  let app: TestApp
  let added: number | undefined
  beforeAll(async () => {
    app = await createTestApp(NOW)
    added = (await importFirstContent(app.ctx, SAMPLES))?.added
  })
  afterAll(() => app.close())

  describe('the files', () => {
    it('are taken over at a first start only, and change nothing when they are the same', async () => {
      expect(added).toBe(17)
      expect(await importFirstContent(app.ctx, SAMPLES)).toBeUndefined()
      expect(await importContent(app.ctx, SAMPLES)).toEqual({ added: 0, changed: 0, unchanged: 17 })
    })

    it('are written as they were read', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vanfare-content-'))
      try {
        expect(await exportContent(app.ctx, folder)).toBe(17)
        const all = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
        expect(all).toHaveLength(17)
        expect(await readFolder(folder)).toEqual(await readFolder(SAMPLES))
        expect(readFileSync(join(folder, 'services/man-and-van.md'), 'utf8')).toBe(
          readFileSync(join(SAMPLES, 'services/man-and-van.md'), 'utf8'),
        )
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  })

  describe('files of pages below one that is withdrawn', () => {
    it('go out as pages of their own, change nothing where they came from, and come in elsewhere', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vanfare-content-'))
      const [from, to] = [await createTestApp(NOW), await createTestApp(NOW)]
      try {
        await importFirstContent(from.ctx, SAMPLES)
        const shown = (of: TestApp, id: string) => must(of.call()(getServiceCategory, { params: { id } }))
        const office = from.call((await signIn(from, 'admin')).bearer)
        const { id } = await shown(from, 'man-and-van')
        await must(office(withdrawContentPage, { params: { id } }))

        expect(await exportContent(from.ctx, folder)).toBe(16)
        expect(readFileSync(join(folder, 'services/student-moves.md'), 'utf8')).not.toContain('parent:')
        expect(await importContent(from.ctx, folder)).toEqual({ added: 0, changed: 0, unchanged: 16 })
        expect(await importContent(to.ctx, folder)).toEqual({ added: 16, changed: 0, unchanged: 0 })
        expect((await shown(to, 'student-moves')).parent).toBeNull()

        // Once it is back, what belonged to it does again, and its files say so.
        await must(office(bringBackContentPage, { params: { id } }))
        expect((await shown(from, 'student-moves')).parent).toMatchObject({ slug: 'man-and-van' })
        expect(await exportContent(from.ctx, folder)).toBe(17)
        expect(readFileSync(join(folder, 'services/student-moves.md'), 'utf8')).toContain('parent: man-and-van')
        expect(await importContent(to.ctx, folder)).toEqual({ added: 1, changed: 1, unchanged: 15 })
        expect((await shown(to, 'student-moves')).parent).toMatchObject({ slug: 'man-and-van' })
      } finally {
        rmSync(folder, { recursive: true })
        await from.close()
        await to.close()
      }
    })
  })

  describe('pictures among the files', () => {
    it('go out with their pages, come in elsewhere with the same bytes, and change nothing where they are', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vanfare-content-'))
      const [from, to] = [await createTestApp(NOW), await createTestApp(NOW)]
      try {
        await importFirstContent(from.ctx, SAMPLES)
        const hero = await aPicture(from, 'A van at a “door”')
        const within = await aPicture(from, 'A stair')
        await showPictures(from, hero, `Text.\n\n![A stair](/api/content-image/${within}/960.webp/)`)
        await exportContent(from.ctx, folder)
        expect(readFileSync(join(folder, 'services/man-and-van.md'), 'utf8')).toContain(`picture: ${hero}\n`)
        expect(readdirSync(join(folder, 'pictures')).toSorted()).toEqual([hero, within].toSorted())
        expect(await importContent(from.ctx, folder)).toEqual({ added: 0, changed: 0, unchanged: 17 })

        expect(await importContent(to.ctx, folder)).toEqual({ added: 17, changed: 0, unchanged: 0 })
        expect(await importContent(to.ctx, folder)).toEqual({ added: 0, changed: 0, unchanged: 17 })
        const shown = await must(to.call()(getServiceCategory, { params: { id: 'man-and-van' } }))
        expect(shown).toMatchObject({ imageAlt: 'A van at a “door”', imageUrl: `/api/content-image/${hero}/960.webp/` })
        for (const id of [hero, within])
          for (const file of FILES) {
            const url = `/api/content-image/${id}/${file}/`
            const [here, there] = [await download(from, undefined, url), await download(to, undefined, url)]
            expect([there.statusCode, there.headers['content-type']]).toEqual([200, here.headers['content-type']])
            expect(there.rawPayload.equals(here.rawPayload)).toBe(true)
          }
      } finally {
        rmSync(folder, { recursive: true })
        await from.close()
        await to.close()
      }
    })

    it('are taken over whole, or nothing is', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vanfare-content-'))
      const to = await createTestApp(NOW)
      try {
        const id = crypto.randomUUID()
        await exportContent(app.ctx, folder)
        const page = join(folder, 'services/man-and-van.md')
        writeFileSync(page, readFileSync(page, 'utf8').replace('\norder:', `\npicture: ${id}\norder:`))
        await expect(importContent(to.ctx, folder)).rejects.toThrow(/description\.txt has to say/)
        mkdirSync(join(folder, 'pictures', id), { recursive: true })
        writeFileSync(join(folder, 'pictures', id, 'description.txt'), 'A van')
        writeFileSync(join(folder, 'pictures', id, '480.avif'), '<script>no picture</script>')
        await expect(importContent(to.ctx, folder)).rejects.toThrow(/480\.avif is missing, or no such picture/)
        const { rows } = await to.app.pool.query('select id from content.page union all select id from content.picture')
        expect(rows).toEqual([])
      } finally {
        rmSync(folder, { recursive: true })
        await to.close()
      }
    })
  })

  async function aPicture(of: TestApp, alt: string): Promise<string> {
    const { bearer } = await signIn(of, 'admin')
    const content = await jpeg()
    const head = 'Content-Disposition: form-data; name="image"; filename="x.jpg"\r\nContent-Type: image/jpeg\r\n'
    const sent = await upload<{ id: string }>(of, bearer, '/admin/content/pictures/', [{ head, content }], { alt })
    expect(sent.status).toBe(201)
    return sent.data.id
  }

  /** A newer version of a service, with a picture above its text and one within. */
  const showPictures = (of: TestApp, hero: string, body: string) =>
    of.app.pool.query(
      `insert into content.version (page_id, number, name, title, description, search_description, body, words, facts, picture_id,
        created_at, published_at)
      select v.page_id, v.number + 1, v.name, v.title, v.description, v.search_description, $1, v.words, v.facts, $2, v.created_at,
        v.published_at
      from content.version v join content.page p on p.id = v.page_id where p.slug = 'man-and-van'`,
      [body, hero],
    )

  describe('the ten calls', () => {
    it('services are a tree, each by id or slug', async () => {
      const services = await must(app.call()(getCategories))
      expect(services).toMatchObject([
        { slug: 'man-and-van', notYet: null, imageUrl: null, subcategories: [{ slug: 'student-moves' }] },
        { slug: 'piano-removal', notYet: 'Pianos can’t be booked here yet.' },
      ])
      expect(services[1]).not.toHaveProperty('subcategories')
      const bySlug = await must(app.call()(getServiceCategory, { params: { id: 'man-and-van' } }))
      expect(bySlug).toMatchObject({
        bodyHtml:
          '<p>A van comes <strong>with</strong> its driver.</p>\n<h2 id="what-it-costs">What it costs</h2>\n<p>By the hour.</p>\n',
        parent: null,
        shareImageUrl: '/api/share-image/service/man-and-van/',
        isIndexed: true,
      })
      expect(await must(app.call()(getServiceCategory, { params: { id: services[0]?.id ?? '' } }))).toEqual(bySlug)
      const below = await must(app.call()(getServiceCategory, { params: { id: 'student-moves' } }))
      expect(below.parent).toEqual({ name: 'Man and van', slug: 'man-and-van' })
      expect((await must(app.call()(getServicesPage))).results).toEqual(services)
    })

    it('locations say which are near, the nearest first', async () => {
      const { page, results } = await must(app.call()(getLocationsPage))
      expect(page.key).toBe('our-locations')
      expect(results.map(({ slug, region }) => `${slug} ${region}`)).toEqual([
        'brighton South East',
        'croydon London',
        'york Yorkshire',
      ])
      const york = await must(app.call()(getLocation, { params: { slug: 'york' } }))
      expect(york).toMatchObject({
        nearby: [{ slug: 'croydon' }, { slug: 'brighton' }],
        districts: [{ outcode: 'YO1', name: 'York' }, {}, {}],
        figures: null,
        isIndexed: false,
      })
    })

    it('articles are listed the newest first, by topic and by page', async () => {
      const all = await must(app.call()(listArticles))
      expect(all.results.map(({ slug }) => slug)).toEqual(['parking', 'boxes', 'keys', 'tape'])
      expect(all.topics).toEqual([
        { name: 'Packing', count: 2 },
        { name: 'Roads', count: 1 },
        { name: 'The day', count: 1 },
      ])
      const packing = await must(app.call()(listArticles, { query: { topic: 'Packing', pageSize: 1 } }))
      expect(packing).toMatchObject({ count: 2, next: '/api/blog-articles/?topic=Packing&page=2&page_size=1' })
      expect(packing.results).toMatchObject([
        { slug: 'boxes', publishedAt: '2026-09-14T07:00:00.000Z', readingMinutes: 1, author: 'The Vanfare office' },
      ])
      expect(await must(app.call()(listArticleSlugs))).toEqual(['parking', 'boxes', 'keys', 'tape'])
      expect((await must(app.call()(listHighlightedArticles))).map(({ slug }) => slug)).toEqual(['parking', 'boxes'])
      const one = await must(app.call()(getArticle, { params: { id: all.results[3]?.id ?? '' } }))
      expect(one).toMatchObject({ slug: 'tape', bodyHtml: '<p>Some words about Which tape.</p>\n' })
      expect(one.readNext.map(({ slug }) => slug)).toEqual(['boxes', 'parking', 'keys'])
    })

    it('pages of their own have sections', async () => {
      expect(await must(app.call()(getRootContent, { params: { key: 'faq' } }))).toMatchObject({
        key: 'faq',
        title: 'The page faq',
        sections: [
          { id: 'prices', heading: 'Prices', parts: [{ id: 'what-does-it-cost', html: '<p>That depends.</p>\n' }] },
        ],
      })
    })

    it.each(['nothing-here', crypto.randomUUID(), 'constructor', '__proto__', '-', 'x'.repeat(100)])(
      'there is nothing at %s',
      async (id) => {
        expect(await app.call()(getArticle, { params: { id } })).toMatchObject({ status: 404 })
        expect(await app.call()(getServiceCategory, { params: { id } })).toMatchObject({ status: 404 })
      },
    )

    it('an article is no service, even by its id', async () => {
      const { id } = await must(app.call()(getArticle, { params: { id: 'tape' } }))
      expect(await app.call()(getServiceCategory, { params: { id } })).toMatchObject({ status: 404 })
    })

    it('ask the database three times for the site and once for a text, and then not at all', async () => {
      const ask = () => app.call()(getArticle, { params: { id: 'keys' } })
      app.ctx.services.content.invalidate()
      expect(await statementsOf(app, ask)).toHaveLength(4)
      expect(await statementsOf(app, ask)).toEqual([])
    })
  })
})

describe('pictures', () => {
  let app: TestApp
  let bearer: string
  beforeAll(async () => {
    app = await createTestApp()
    ;({ bearer } = await signIn(app, 'admin'))
  })
  afterAll(() => app.close())

  /** Left half red, right half blue. */
  const halves = () =>
    sharp({ create: { width: 1000, height: 400, channels: 3, background: 'red' } })
      .composite([
        { input: { create: { width: 500, height: 400, channels: 3, background: 'blue' } }, left: 500, top: 0 },
      ])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .toBuffer()

  const send = (content: Buffer | string, fields: Record<string, string>) =>
    upload<{ id: string; url: string; width: number; height: number }>(
      app,
      bearer,
      '/admin/content/pictures/',
      [{ name: 'image', content }],
      fields,
    )

  it('is cut out and made in six files that never change', async () => {
    const crop = { crop_left: '0.5', crop_top: '0', crop_width: '0.5', crop_height: '1' }
    const sent = await send(await halves(), { alt: 'A blue van.', ...crop })
    expect(sent).toMatchObject({ status: 201, data: { alt: 'A blue van.', width: 500, height: 400 } })
    for (const file of FILES) {
      const answer = await download(app, undefined, `/api/content-image/${sent.data.id}/${file}/`)
      const [width = '', format = ''] = file.split('.')
      expect(answer.headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const made = sharp(answer.rawPayload)
      expect(await made.metadata()).toMatchObject({ width: Number(width), height: (Number(width) * 9) / 16 })
      expect((await made.metadata()).exif).toBeUndefined()
      const { dominant } = await made.stats()
      expect(dominant.b).toBeGreaterThan(200)
      expect(dominant.r).toBeLessThan(60)
    }
    expect((await download(app, undefined, `/api/content-image/${sent.data.id}/2000.webp/`)).statusCode).not.toBe(200)
    const unknown = `/api/content-image/${crypto.randomUUID()}/960.webp/`
    expect((await download(app, undefined, unknown)).statusCode).toBe(404)
  })

  it('says what is to be seen, and is a picture', async () => {
    expect(await send(await halves(), {})).toMatchObject({
      status: 422,
      problem: { errors: { alt: [expect.any(String)] } },
    })
    expect(await send('<svg onload="alert(1)"/>', { alt: 'A van.' })).toMatchObject({
      status: 422,
      problem: { code: 'not_a_photo' },
    })
    const { rows } = await app.app.pool.query<{ count: number }>(
      'select count(*)::int as count from files.upload where attached_at is null',
    )
    expect(rows[0]?.count).toBe(0)
  })
})

describe('share images', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ now: '2026-11-23T09:00:00Z' })
    await importFirstContent(app.ctx, 'test/support/content')
  })
  afterAll(() => app.close())

  const get = (path: string, tag?: string) =>
    app.app.fastify.inject({ url: `/api/share-image/${path}/`, headers: tag ? { 'if-none-match': tag } : {} })

  /** Whether two pictures differ in what is to be seen. */
  const pixels = async (png: Buffer) => sharp(png).greyscale().raw().toBuffer()
  const differing = (a: Buffer, b: Buffer) => a.filter((value, index) => Math.abs(value - (b[index] ?? 0)) > 60).length

  describe('a picture for sharing', () => {
    it.each([
      'service/man-and-van',
      'location/york',
      'article/boxes',
      'root/home',
      'root/terms',
      'root/privacy-policy',
    ])('of %s is 1200 by 630, and small', async (path) => {
      const { statusCode, headers, rawPayload } = await get(path)
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
      const { width, height, format } = await sharp(rawPayload).metadata()
      expect([width, height, format]).toEqual([1200, 630, 'png'])
      expect(rawPayload.length).toBeLessThan(100_000)
    })

    it('is another for another page, and the same by an id', async () => {
      const [york, brighton] = [(await get('location/york')).rawPayload, (await get('location/brighton')).rawPayload]
      expect(differing(await pixels(york), await pixels(brighton))).toBeGreaterThan(2000)
      const { id } = await app.ctx.db
        .selectFrom('content.page')
        .select('id')
        .where('slug', '=', 'york')
        .executeTakeFirstOrThrow()
      expect((await get(`location/${id}`)).rawPayload).toEqual(york)
    })

    it('has the words on it: letters that the typeface has, and a question mark for others', async () => {
      const owner = await aCompany(app, { name: 'Żółć & Sons ✈ 引越' })
      const { statusCode, rawPayload } = await get(`company/${owner.id}`)
      expect(statusCode).toBe(200)
      const plain = await aCompany(app, { name: 'A' })
      const other = (await get(`company/${plain.id}`)).rawPayload
      expect(differing(await pixels(rawPayload), await pixels(other))).toBeGreaterThan(2000)
    })

    it('with a name that never ends, or that is markup, is drawn all the same', async () => {
      for (const name of ['x'.repeat(120), '</path><script>alert(1)</script>', `${'Removal '.repeat(14)}Ltd`]) {
        const { id } = await aCompany(app, { name })
        expect((await get(`company/${id}`)).statusCode, name).toBe(200)
      }
    })

    it('is not sent again to who has it, and not even drawn', async () => {
      const { headers } = await get('location/croydon')
      const repeated = await get('location/croydon', String(headers['etag']))
      expect([repeated.statusCode, repeated.body, repeated.headers['etag']]).toEqual([304, '', headers['etag']])
      expect((await get('location/croydon', '"other"')).statusCode).toBe(200)
    })

    it('is drawn once for everybody who asks for it', async () => {
      const text = { kind: 'Blog', title: 'Drawn once', line: 'For five.' }
      const drawings = Array.from({ length: 5 }, (_, index) =>
        app.ctx.services.shareImages.png(text, `10.0.0.${index}`),
      )
      const [first, ...others] = await Promise.all(drawings)
      // The same bytes in the same memory.
      for (const other of others) expect(other).toBe(first)
    })

    it.each(['person/1', 'service/nothing', 'root/nothing', 'company/nothing', `company/${crypto.randomUUID()}`])(
      'of %s there is none',
      async (path) => expect((await get(path)).statusCode).toBe(404),
    )
  })

  it('the typeface is opened in the drawing thread alone: it would hold the others up for a quarter of a second', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(?<!\.test)\.tsx?$/.test(path),
    )
    const opening = sources.filter((path) => readFileSync(`src/${path}`, 'utf8').includes("from 'fontkit'"))
    expect(opening).toEqual(['modules/content/share-images/worker.ts'])
  })
})
