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
  roots: () => Promise<RootRow[]>
}

interface RootRow {
  id: string
  slug: string
  newest_version: number
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
    roots: async () => {
      const found = await page.request.get('/api/admin/content/?kind=root', { headers })
      return ((await found.json()) as { results: RootRow[] }).results
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

async function publishAll(office: Office, kind: Kind): Promise<string[]> {
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
  return paths
}

/** The site's own pages: every payload as a heading, a question and an answer of one text. */
async function publishRoots(office: Office): Promise<string[]> {
  const body = SCRIPT_PAYLOADS.map((one) => `## ${line(one, 200)}\n\n### ${line(one, 200)}\n\n${one}\n\n`).join('\n')
  const paths: string[] = []
  for (const { id, slug, newest_version: from } of await office.roots()) {
    const own = words(SCRIPT_PAYLOADS[slug.length] ?? '')
    const draft = { ...own, body, facts: { kind: 'root' }, picture_id: null }
    const { version } = await office.send(`${id}/drafts/`, { from_version: from, ...draft })
    await office.send(`${id}/publish/`, { version }, 200)
    paths.push(slug === 'home' ? '/' : `/${slug}`)
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

/** Goes to all of them, three at a time. */
async function visitAll(browser: Browser, product: Product, paths: readonly string[]) {
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
}

test('sixty payloads in every field of a service, and in the site’s own pages, are text on the public pages', async ({
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
  const services = await publishAll(office, 'service')
  await visitAll(browser, product, [...services, ...(await publishRoots(office))])
})

test('sixty payloads in every field of a location are text on its page, and the policy has nothing to refuse', async ({
  browser,
  product,
}) => {
  test.setTimeout(480_000)
  const office = await officeOf(await windowOf(browser, product))
  await visitAll(browser, product, [...(await publishAll(office, 'location')), '/our-locations'])
})

test('sixty payloads in every field of an article are text on its page and in the lists, and the policy has nothing to refuse', async ({
  browser,
  product,
}) => {
  test.setTimeout(480_000)
  const office = await officeOf(await windowOf(browser, product))
  const articles = await publishAll(office, 'article')
  const lists = Array.from({ length: 5 }, (_, index) => `/blog?page=${index + 1}`)
  await visitAll(browser, product, [...articles, ...lists])

  // Where the script draws it: from page to page, and in the office's own preview.
  const { page, isInert } = await watched(browser, product)
  await page.goto('/blog')
  await page.locator('main a[href^="/blog/payload-"]').first().click()
  await expect(page).toHaveURL(/\/blog\/payload-/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await isInert('from the list to an article')
})

test('the control: what would run does run, and would be seen', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { hit: () => Object.assign(window, { wasHit: true }) }))
  await page.route('**/control', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<main>${SCRIPT_PAYLOADS.slice(0, 20).join('\n')}</main>` }),
  )
  await page.goto('/control')
  expect(await page.evaluate(() => 'wasHit' in window)).toBe(true)
  expect(await page.locator(FOREIGN).count()).toBeGreaterThan(0)
})
