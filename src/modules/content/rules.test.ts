import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { create } from 'fontkit'
import MarkdownIt from 'markdown-it'
import { afterAll, describe, expect, it } from 'vitest'
import { encodePage } from '#modules/files/photos-gateway.ts'
import { findItem } from '#modules/items/data.ts'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import { createLog } from '#platform/log.ts'
import { timesHere } from '#test/support/in-this-thread.ts'
import { foreignMarkup, SCRIPT_PAYLOADS } from '#test/support/script-payloads.ts'
import { drawMarkdown, sanitized } from './gateway.ts'
import { TYPICAL_LOADS } from './location-figures/data.ts'
import {
  chargeText,
  isEnough,
  middleOfPence,
  sumOf,
  typicalDay,
  type Figures,
  type Happened,
} from './location-figures/rules.ts'
import { FILES, pixelsOf } from './pictures/rules.ts'
import {
  isInstant,
  publicationProblems,
  wordCountOf,
  isSlug,
  pathOfPage,
  readingMinutes,
  searchResultOf,
  slugOf,
  LEAST_SEARCH_DESCRIPTION,
  MOST,
  type Facts,
  type PageContent,
  MOVE_SIZES,
} from './rules.ts'
import { ShareImages } from './share-images/gateway.ts'
import { place, WIDTH, wrap } from './share-images/rules.ts'
import { isCompanyListed, newestOf, PART_NAME, partOf } from './sitemap/rules.ts'

it.each([
  ['Man & Van: what it costs', 'man-and-van-what-it-costs'],
  ['  Crème brûlée — on the move ', 'creme-brulee-on-the-move'],
  ['What’s £50 an hour?', 'whats-pounds-50-an-hour'],
  ['!!!', ''],
  ['word '.repeat(40), Array.from({ length: 16 }, () => 'word').join('-')],
  ['x'.repeat(200), 'x'.repeat(80)],
])('the slug of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(slug === '' || isSlug(slug)).toBe(true)
})

it.each([
  ['man-and-van', true],
  ['a', true],
  ['2026', true],
  ['', false],
  ['-van', false],
  ['van-', false],
  ['man--van', false],
  ['Van', false],
  ['über', false],
  ['a/b', false],
  ['x'.repeat(81), false],
])('%j is a slug: %s', (text, is) => {
  expect(isSlug(text)).toBe(is)
})

it.each([
  ['', 0, 1],
  ['One two three.', 3, 1],
  ['## A *heading*\n\n- [a link](/our-services/man-and-van#here) & more', 5, 1],
  ['It’s a 3-hour job.', 4, 1],
  ['word '.repeat(344), 344, 1],
  ['word '.repeat(346), 346, 2],
])('words of %j', (markdown, wordCount, minutes) => {
  expect(wordCountOf(markdown)).toBe(wordCount)
  expect(readingMinutes(wordCount)).toBe(minutes)
})

it.each([
  ['service', 'man-and-van', '/our-services/man-and-van'],
  ['location', 'brighton', '/our-locations/brighton'],
  ['article', 'boxes', '/blog/boxes'],
  ['root', 'home', '/'],
  ['root', 'faq', '/faq'],
] as const)('a %s %s is at %s', (kind, slug, path) => {
  expect(pathOfPage(kind, slug)).toBe(path)
})

describe('a search result', () => {
  const good = 'Compare whole prices for a man and van in Brighton and Hove, from a single room to a house.'
  it('has our name where there is room, and no advice where all is well', () => {
    expect(searchResultOf({ title: 'Man and van in Brighton', searchDescription: good })).toEqual({
      title: 'Man and van in Brighton | Vanfare',
      description: good,
      advice: [],
    })
  })
  it('is cut at a word, and says so', () => {
    const title = 'Everything that anybody has ever wanted to know about boxes and tape'
    const { title: shown, description, advice } = searchResultOf({ title, searchDescription: `${good} ${good}` })
    expect(shown).toBe('Everything that anybody has ever wanted to know about boxes…')
    expect(shown.length).toBeLessThanOrEqual(60)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(advice).toHaveLength(2)
  })
  it('is too short', () => {
    expect(searchResultOf({ title: 'Vans', searchDescription: 'Short.' }).advice).toEqual([
      'Write at least 70 characters, or a search engine picks words of its own.',
    ])
  })
})

const plain = {
  name: 'Brighton',
  title: 'Man and van in Brighton',
  description: 'Vans and hands by the sea.',
  searchDescription: 'Compare whole prices for a man and van in Brighton and Hove, from a single room to a house.',
  body: 'The sea is close.',
}
const district = (outcode: string, name = 'A part') => ({ outcode, name })
const move = { size: 'room' as const, from: district('BN1'), to: district('BN2') }
const article = {
  kind: 'article' as const,
  topic: 'Roads',
  excerpt: 'Boats and vans.',
  author: 'The office',
  published: null,
  highlighted: null,
}
const location = {
  kind: 'location' as const,
  region: 'South East',
  districts: [district('BN1'), district('BN2'), district('BN3')],
  moves: [move, move, move],
}
const why = (facts: Facts, content: Partial<PageContent> = {}) =>
  Object.keys(publicationProblems({ ...plain, ...content, facts }))

it.each<[string, string[], Facts, Partial<PageContent>?]>([
  ['a page of its own', [], { kind: 'root' }],
  ['an article', [], article],
  ['a location', [], location],
  ['a service', [], { kind: 'service', notYet: null }],
  [
    'an empty draft',
    ['name', 'title', 'description', 'search_description', 'body'],
    { kind: 'root' },
    { name: '', title: ' ', description: '', searchDescription: '', body: ' \n' },
  ],
  ['a name too long', ['name'], { kind: 'root' }, { name: 'x'.repeat(MOST.name + 1) }],
  [
    'little to search by',
    ['search_description'],
    { kind: 'root' },
    { searchDescription: 'x'.repeat(LEAST_SEARCH_DESCRIPTION - 1) },
  ],
  ['a text turned round', ['body'], { kind: 'root' }, { body: 'One.\n\u{202e}owT' }],
  ['an article of nobody', ['facts.excerpt', 'facts.author'], { ...article, excerpt: '', author: ' ' }],
  ['an article of a day', ['facts.published'], { ...article, published: '2026-09-14' }],
  ['a fourth of three', ['facts.highlighted'], { ...article, highlighted: 4 }],
  ['an article about cheese', ['facts.topic'], { ...article, topic: 'Cheese' }],
  ['a location without places', ['facts.districts', 'facts.moves'], { ...location, districts: [], moves: [] }],
  [
    'a district that would be two',
    ['facts.districts'],
    { ...location, districts: [district('BN1', 'a; b'), district('BN2'), district('BN3')] },
  ],
  [
    'a move from nowhere',
    ['facts.moves'],
    { ...location, moves: [move, move, { ...move, from: district('BN1', '') }] },
  ],
  ['a service that is late for no reason', ['facts.not_yet'], { kind: 'service', notYet: ' ' }],
])('%s lacks %j', (_what, missing, facts, content) => {
  expect(why(facts, content)).toEqual(missing)
})

it.each<[string, boolean]>([
  ['2026-09-14T07:00:00Z', true],
  ['2026-02-30T07:00:00Z', false],
  ['2026-09-14', false],
  ['2026-09-14T07:00:00+01:00', false],
])('%s is a moment: %s', (text, is) => {
  expect(isInstant(text)).toBe(is)
})

describe('script in a text', () => {
  it('has enough ways to be tried', () => {
    expect(new Set(SCRIPT_PAYLOADS).size).toBe(SCRIPT_PAYLOADS.length)
    expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(60)
  })

  it.each(SCRIPT_PAYLOADS)('is inert: %j', async (payload) => {
    for (const text of [payload, `Before ${payload} after`, `## ${payload}\n\n### ${payload}\n\n${payload}`]) {
      const { html, sections } = await drawMarkdown(text)
      expect(foreignMarkup(html)).toEqual([])
      for (const { id, html: own, parts } of sections) {
        expect(id).toMatch(/^[a-z0-9-]+$/)
        expect([own, ...parts.map((part) => part.html)].flatMap(foreignMarkup)).toEqual([])
      }
    }
  })

  it.each(SCRIPT_PAYLOADS)('is inert as HTML that somebody put into the database: %j', (payload) => {
    expect(foreignMarkup(sanitized(payload))).toEqual([])
    expect(foreignMarkup(sanitized(`<p>${payload}</p>`))).toEqual([])
  })

  it('would be seen by this test', () => {
    const careless = new MarkdownIt({ html: true })
    careless.validateLink = () => true
    const seen = SCRIPT_PAYLOADS.filter((payload) => foreignMarkup(careless.render(payload)).length > 0)
    expect(seen.length).toBeGreaterThanOrEqual(60)
  })
})

describe('marks that match nothing', () => {
  it.each(['[a](b', '*a_', 'a`', '<a ', '![', '~~a *'])('%j by the thousand stay as they were typed', async (mark) => {
    const { html } = await drawMarkdown(mark.repeat(2000))
    expect(html).not.toMatch(/<(?:em|strong|a|img|code|s)\b/)
  })

  it('are still marks where there are a few hundred, in as many paragraphs as there are', async () => {
    const { html } = await drawMarkdown(Array.from({ length: 50 }, () => '*a* '.repeat(140)).join('\n\n'))
    expect(html.match(/<em>/g)?.length).toBe(50 * 140)
  })
})

describe('a text', () => {
  it('has headings from h2 with ids, and no level is left out', async () => {
    const { html } = await drawMarkdown('# One\n\n#### Deep\n\n## One\n\n### Mind the *gap*, `please`\n\n## 搬家')
    expect([...html.matchAll(/<(h\d) id="([^"]*)">/g)].map(([, tag, id]) => `${tag} ${id}`)).toEqual([
      'h2 one',
      'h3 deep',
      'h2 one-2',
      'h3 mind-the-gap-please',
      'h2 part',
    ])
  })

  it('of questions is in sections', async () => {
    const { sections, html } = await drawMarkdown(
      'Intro\n\n## Prices\n\nAll of them.\n\n### What does it cost?\n\nThat *depends*.\n\n- on this\n\n### Why?\n\nBecause.\n\n#### Still?\n\nYes.\n\n## Vans\n\n### Which?\n\nThis.',
    )
    expect(sections).toEqual([
      {
        id: 'prices',
        heading: 'Prices',
        html: '<p>All of them.</p>\n',
        parts: [
          {
            id: 'what-does-it-cost',
            heading: 'What does it cost?',
            html: '<p>That <em>depends</em>.</p>\n<ul>\n<li>on this</li>\n</ul>\n',
          },
          { id: 'why', heading: 'Why?', html: '<p>Because.</p>\n<h4 id="still">Still?</h4>\n<p>Yes.</p>\n' },
        ],
      },
      { id: 'vans', heading: 'Vans', html: '', parts: [{ id: 'which', heading: 'Which?', html: '<p>This.</p>\n' }] },
    ])
    expect(html).toMatch(/^<p>Intro<\/p>\n<h2 id="prices">Prices<\/h2>\n<p>All of them\.<\/p>\n<h3 id="what/)
  })

  it.each([
    ['[ours](/our-services/man-and-van#here)', '<a href="/our-services/man-and-van#here">ours</a>'],
    ['[a part](#here)', '<a href="#here">a part</a>'],
    ['[theirs](https://www.gov.uk/x?a=1&b=2)', '<a href="https://www.gov.uk/x?a=1&amp;b=2" rel="noopener">theirs</a>'],
    ['[email](mailto:hello@vanfare.test)', '<a href="mailto:hello@vanfare.test">email</a>'],
    ['[call](tel:+442071234567)', '<a href="tel:+442071234567">call</a>'],
    ['[plain](http://example.com)', '[plain](http://example.com)'],
    ['a < b & c > d "e"', 'a &lt; b &amp; c &gt; d "e"'],
  ])('%s is %s', async (text, html) => {
    expect((await drawMarkdown(text)).html).toBe(`<p>${html}</p>\n`)
  })

  it('shows pictures of ours with their size, and nobody else’s', async () => {
    const id = '0193d3a0-0000-7000-8000-000000000000'
    expect((await drawMarkdown(`![A van](/api/content-image/${id}/960.webp/)`)).html).toBe(
      `<p><img src="/api/content-image/${id}/960.webp/" alt="A van" width="960" height="540" loading="lazy" decoding="async" /></p>\n`,
    )
    expect((await drawMarkdown('![A van](https://example.com/van.png)')).html).toBe('<p></p>\n')
    expect((await drawMarkdown('![A van](/api/user/)')).html).toBe('<p></p>\n')
  })

  it('as long as it may be leaves turns for others', async () => {
    const section = `## Heading\n\n${'Some *words* of [a text](/faq) that goes on. '.repeat(36)}\n\n`
    const text = section.repeat(30).slice(0, MOST.body)
    let turns = 0
    let isOver = false
    const watch = () => {
      turns += 1
      if (!isOver) setImmediate(watch)
    }
    setImmediate(watch)
    await drawMarkdown(text)
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(10)
  })
})

describe('pictures', () => {
  it('has six files', () => {
    expect(FILES).toEqual(['480.avif', '480.webp', '960.avif', '960.webp', '1600.avif', '1600.webp'])
  })

  it('cuts out something that is within the picture, whatever is asked', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    const side = fc.integer({ min: 1, max: 2400 })
    fc.assert(
      fc.property(
        fc.record({ left: part, top: part, width: part, height: part }),
        fc.record({ width: side, height: side }),
        (crop, picture) => {
          const { left, top, width, height } = pixelsOf(crop, picture)
          expect([left, top, width, height].every(Number.isInteger)).toBe(true)
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
          expect(left + width).toBeLessThanOrEqual(picture.width)
          expect(top + height).toBeLessThanOrEqual(picture.height)
        },
      ),
    )
  })

  it('cuts out what is asked', () => {
    expect(pixelsOf({ left: 0.25, top: 0, width: 0.5, height: 1 }, { width: 1000, height: 600 })).toEqual({
      left: 250,
      top: 0,
      width: 500,
      height: 600,
    })
  })
})

describe('share images', () => {
  /** Every letter as wide as half its height. */
  const measure = (text: string) => text.length / 2

  it('lines are as full as they can be, and a word that is too long is broken', () => {
    expect(wrap('one two three four', 4, measure)).toEqual(['one two', 'three', 'four'])
    expect(wrap('abcdefghij k', 2, measure)).toEqual(['abcd', 'efgh', 'ij k'])
    expect(wrap('   ', 2, measure)).toEqual([])
  })

  it.each(['Bath', 'Man and van in Newcastle upon Tyne', 'x'.repeat(120), 'Removal '.repeat(30)])(
    'nothing of %s runs off the sign, or into the mark below it',
    (title) => {
      const placed = place({ kind: 'Location', title, line: 'A line that says a little more. '.repeat(8) }, measure)
      for (const { text, x, y, size } of placed) {
        expect(x + measure(text) * size).toBeLessThanOrEqual(WIDTH - 80)
        expect(y).toBeLessThanOrEqual(440)
      }
      expect(placed.filter(({ isBold }) => isBold).length).toBeLessThanOrEqual(4)
    },
  )

  it('what is left out ends with an ellipsis', () => {
    const titles = place({ kind: '', title: 'Removal '.repeat(30), line: '' }, measure).map(({ text }) => text)
    expect(titles.at(-1)).toMatch(/…$/)
  })
})

describe('drawing share images', () => {
  const images = new ShareImages(createLog('silent'))
  afterAll(() => images.close())

  it('a picture lays out its letters in a thread of its own; the control: in this one they are counted', async () => {
    const font = create(
      readFileSync('node_modules/@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2'),
    )
    let count = 0
    const another = () => {
      count += 1
      return images.png({ kind: 'Blog', title: `Which van, number ${count}?`, line: 'Four vans.' }, '10.0.0.1')
    }
    const lettering = Object.getPrototypeOf(font) as typeof font
    const { beside: withWorkers, here } = await timesHere(
      lettering,
      'layout',
      () => import('./share-images/worker.ts'),
      another,
    )
    expect(withWorkers).toBe(0)
    expect(here).toBeGreaterThan(0)
  })

  it('is drawn, too, by a process whose picture library reads no SVG that others sent', async () => {
    // The first photo of a process shuts readers of other formats for all of its threads.
    await encodePage({ pixels: new Uint8Array(2 * 2 * 4), width: 2, height: 2 })
    const png = await images.png({ kind: 'Blog', title: 'After a photo', line: 'The same thread.' }, '10.0.0.1')
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  })
})

describe('sitemap', () => {
  it('names of parts', () => {
    expect(partOf('companies-12')).toEqual({ part: 'companies', number: 12 })
    for (const name of [
      'companies-0',
      'companies-01',
      'companies',
      'people-1',
      'companies-12345',
      '../companies-1',
      'constructor-1',
    ])
      expect(PART_NAME.test(name), name).toBe(false)
  })

  it('a part is as new as its newest page, and unknown where one of them is', () => {
    expect(newestOf(['2026-01-02', '2026-03-01', '2026-02-28'])).toBe('2026-03-01')
    expect(newestOf(['2026-01-02', null])).toBeNull()
    expect(newestOf([])).toBeNull()
  })

  it('a company with neither work nor reviews tells a stranger nothing', () => {
    expect(isCompanyListed({ takesJobs: false, reviewsCount: 0 })).toBe(false)
    expect(isCompanyListed({ takesJobs: true, reviewsCount: 0 })).toBe(true)
    expect(isCompanyListed({ takesJobs: false, reviewsCount: 2 })).toBe(true)
  })
})

describe('location figures', () => {
  const none: Figures = {
    countedAt: '2026-11-24T02:20:00.000Z',
    companies: 0,
    fromPencePerHour: null,
    rates: [],
    moves: [],
    replyMinutes: null,
    started: 0,
    onTime: 0,
    reviews: 0,
    rating: null,
    roadCharges: [],
  }
  const move: Figures['moves'][number] = {
    from: 'Hove',
    to: 'Brighton',
    size: 'room',
    vanCategory: 'medium_van',
    manPower: 'driver_helps',
    metres: 3000,
    minutes: 120,
    medianPence: 9000,
    cheapestPence: 7000,
  }

  describe('whether a location says enough', () => {
    it.each<[string, Partial<Figures>, boolean]>([
      ['nothing', {}, false],
      ['companies and their price', { companies: 3, fromPencePerHour: 4000 }, false],
      ['these and a move', { companies: 3, fromPencePerHour: 4000, moves: [move] }, true],
      ['these and an answer', { companies: 3, fromPencePerHour: 4000, replyMinutes: 0 }, true],
      ['a road charge and an answer', { replyMinutes: 12, roadCharges: [{ name: 'ULEZ', words: '£12.50' }] }, false],
      ['ratings of it alone', { reviews: 90, rating: 4.8, started: 90, onTime: 88 }, false],
    ])('%s', (_, figures, enough) => expect(isEnough({ ...none, ...figures })).toBe(enough))

    it('what was never counted is not enough', () => expect(isEnough(null)).toBe(false))
  })

  const happened = (replyMinutes: number | null, bookings: number, more: Partial<Happened> = {}): Happened => ({
    outcode: 'E17',
    replyMinutes,
    bookings,
    started: 0,
    onTime: 0,
    reviews: 0,
    marks: 0,
    ...more,
  })

  describe('what happened', () => {
    it('is answered within the minutes that half of the answers took, however they are grouped', () => {
      const minutes = [4, 4, 5, 9, 30, 700]
      const grouped = [
        happened(30, 1),
        happened(4, 2),
        happened(700, 1),
        happened(null, 40),
        happened(9, 1),
        happened(5, 1),
      ]
      expect(sumOf(grouped).replyMinutes).toBe(minutes[2])
      expect(sumOf(minutes.map((one) => happened(one, 1))).replyMinutes).toBe(5)
    })

    it('of four bookings says nothing', () => {
      expect(sumOf([happened(4, 4, { started: 4, onTime: 4 })])).toEqual({
        replyMinutes: null,
        started: 0,
        onTime: 0,
        reviews: 0,
        rating: null,
      })
      expect(sumOf([happened(4, 5, { started: 5, onTime: 4, reviews: 2, marks: 28 })])).toEqual({
        replyMinutes: 4,
        started: 5,
        onTime: 4,
        reviews: 2,
        rating: 4.7,
      })
    })
  })

  it('the middle of prices', () => {
    expect(middleOfPence([1, 5, 100])).toBe(5)
    expect(middleOfPence([1, 4, 5, 100])).toBe(5)
  })

  it('the typical day is a Wednesday, two weeks ahead, and never a holiday', () => {
    expect(typicalDay('2026-11-24')).toBe('2026-12-09')
    expect(typicalDay('2026-11-25')).toBe('2026-12-09')
    // Christmas Day of 2030 is a Wednesday, and so is New Year’s Day after it.
    expect(typicalDay('2030-12-10')).toBe('2031-01-08')
  })

  it('what a zone asks, in words, by the rows of a day', () => {
    const of = (zone: string) => ROAD_CHARGES.filter((charge) => charge.zone === zone)
    expect(chargeText(of('bath'), '2026-11-24')).toBe(
      '£9 a day for a van below its standard, £100 a day for one above 3.5 tonnes below its standard.',
    )
    expect(chargeText(of('glasgow'), '2026-11-24')).toMatch(/^No entry for a van below its standard/)
    expect(chargeText(of('bath'), '2020-01-01')).toBe('')
    expect(chargeText(of('congestion'), '2026-11-24')).toBe('£18 a day for a van, £9 a day for an electric van.')
  })

  it.each(MOVE_SIZES)('the things of a %s are of the catalogue', (size) => {
    for (const [item] of TYPICAL_LOADS[size].items) expect(findItem(item), String(item)).toBeDefined()
  })
})
