import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { foreignMarkup, SCRIPT_PAYLOADS } from '#test/support/script-payloads.ts'
import { sessionFor } from '#test/support/session.ts'
import { createPerson } from '#test/support/people.ts'
import { createCall } from '#app/call.ts'
import { statementsOf } from '#test/support/statements.ts'
import { momentReached } from '../commands.ts'
import { getArticle, getPreview, getServiceCategory, listArticleSlugs } from '../contract.ts'
import { importFirstContent } from '../files/commands.ts'
import {
  bringBackContentPage,
  createContentPage,
  drawContent,
  getContentPage,
  getContentVersion,
  listContentPages,
  placeContentPage,
  previewContent,
  publishContent,
  renameContentPage,
  restoreContentVersion,
  saveContentDraft,
  unscheduleContent,
  withdrawContentPage,
} from './contract.ts'

let app: TestApp
let adminId: string
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-23T09:00:00Z' })
  await importFirstContent(app.ctx, 'test/support/content')
  adminId = (await createPerson(app, { role: 'admin', firstName: 'Adaeze' })).id
})
afterAll(() => app.close())

const bearer = async () => (await sessionFor(app, adminId)).bearer
/** Signs in for each call, because days pass in between. */
const office = (async (endpoint, input) => app.call(await bearer())(endpoint, input)) as Call

const aService = async (slug: string): Promise<string> => {
  const content = { ...article(), facts: { kind: 'service' as const, notYet: null } }
  return (await must(office(createContentPage, { body: { slug, parentId: null, order: 9, ...content } }))).id
}

const article = (more: object = {}) => ({
  name: 'Crossings',
  title: 'Crossings by ferry',
  description: 'What a van pays at sea.',
  searchDescription: 'What a van pays on the ferries to the Isle of Wight and the Scottish islands, and when to book.',
  body: 'Take the *early* boat.',
  facts: {
    kind: 'article' as const,
    topic: 'Roads' as const,
    excerpt: 'Boats and vans.',
    author: 'The Vanfare office',
    published: null,
    highlighted: null,
  },
  pictureId: null,
  ...more,
})

let made = 0
const anArticle = async (more: object = {}) => {
  const body = { slug: `crossings-${++made}`, parentId: null, order: 0, ...article(more) }
  const { id } = await must(office(createContentPage, { body }))
  return { id, slug: body.slug, params: { id } }
}
const read = (slug: string) => app.call()(getArticle, { params: { id: slug } })

describe('an editor’s day', () => {
  it('a draft is seen by nobody, and by everybody once it is published', async () => {
    const { slug, params } = await anArticle()
    expect(await read(slug)).toMatchObject({ status: 404 })
    const { publishedAt } = await must(office(publishContent, { params, body: { version: 1 } }))
    expect(publishedAt).toBe(app.clock.now().toISOString())
    expect(await must(read(slug))).toMatchObject({ bodyHtml: '<p>Take the <em>early</em> boat.</p>\n', publishedAt })
    const body = { fromVersion: 1, ...article({ body: 'Take the late boat.' }) }
    expect(await must(office(saveContentDraft, { params, body }))).toEqual({ version: 2 })
    expect((await must(read(slug))).bodyHtml).toContain('early')
    expect(await office(publishContent, { params, body: { version: 1 } })).toMatchObject({
      problem: { code: 'stale_content' },
    })
    app.clock.advance({ days: 1 })
    await must(office(publishContent, { params, body: { version: 2 } }))
    const after = await must(read(slug))
    expect(after.bodyHtml).toContain('late')
    // It bears the date of its first day.
    expect(after.publishedAt).toBe(publishedAt)
    expect(await office(publishContent, { params, body: { version: 2 } })).toMatchObject({
      problem: { code: 'already_public' },
    })
  })

  it('what was saved meanwhile is not written over', async () => {
    const { params } = await anArticle()
    const save = (call: Call) => call(saveContentDraft, { params, body: { fromVersion: 1, ...article() } })
    const both = await Promise.all([save(office), save(office)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const careless = await withoutGuards(app, 'content_version')
    expect(await save(createCall(careless.fastify, { bearer: await bearer() }))).toMatchObject({ status: 201 })
    await careless.close()
  })

  it('a scheduled version is there at its second, and every cache hears of it', async () => {
    const { slug, params } = await anArticle()
    const at = '2027-01-04T07:00:00+00:00'
    expect(await must(office(publishContent, { params, body: { version: 1, at } }))).toEqual({
      publishedAt: '2027-01-04T07:00:00.000Z',
    })
    expect((await must(office(getContentPage, { params }))).scheduledAt).toBe('2027-01-04T07:00:00.000Z')
    app.clock.set('2027-01-04T06:59:59Z')
    expect(await read(slug)).toMatchObject({ status: 404 })
    app.clock.set('2027-01-04T07:00:00Z')
    expect(await must(read(slug))).toMatchObject({ slug })
    let cleared = 0
    const stop = app.ctx.services.content.watch(() => (cleared += 1))
    expect(await app.runJobs(momentReached)).toBe(1)
    await expect.poll(() => cleared).toBeGreaterThan(0)
    stop()
  })

  it('a schedule can be taken back until then', async () => {
    const { slug, params } = await anArticle()
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await must(office(publishContent, { params, body: { version: 1, at } }))
    expect((await must(office(listContentPages, { query: { state: 'scheduled' } }))).results).toMatchObject([{ slug }])
    expect(await must(office(unscheduleContent, { params, body: { version: 1 } }))).toEqual({ version: 1 })
    app.clock.advance({ hours: 2 })
    expect(await read(slug)).toMatchObject({ status: 404 })
    expect(await office(unscheduleContent, { params, body: { version: 1 } })).toMatchObject({
      problem: { code: 'not_scheduled' },
    })
  })

  it('an old slug leads to the page, and nobody else may take it', async () => {
    const { id, slug, params } = await anArticle()
    await must(office(publishContent, { params, body: { version: 1 } }))
    const renamed = await must(office(renameContentPage, { params, body: { slug: 'ferries' } }))
    expect(renamed).toEqual({ slug: 'ferries', path: '/blog/ferries' })
    expect(await must(read(slug))).toMatchObject({ id, slug: 'ferries' })
    expect(await must(app.call()(listArticleSlugs))).toContain('ferries')
    const other = await anArticle()
    for (const taken of [slug, 'ferries'])
      expect(await office(renameContentPage, { params: other.params, body: { slug: taken } })).toMatchObject({
        problem: { code: 'slug_taken' },
      })
    expect(await office(createContentPage, { body: { slug, parentId: null, order: 0, ...article() } })).toMatchObject({
      problem: { code: 'slug_taken' },
    })
    expect((await must(office(getContentPage, { params }))).formerSlugs).toEqual([slug])
    expect(await must(office(renameContentPage, { params, body: { slug } }))).toMatchObject({ slug })
    await expect(
      app.app.pool.query(`update content.page set slug = 'ferries' where slug = $1`, [other.slug]),
    ).rejects.toThrow(/leads to another page/)
  })

  it('a withdrawn page is gone, and can come back', async () => {
    const { slug, params } = await anArticle()
    await must(office(publishContent, { params, body: { version: 1 } }))
    expect(await must(office(withdrawContentPage, { params }))).toEqual({ isWithdrawn: true })
    expect(await read(slug)).toMatchObject({ status: 410, problem: { code: 'withdrawn' } })
    expect(await must(app.call()(listArticleSlugs))).not.toContain(slug)
    expect(await must(office(bringBackContentPage, { params }))).toEqual({ isWithdrawn: false })
    expect(await must(read(slug))).toMatchObject({ slug })
  })

  it('yesterday’s text can be had back, as a draft', async () => {
    const { params } = await anArticle({ body: 'Yesterday.' })
    await must(office(saveContentDraft, { params, body: { fromVersion: 1, ...article({ body: 'Today.' }) } }))
    const restore = { params: { ...params, number: 1 }, body: { fromVersion: 2 } }
    expect(await must(office(restoreContentVersion, restore))).toEqual({ version: 3 })
    expect(await office(restoreContentVersion, restore)).toMatchObject({ problem: { code: 'stale_content' } })
    expect(await must(office(getContentVersion, { params: { ...params, number: 3 } }))).toMatchObject({
      body: 'Yesterday.',
      facts: { kind: 'article', topic: 'Roads' },
      picture: null,
      searchResult: { title: 'Crossings by ferry | Vanfare', advice: [] },
    })
    expect((await must(office(getContentPage, { params }))).versions).toMatchObject([
      { number: 3, state: 'draft', restoredFrom: 1, createdBy: 'Adaeze' },
      { number: 2, state: 'draft' },
      { number: 1, state: 'draft', publishedAt: null },
    ])
  })

  it('whoever has the link sees the draft for an hour', async () => {
    const { params } = await anArticle({ title: 'Not yet' })
    const { token, path, until } = await must(office(previewContent, { params, body: { version: 1 } }))
    expect(path).toBe(`/preview?token=${token}`)
    const see = () => app.call()(getPreview, { query: { token } })
    expect(await must(see())).toMatchObject({ until, shown: { kind: 'article', page: { title: 'Not yet' } } })
    const { rows } = await app.app.pool.query<{ all: string }>('select p::text as all from content.preview p')
    expect(JSON.stringify(rows)).not.toContain(token)
    app.clock.advance({ minutes: 60 })
    expect(await see()).toMatchObject({ status: 404 })
    expect(await app.call()(getPreview, { query: { token: 'x'.repeat(43) } })).toMatchObject({ status: 404 })
  })

  it('every change is in the audit log', async () => {
    const { rows } = await app.app.pool.query<{ action: string }>(
      `select distinct action from audit.entry where action like 'content.%' and actor_kind = 'admin' order by 1`,
    )
    expect(rows.map(({ action }) => action.replace('content.', ''))).toEqual(
      'brought_back created previewed published renamed restored saved unscheduled withdrawn'.split(' '),
    )
  })
})

describe('what is refused', () => {
  it('publishing what is not finished, naming what is missing', async () => {
    const { params } = await anArticle({ body: ' ', searchDescription: 'Short.' })
    expect(await office(publishContent, { params, body: { version: 1 } })).toMatchObject({
      problem: {
        code: 'content_not_ready',
        errors: { body: [expect.any(String)], search_description: [expect.any(String)] },
      },
    })
  })

  it('publishing what a file may not say either', async () => {
    const facts = { ...article().facts, excerpt: '', author: '' }
    const { params } = await anArticle({ facts })
    expect(await office(publishContent, { params, body: { version: 1 } })).toMatchObject({
      problem: { code: 'content_not_ready', errors: { 'facts.excerpt': [expect.any(String)] } },
    })
  })

  it('a page of the site’s own keeps its place', async () => {
    const [home] = (await must(office(listContentPages, { query: { kind: 'root', q: 'home' } }))).results
    const params = { id: home?.id ?? '' }
    expect(await office(withdrawContentPage, { params })).toMatchObject({ problem: { code: 'needed_page' } })
    expect(await office(renameContentPage, { params, body: { slug: 'house' } })).toMatchObject({
      problem: { code: 'needed_page' },
    })
  })

  it('facts of another kind, a parent that is none, a picture that is not there', async () => {
    const { params } = await anArticle()
    const facts = { kind: 'root' as const }
    expect(await office(saveContentDraft, { params, body: { fromVersion: 1, ...article(), facts } })).toMatchObject({
      status: 422,
    })
    const pictureId = crypto.randomUUID()
    expect(
      await office(saveContentDraft, { params, body: { fromVersion: 1, ...article({ pictureId }) } }),
    ).toMatchObject({ problem: { errors: { picture_id: [expect.any(String)] } } })
    const service = await must(app.call()(getServiceCategory, { params: { id: 'man-and-van' } }))
    const place = (parentId: string, of: string) =>
      office(placeContentPage, { params: { id: of }, body: { parentId, order: 1 } })
    expect(await place(service.id, params.id)).toMatchObject({ status: 422 })
    const [below] = service.subcategories ?? []
    const piano = await must(app.call()(getServiceCategory, { params: { id: 'piano-removal' } }))
    expect(await place(below?.id ?? '', piano.id)).toMatchObject({ status: 422 })
    expect(await place(piano.id, service.id)).toMatchObject({ status: 422 })
    expect(await place(service.id, service.id)).toMatchObject({ status: 422 })
    expect(
      await office(placeContentPage, { params: { id: piano.id }, body: { parentId: null, order: 0.5 } }),
    ).toMatchObject({
      problem: { errors: { order: ['A whole number up to 9,999.'] } },
    })
    await must(place(service.id, piano.id))
    expect((await must(app.call()(getServiceCategory, { params: { id: 'piano-removal' } }))).parent).toMatchObject({
      slug: 'man-and-van',
    })
  })

  describe('two pages that are put below each other at the same moment', () => {
    /** How often each came to be below the other. */
    async function timesBoth(call: Call): Promise<number> {
      let both = 0
      for (let round = 0; round < 10; round++) {
        const slug = crypto.randomUUID()
        const [one, two] = [await aService(`a-${slug}`), await aService(`b-${slug}`)]
        const answers = await Promise.all(
          [[one, two] as const, [two, one] as const].map(([id, parentId]) =>
            call(placeContentPage, { params: { id }, body: { parentId, order: 1 } }),
          ),
        )
        const taken = answers.filter(({ ok }) => ok).length
        expect(taken).toBeGreaterThan(0)
        if (taken === 2) both += 1
      }
      return both
    }

    it('are two levels still', async () => {
      expect(await timesBoth(createCall(app.app.fastify, { bearer: await bearer() }))).toBe(0)
    })

    it('are each below the other if nobody waits: the control', async () => {
      const careless = await withoutGuards(app, 'content_levels')
      expect(await timesBoth(createCall(careless.fastify, { bearer: await bearer() }))).toBeGreaterThan(0)
      await careless.close()
    })
  })

  it('a service is told among which it stands, an article among none', async () => {
    const { id } = await must(app.call()(getServiceCategory, { params: { id: 'man-and-van' } }))
    const { places, order } = await must(office(getContentPage, { params: { id } }))
    expect(places.find((one) => one.id === id)).toEqual({
      id,
      name: 'Man and van',
      parentId: null,
      order,
      isWithdrawn: false,
    })
    expect(places.map((one) => one.order)).toEqual(places.map((one) => one.order).toSorted((a, b) => a - b))
    const { params } = await anArticle()
    expect((await must(office(getContentPage, { params }))).places).toEqual([])
  })

  it('changing what somebody wrote, in the database', async () => {
    await expect(app.app.pool.query(`update content.version set body = 'Other.'`)).rejects.toThrow(/never changed/)
  })
})

describe('a list', () => {
  it('is found by name, kind and state, and by no wildcard', async () => {
    const find = async (query: Parameters<typeof listQuery>[0]) =>
      (await must(listQuery(query))).results.map(({ slug }) => slug)
    expect(await find({ q: 'PIANO' })).toEqual(['piano-removal'])
    expect(await find({ q: '100%_' })).toEqual([])
    expect(await find({ kind: 'location', state: 'published', pageSize: 2 })).toHaveLength(2)
    expect(await find({ kind: 'location', state: 'draft' })).toEqual([])
  })

  it('costs two statements, and a page three', async () => {
    const { params } = await anArticle()
    const cost = async (work: () => Promise<unknown>) =>
      (await statementsOf(app, work)).filter((text) => text.includes('/* content')).length
    expect(await cost(() => listQuery({}))).toBe(2)
    expect(await cost(() => office(getContentPage, { params }))).toBe(3)
  })
})
const listQuery = (query: { q?: string; kind?: 'location'; state?: 'published' | 'draft'; pageSize?: number }) =>
  office(listContentPages, { query })

describe('script in every field', () => {
  it('is text in what is text, and nothing in HTML', async () => {
    const { slug, params } = await anArticle()
    const each = { name: 40, title: 70, description: 200, searchDescription: 160 }
    let fromVersion = 1
    for (const payload of SCRIPT_PAYLOADS.filter((one) => !one.includes('\n'))) {
      const fields = Object.fromEntries(
        Object.entries(each).map(([key, most]) => [key, payload.trim().padEnd(70, '.').slice(0, most).trim()]),
      )
      const facts = { ...article().facts, excerpt: payload.trim(), author: payload.slice(0, 60).trim() }
      const body = { fromVersion, ...article({ ...fields, facts, body: payload }) }
      ;({ version: fromVersion } = await must(office(saveContentDraft, { params, body })))
      await must(office(publishContent, { params, body: { version: fromVersion } }))
      const shown = await must(read(slug))
      expect(shown).toMatchObject({ title: fields.title, excerpt: facts.excerpt, author: facts.author })
      expect(foreignMarkup(shown.bodyHtml)).toEqual([])
      const drawn = await must(office(drawContent, { body: { body: payload } }))
      expect(drawn.bodyHtml).toBe(shown.bodyHtml)
    }
    expect(fromVersion).toBeGreaterThan(60)
  })
})
