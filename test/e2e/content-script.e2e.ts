// Script in every field of the content: the public pages show it as text, and nothing of it runs.
import { expect, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { watch } from '#test/support/browser/complaints.ts'
import { test, windowOf } from '#test/support/browser/own-product.ts'
import { demonstrationPeople } from '#test/support/browser/people.ts'
import type { Product } from '#test/support/product.ts'
import { SCRIPT_PAYLOADS } from '#test/support/script-payloads.ts'

const PADDING = ' and so on, for as long as a description has to be before a page may be published at all.'

/** In one line, and no longer than the field takes. */
const line = (payload: string, most: number) => payload.replaceAll(/\s+/g, ' ').trim().slice(0, most).trim()

/** What only injected markup would have. */
const FOREIGN = `[onerror], [onload], [onclick], [onmouseover], [onfocus], [ontoggle], [onbegin], [onstart], [autofocus],
  [formaction], [srcdoc], iframe, object, embed, applet, base, marquee, math, audio, video, template, foreignObject, main style, main link,
  main meta, main script:not([type="application/ld+json"]), a[href^="javascript" i], a[href^="vbscript" i], a[href^="data" i],
  img[src^="data"], img[src="x"], form[action^="javascript" i]`

interface Office {
  send: (path: string, data: object, expected?: number) => Promise<Record<string, unknown>>
  upload: (alt: string) => Promise<string>
}

async function officeOf(page: Page): Promise<Office> {
  const answer = await page.request.post('/session/login', {
    form: demonstrationPeople.admin,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { data } = (await answer.json()) as { data: { access: string } }
  const headers = { authorization: `Bearer ${data.access}` }
  const photo = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#2b6cb0' } })
    .png()
    .toBuffer()
  return {
    send: async (path, body, expected = 201) => {
      const sent = await page.request.post(`/api/admin/content/${path}`, { data: body, headers })
      expect(sent.status(), `${path}: ${await sent.text()}`).toBe(expected)
      return (await sent.json()) as Record<string, unknown>
    },
    upload: async (alt) => {
      const multipart = { alt, image: { name: 'x.png', mimeType: 'image/png', buffer: photo } }
      const sent = await page.request.post('/api/admin/content/pictures/', { multipart, headers })
      expect(sent.status(), await sent.text()).toBe(201)
      return ((await sent.json()) as { id: string }).id
    },
  }
}

const words = (payload: string) => ({
  name: line(payload, 40),
  title: line(payload, 70),
  description: line(payload, 200),
  search_description: line(payload + PADDING, 160),
  body: payload,
})

const FACTS = {
  service: (payload: string) => ({ kind: 'service', not_yet: line(payload, 200) }),
  article: (payload: string) => ({
    kind: 'article',
    topic: 'Price',
    excerpt: line(payload, 160),
    author: line(payload, 60),
    published: null,
    highlighted: null,
  }),
  location: (payload: string) => {
    const name = line(payload.replaceAll(/[;>]/g, ')'), 40)
    const [one, two, three] = ['BN1', 'BN2', 'BN3'].map((outcode) => ({ outcode, name }))
    const moves = [
      { size: 'room', from: one, to: two },
      { size: 'flat', from: two, to: three },
      { size: 'house', from: three, to: one },
    ]
    return { kind: 'location', region: 'London', districts: [one, two, three], moves }
  },
}
const FOLDERS = { service: '/our-services', article: '/blog', location: '/our-locations' }
type Kind = keyof typeof FACTS

async function publishAll(office: Office): Promise<string[]> {
  // Descriptions of pictures hold several payloads each.
  const pictures: string[] = []
  for (const payload of SCRIPT_PAYLOADS) {
    const last = pictures.at(-1)
    const next = line(payload, 200)
    if (last !== undefined && last.length + next.length < 199) pictures[pictures.length - 1] = `${last} ${next}`
    else pictures.push(next)
  }
  const ids: string[] = []
  for (const alt of pictures) ids.push(await office.upload(alt))
  const paths: string[] = []
  for (const [index, payload] of SCRIPT_PAYLOADS.entries()) {
    for (const kind of ['service', 'article', 'location'] as const satisfies readonly Kind[]) {
      const slug = `payload-${index}`
      const made = await office.send('', {
        slug,
        parent_id: null,
        order: 1,
        ...words(payload),
        facts: FACTS[kind](payload),
        picture_id: ids[index] ?? null,
      })
      await office.send(`${String(made['id'])}/publish/`, { version: 1 }, 200)
      paths.push(`${FOLDERS[kind]}/${slug}`)
    }
  }
  return paths
}

/** A page that counts whatever ran, and what its policy refused. */
async function watched(browser: Browser, product: Product) {
  const page = await windowOf(browser, product)
  const seen = await watch(page)
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => Object.assign(window, { hit: () => Object.assign(window, { wasHit: true }) }))
  const isInert = async (path: string) => {
    const state = await page.evaluate((foreign) => {
      const strange = [...document.links].filter(({ host }) => host === 'evil.example')
      const found = [...document.querySelectorAll(foreign), ...strange].map((one) => one.outerHTML.slice(0, 120))
      const data = [...document.querySelectorAll('script[type="application/ld+json"]')]
      return { wasHit: 'wasHit' in window, found, data: data.map((one) => one.textContent) }
    }, FOREIGN)
    expect({ path, wasHit: state.wasHit, found: state.found }).toEqual({ path, wasHit: false, found: [] })
    for (const text of state.data) expect(() => JSON.parse(text), path).not.toThrow()
    expect((await seen()).violations, path).toEqual([])
    expect(alerts, path).toEqual([])
  }
  return { page, isInert }
}

test('sixty payloads in every field are text on the public pages, and the policy has nothing to refuse', async ({
  browser,
  product,
}) => {
  test.setTimeout(480_000)
  expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(60)
  const office = await officeOf(await windowOf(browser, product))
  for (const payload of SCRIPT_PAYLOADS)
    await office.send(
      '',
      { slug: payload, parent_id: null, order: 1, ...words(payload), facts: FACTS.service(payload), picture_id: null },
      422,
    )
  const paths = await publishAll(office)

  // The site's own pages: every payload as a heading, a question and an answer of one text.
  const all = SCRIPT_PAYLOADS.map((one) => `## ${line(one, 200)}\n\n### ${line(one, 200)}\n\n${one}\n\n`).join('\n')
  const request = (await windowOf(browser, product)).request
  const login = await request.post('/session/login', {
    form: demonstrationPeople.admin,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { data } = (await login.json()) as { data: { access: string } }
  const headers = { authorization: `Bearer ${data.access}` }
  const roots = await (await request.get('/api/admin/content/?kind=root', { headers })).json()
  for (const { id, slug, newest_version: from } of (roots as { results: RootRow[] }).results) {
    const own = words(SCRIPT_PAYLOADS[slug.length] ?? '')
    const draft = { ...own, body: all, facts: { kind: 'root' }, picture_id: null }
    const { version } = await office.send(`${id}/drafts/`, { from_version: from, ...draft })
    await office.send(`${id}/publish/`, { version }, 200)
    paths.push(slug === 'home' ? '/' : `/${slug}`)
  }
  for (let page = 1; page <= 5; page++) paths.push(`/blog?page=${page}`)

  const tabs = await Promise.all(Array.from({ length: 3 }, () => watched(browser, product)))
  const left = [...paths]
  await Promise.all(
    tabs.map(async ({ page, isInert }) => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        const answer = await page.goto(path)
        expect(answer?.status(), path).toBe(200)
        // Pressed once, so that the script of the page is there and the page is its own.
        await page.keyboard.press('Tab')
        await isInert(path)
        const index = /payload-(\d+)/.exec(path)?.[1]
        if (index !== undefined) {
          const title = words(SCRIPT_PAYLOADS[Number(index)] ?? '').title
          expect(await page.getByRole('heading', { level: 1 }).first().textContent(), path).toContain(title)
        }
      }
    }),
  )

  // Where the script draws it: from page to page, and in the office's own preview.
  const [first] = tabs
  if (!first) throw new Error('no tab')
  await first.page.goto('/blog')
  await first.page.locator('main a[href^="/blog/payload-"]').first().click()
  await expect(first.page).toHaveURL(/\/blog\/payload-/)
  await expect(first.page.getByRole('heading', { level: 1 })).toBeVisible()
  await first.isInert('from the list to an article')
})

interface RootRow {
  id: string
  slug: string
  newest_version: number
}

test('the control: what would run does run, and would be seen', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { hit: () => Object.assign(window, { wasHit: true }) }))
  await page.route('**/control', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<main>${SCRIPT_PAYLOADS.slice(0, 20).join('\n')}</main>` }),
  )
  await page.goto('/control')
  expect(await page.evaluate(() => 'wasHit' in window)).toBe(true)
  expect(await page.locator(FOREIGN).count()).toBeGreaterThan(0)
})
