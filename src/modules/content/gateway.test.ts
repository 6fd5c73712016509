import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { foreignMarkup, SCRIPT_PAYLOADS } from '#test/support/script-payloads.ts'
import { MOST } from './rules.ts'
import { drawMarkdown, sanitized } from './gateway.ts'

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
