// What search engines find: every address of the sitemap, over the demonstration with the content as it is written. One title, one
// description and one address each; structured data that can be read, with what each kind has to say; old addresses and gone ones.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemonstration } from '#app/demonstration.ts'
import { importFirstContent } from '#modules/content/files/commands.ts'
import { countLocations } from '#modules/content/location-figures/commands.ts'
import { getCategories } from '#modules/content/contract.ts'
import { renameContentPage, withdrawContentPage } from '#modules/content/office/contract.ts'
import { listCompanyPages } from '#modules/content/sitemap/commands.ts'
import { createLog } from '#platform/log.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { allPages } from '#test/support/pages.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { withPages } from '#test/support/with-pages.ts'

let app: TestApp
let publicUrl: string
/** By path; every page of the sitemap. */
const pages = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ prepare: withPages })
  const { config } = app.ctx
  publicUrl = config.publicUrl
  const log = createLog('silent')
  await loadDemonstration(app.database.owner, { log, config: { ...config, appMode: 'demo' }, clock: app.clock })
  await importFirstContent(app.ctx, 'content')
  await countLocations(app.ctx)
  await listCompanyPages(app.ctx)
  for (const path of await sitemapPaths()) pages.set(path, (await open(path)).body)
}, 600_000)
afterAll(() => app.close())

const open = (url: string, headers: Record<string, string> = {}) =>
  app.app.fastify.inject({ url, headers: { host: 'localhost', ...headers } })

const locs = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => plain(loc))

const plain = (text: string): string =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

async function sitemapPaths(): Promise<string[]> {
  const paths: string[] = []
  for (const part of locs((await open('/sitemap.xml')).body)) {
    expect(part.startsWith(`${publicUrl}/sitemap/`)).toBe(true)
    const answer = await open(part.slice(publicUrl.length))
    expect(answer.statusCode).toBe(200)
    paths.push(...locs(answer.body).map((loc) => loc.slice(publicUrl.length)))
  }
  return paths
}

const attribute = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, value = '']) => plain(value))
const titlesIn = (html: string) => attribute(html, /<title[^>]*>([^<]*)<\/title>/g)
const descriptionsIn = (html: string) => attribute(html, /<meta name="description" content="([^"]*)"/g)
const canonicalsIn = (html: string) => attribute(html, /<link rel="canonical" href="([^"]*)"/g)
const propertiesIn = (html: string, name: string) =>
  attribute(html, new RegExp(`<meta property="${name}" content="([^"]*)"`, 'g'))

const twice = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) < index)

describe('files for search engines', () => {
  it('name the sitemap, are text and XML, and are sent once', async () => {
    const robots = await open('/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
    for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap/pages-1.xml', '/blog/feed.xml']) {
      const { headers } = await open(path)
      expect((await open(path, { 'if-none-match': String(headers.etag) })).statusCode, path).toBe(304)
    }
    expect((await open('/sitemap.xml')).headers['content-type']).toBe('application/xml; charset=utf-8')
  })

  it('there are no other parts', async () => {
    for (const path of ['/sitemap/pages-2.xml', '/sitemap/pages-1', '/sitemap/people-1.xml', '/sitemap/.xml'])
      expect((await open(path)).statusCode, path).toBe(404)
  })

  it('the feed has the newest articles, each with an id that outlives its slug', async () => {
    const { body, headers } = await open('/blog/feed.xml')
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(body.match(/<entry>/g)?.length).toBe([...pages.keys()].filter((path) => path.startsWith('/blog/')).length)
    const dates = attribute(body, /<published>([^<]*)</g)
    expect(dates).toEqual(dates.toSorted().toReversed())
    for (const path of ['/blog', '/blog/which-van-do-i-need'])
      expect(pages.get(path)).toMatch(
        /<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/blog\/feed\.xml"/,
      )
  })
})

describe('every page of the sitemap', () => {
  it('is there, by its one address, and may be listed', () => {
    expect(pages.size).toBeGreaterThan(200)
    for (const [path, html] of pages) {
      expect(canonicalsIn(html), path).toEqual([`${publicUrl}${path}`])
      expect(html, path).not.toContain('content="noindex"')
    }
  })

  it('has a title and a description that no other has', () => {
    const all = [...pages.values()]
    for (const [path, html] of pages) {
      expect(titlesIn(html), path).toHaveLength(1)
      expect(descriptionsIn(html), path).toHaveLength(1)
      expect(descriptionsIn(html)[0]?.length, path).toBeGreaterThan(40)
    }
    expect(twice(all.flatMap(titlesIn))).toEqual([])
    expect(twice(all.flatMap(descriptionsIn))).toEqual([])
    // The control: a page twice.
    expect(twice([...all, all[0] ?? ''].flatMap(titlesIn))).toHaveLength(1)
  })

  it('says of itself what is shared', () => {
    for (const [path, html] of pages) {
      expect(propertiesIn(html, 'og:url'), path).toEqual([`${publicUrl}${path}`])
      expect(propertiesIn(html, 'og:title'), path).toHaveLength(1)
      expect(propertiesIn(html, 'og:description'), path).toEqual(descriptionsIn(html))
      expect(propertiesIn(html, 'og:image'), path).toHaveLength(1)
      expect(propertiesIn(html, 'og:image:alt'), path).toHaveLength(1)
      expect([...propertiesIn(html, 'og:image:width'), ...propertiesIn(html, 'og:image:height')], path).toEqual([
        '1200',
        '630',
      ])
    }
    const images = [...pages.values()].flatMap((html) => propertiesIn(html, 'og:image'))
    expect(twice(images)).toEqual([])
  })

  it('has a picture of its own that is there', async () => {
    // Of each kind and of what is code; share-images.api.test.ts looks closer.
    const some = [...pages.keys()].filter(
      (path, index, all) => index < 12 || path.split('/')[1] !== all[index - 1]?.split('/')[1],
    )
    for (const path of some) {
      const [image = ''] = propertiesIn(pages.get(path) ?? '', 'og:image')
      expect(image.startsWith(`${publicUrl}/api/share-image/`), path).toBe(true)
      const { statusCode, headers } = await open(image.slice(publicUrl.length))
      expect([statusCode, headers['content-type']], path).toEqual([200, 'image/png'])
    }
  })

  it('links one stylesheet and preloads one font', () => {
    const links = (html: string, kind: string) => html.match(new RegExp(`<link[^>]* ?rel="${kind}"[^>]*>`, 'g')) ?? []
    for (const [path, html] of pages) {
      // A step of the booking has its room's besides, and its list of things; a company's page two small ones of parts that it shares.
      if (path === '/additional-services' || path.startsWith('/companies/')) continue
      expect(links(html, 'stylesheet'), path).toHaveLength(1)
      expect(links(html, 'preload'), path).toEqual([expect.stringContaining('as="font"')])
    }
    // The control: a step has two.
    expect(links(pages.get('/additional-services') ?? '', 'stylesheet')).toHaveLength(2)
  })

  it('is that of each location: all of them have enough to say in the demonstration', () => {
    const written = readdirSync('content/locations').map((name) => `/our-locations/${name.replace('.md', '')}`)
    expect(written).toHaveLength(40)
    expect([...pages.keys()].filter((path) => path.startsWith('/our-locations/')).toSorted()).toEqual(
      written.toSorted(),
    )
  })

  it('is the only one: every other page that a visitor may open asks not to be listed', async () => {
    const listable: string[] = []
    for (const path of allPages) {
      const { statusCode, headers, body } = await open(path)
      const isPage = String(headers['content-type']).startsWith('text/html') && statusCode === 200
      const isApart = body.includes('content="noindex"') || headers['x-robots-tag'] === 'noindex'
      if (isPage && !isApart && !pages.has(path)) listable.push(path)
    }
    expect(listable).toEqual([])
    expect((await open('/pick-a-driver')).body).toContain('content="noindex"')
  })
})

/** What a search engine needs of each kind, or it shows nothing. */
const REQUIRED: Record<string, readonly string[]> = {
  MovingCompany: ['name', 'url', 'address'],
  AggregateRating: ['ratingValue', 'reviewCount', 'bestRating', 'worstRating'],
  Service: ['name', 'serviceType', 'description', 'url', 'provider'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Article: ['headline', 'datePublished', 'dateModified', 'author', 'publisher', 'image', 'mainEntityOfPage'],
  Organization: ['name'],
  Place: ['name'],
  PostalAddress: ['addressLocality', 'addressCountry'],
}

interface Thing {
  '@type'?: string
  [property: string]: unknown
}

/** Everything that has a type, however deep. */
function thingsIn(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn)
  if (typeof value !== 'object' || value === null) return []
  const own = '@type' in value ? [value as Thing] : []
  return [...own, ...Object.values(value).flatMap(thingsIn)]
}

const dataIn = (html: string): Thing[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(([, text = '']) =>
    thingsIn(JSON.parse(text)),
  )

function missingIn(things: readonly Thing[]): string[] {
  return things.flatMap((thing) => {
    const type = thing['@type'] ?? ''
    const needed = new Map(Object.entries(REQUIRED)).get(type)
    if (!needed) return [`${type} isn’t known here`]
    return needed.filter((name) => thing[name] === undefined || thing[name] === '').map((name) => `${type}.${name}`)
  })
}

describe('structured data', () => {
  it('can be read on every page, and has all that its kinds need', () => {
    for (const [path, html] of pages) expect(missingIn(dataIn(html)), path).toEqual([])
    // The control: a breadcrumb without its name, and a kind nobody thought of.
    expect(missingIn([{ '@type': 'ListItem', position: 1, item: '/' }, { '@type': 'Offer' }])).toEqual([
      'ListItem.name',
      'Offer isn’t known here',
    ])
  })

  it('is of the kind that the page is', () => {
    const typesOf = (path: string) => dataIn(pages.get(path) ?? '').map((thing) => thing['@type'])
    const each = (folder: string) => [...pages.keys()].filter((path) => path.startsWith(folder))
    for (const path of each('/blog/'))
      expect(typesOf(path), path).toEqual(expect.arrayContaining(['Article', 'BreadcrumbList']))
    for (const path of each('/our-locations/'))
      expect(typesOf(path), path).toEqual(expect.arrayContaining(['Service', 'BreadcrumbList']))
    for (const path of each('/our-services/')) expect(typesOf(path), path).toContain('BreadcrumbList')
    for (const path of each('/companies/')) expect(typesOf(path), path).toContain('MovingCompany')
  })

  it('has stars of companies with reviews, as many as the page says, and of nothing else', async () => {
    const companies = await app.ctx.db
      .selectFrom('companies.company')
      .select(['id', 'rating', 'reviewsCount'])
      .execute()
    const given = new Map(companies.map((company) => [`/companies/${company.id}`, company]))
    let rated = 0
    for (const [path, html] of pages) {
      const stars = dataIn(html).filter((thing) => thing['@type'] === 'AggregateRating')
      const { rating, reviewsCount } = given.get(path) ?? { rating: null, reviewsCount: 0 }
      expect(
        stars.map(({ ratingValue, reviewCount }) => ({ ratingValue, reviewCount })),
        path,
      ).toEqual(reviewsCount > 0 ? [{ ratingValue: Number(rating), reviewCount: reviewsCount }] : [])
      rated += stars.length
    }
    expect(rated).toBeGreaterThan(50)
  })

  it('cannot be left by a name', async () => {
    const path = [...pages.keys()].find((one) => one.startsWith('/companies/')) ?? ''
    const name = '</script><script>alert(1)</script><!--'
    await app.ctx.db
      .updateTable('companies.company')
      .set({ name })
      .where('id', '=', path.replace('/companies/', ''))
      .execute()
    const html = (await open(path, { authorization: 'none' })).body
    expect(html).not.toContain('<script>alert(1)')
    expect(dataIn(html).find((thing) => thing['@type'] === 'MovingCompany')?.['name']).toBe(name)
  })
})

describe('an address', () => {
  it('that a page had before leads to the one it has; one that was withdrawn is gone; any other never was', async () => {
    const admin = await createPerson(app, { role: 'admin' })
    const office = app.call((await sessionFor(app, admin.id)).bearer)
    const services = await must(app.call()(getCategories))
    const idOf = (slug: string) => services.find((one) => one.slug === slug)?.id ?? ''
    await must(office(renameContentPage, { params: { id: idOf('man-and-van') }, body: { slug: 'a-man-and-his-van' } }))
    await must(office(withdrawContentPage, { params: { id: idOf('piano-removal') } }))
    await expect.poll(async () => (await open('/our-services/man-and-van')).statusCode).toBe(301)
    expect((await open('/our-services/man-and-van')).headers['location']).toBe('/our-services/a-man-and-his-van')
    expect((await open('/our-services/a-man-and-his-van')).statusCode).toBe(200)
    expect((await open('/our-services/piano-removal')).statusCode).toBe(410)
    expect((await open('/our-services/nothing')).statusCode).toBe(404)
    expect((await open('/companies/0189f443-a060-792d-87e5-000000000000')).statusCode).toBe(404)
    const paths = await sitemapPaths()
    expect(paths).toContain('/our-services/a-man-and-his-van')
    expect(paths).not.toContain('/our-services/man-and-van')
    expect(paths).not.toContain('/our-services/piano-removal')
  })
})
