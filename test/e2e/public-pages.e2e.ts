// The public site: what it says without script, how one gets about in it, how little it loads, and what its addresses answer.
import { brotliCompressSync } from 'node:zlib'
import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { complaintsOf } from '#test/support/browser/complaints.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople } from '#test/support/browser/people.ts'
import { become, contentPages } from '#test/support/browser/sites.ts'
import { heading } from '#test/support/browser/steps.ts'

const SERVICE = '/our-services/man-and-van'
const LOCATION = '/our-locations/brighton'
const ARTICLE = '/blog/which-van-do-i-need'
const PHONE = { width: 360, height: 740 }

const banner = (page: Page): Locator => page.getByRole('banner')
const item = (page: Page, name: string): Locator => banner(page).locator('.nav__item', { hasText: name })
const isHydrated = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')))

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every page is there to read, and leads to the others', async ({ page }) => {
    for (const path of contentPages) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      // A page of words, not the shell of one.
      expect((await page.getByRole('main').innerText()).length, path).toBeGreaterThan(300)
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`))
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{40}/)
    }
    await page.goto('/')
    await item(page, 'Locations').hover()
    await item(page, 'Locations').getByRole('link', { name: 'All locations' }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Brighton/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`${LOCATION}$`))
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Locations' }).click()
    await expect(page).toHaveURL(/\/our-locations$/)
  })

  for (const path of ['/', SERVICE, LOCATION, ARTICLE])
    test(`the move form of ${path} leads on to prices`, async ({ page }) => {
      await page.goto(path)
      await page.getByLabel('Moving from, postcode').fill('E17 4QH')
      await page.getByLabel('Moving to, postcode').fill('BN1 4QL')
      await page.getByRole('main').getByRole('button', { name: 'Compare prices' }).click()
      await expect(heading(page, 'What’s going in the van?')).toBeVisible()
      const { searchParams } = new URL(page.url())
      expect([searchParams.get('from'), searchParams.get('to')]).toEqual(['E17 4QH', 'BN1 4QL'])
    })

  test('home says what people say, and each of them leads to the company they say it of', async ({ page }) => {
    await page.goto('/')
    const reviews = page.getByRole('region', { name: 'What people say' }).getByRole('listitem')
    await expect(reviews).toHaveCount(3)
    const name = (await reviews.first().getByRole('link').textContent()) ?? ''
    await reviews.first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })

  test('a postcode begins a move on the page of all locations', async ({ page }) => {
    await page.goto('/our-locations')
    await page.getByLabel('Moving from, postcode').fill('LS1 4DY')
    await page.getByRole('button', { name: 'Go' }).click()
    await expect(page).toHaveURL(/\/additional-services\?from=LS1\+4DY$/)
  })

  test('the menu of a phone opens, its submenus too, one at a time', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/faq')
    await banner(page).locator('summary[aria-label="Menu"]').click()
    const panel = banner(page).locator('.menu__panel')
    await expect(panel.getByRole('link', { name: 'Compare prices' })).toBeVisible()
    await panel.getByText('Our Services').click()
    await expect(panel.getByRole('link', { name: 'Man and Van' })).toBeVisible()
    await panel.getByText('Locations', { exact: true }).click()
    await expect(panel.getByRole('link', { name: 'Man and Van' })).toBeHidden()
    await expect(panel.getByRole('link').filter({ hasText: 'All locations' })).toBeVisible()
    // Help is a dialog, which needs script: the number stands in its place.
    await expect(banner(page).getByRole('button', { name: /^Need help/ })).toBeHidden()
    await expect(
      banner(page)
        .getByRole('link', { name: /^Call 0/ })
        .first(),
    ).toBeVisible()
    await panel.getByRole('link').filter({ hasText: 'All locations' }).click()
    await expect(page).toHaveURL(/\/our-locations$/)
  })

  test('a chevron of the desk’s menu opens and closes its submenu', async ({ page }) => {
    await page.goto('/about-us')
    const chevron = item(page, 'Locations').locator('summary')
    await chevron.focus()
    await page.keyboard.press('Enter')
    await page.mouse.move(640, 700)
    await expect(item(page, 'Locations').getByRole('link', { name: 'All locations' })).toBeVisible()
  })

  test('questions open, and a link to an answer opens it', async ({ page }) => {
    await page.goto('/faq#can-i-pay-in-cash')
    await expect(page.locator('#can-i-pay-in-cash')).toBeVisible()
    const other = page.locator('details', { hasText: 'Do I need an account?' })
    await expect(other.locator('p').first()).toBeHidden()
    await other.locator('summary').click()
    await expect(other.locator('p').first()).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeHidden()
  })
})

test.describe('the menu', () => {
  test('is the specification’s, in its order, and opens under the pointer', async ({ page }) => {
    await page.goto('/terms')
    await expect(banner(page).locator('.nav__item > .nav__link')).toHaveText([
      'Home',
      'Our Services',
      'About us',
      'Work with us',
      'Blog',
      'FAQ',
      'Locations',
    ])
    await expect(banner(page).getByRole('link', { name: 'Compare prices' })).toHaveAttribute(
      'href',
      '/additional-services',
    )
    for (const [name, all] of [
      ['Our Services', 'All services'],
      ['Locations', 'All locations'],
    ] as const) {
      const links = item(page, name).locator('.nav__sub')
      await expect(links).toBeHidden()
      await item(page, name).hover()
      await expect(links).toBeVisible()
      await expect(links.getByRole('link').last()).toHaveText(all)
      await page.mouse.move(640, 700)
      await expect(links).toBeHidden()
    }
  })

  test('is worked by the keyboard: the focus opens, Escape closes and keeps the place', async ({ page }) => {
    await page.goto('/terms')
    const services = item(page, 'Our Services')
    const links = services.locator('.nav__sub')
    await services.getByRole('link', { name: 'Our Services' }).focus()
    await expect(links).toBeVisible()
    await expect.poll(() => isHydrated(page)).toBe(true)
    await page.keyboard.press('Tab')
    await expect(services.locator('summary')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(links.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(links).toBeHidden()
    await expect(services.locator('summary')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(links).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/our-services\/[a-z-]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(links).toBeHidden()
  })
})

test('pages reached by script say the same, within the policy', async ({ page }) => {
  const complaints = complaintsOf(page)
  await page.goto('/about-us')
  await page.keyboard.press('Tab')
  await expect.poll(() => isHydrated(page)).toBe(true)
  const document = await page.evaluate(() => performance.timeOrigin)
  await item(page, 'Blog').getByRole('link').click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Which van do I need/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`${ARTICLE}$`))
  await expect(page.locator('.prose h2').first()).toBeVisible()
  await item(page, 'Our Services').hover()
  await item(page, 'Our Services').getByRole('link', { name: 'Man and Van' }).click()
  await expect(page.locator('.prose h2').first()).toBeVisible()
  await item(page, 'Locations').getByRole('link', { name: 'Locations', exact: true }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Brighton/ })
    .click()
  await expect(page.locator('.prose h2').first()).toBeVisible()
  // All of it in one document.
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(document)
  expect(complaints).toEqual([])
})

const MOST_SCRIPT_BYTES = 12_000

/** What the page has loaded and what stands in it, each compressed; data is not script. */
async function scriptBytes(page: Page): Promise<number> {
  const { files, inline } = await page.evaluate(() => ({
    files: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
    inline: [...document.scripts].filter(({ src, type }) => !src && !type.endsWith('json')).map(({ text }) => text),
  }))
  return [...files, ...inline.map((text) => brotliCompressSync(text).length)].reduce((sum, one) => sum + one, 0)
}

for (const path of ['/', SERVICE, LOCATION, ARTICLE, '/our-locations', '/faq']) {
  test(`${path} has at most 12 kB of script until somebody means to use it`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    const before = await scriptBytes(page)
    expect(before).toBeGreaterThan(500)
    expect(before).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
    // The rest comes with the first sign of it, and is counted by the same measure.
    await expect(async () => {
      await page.keyboard.press('Tab')
      expect(await isHydrated(page)).toBe(true)
    }).toPass()
    expect(await scriptBytes(page)).toBeGreaterThan(MOST_SCRIPT_BYTES)
  })
}

test('one address for each page: an id leads to its name for good, and what never was is not there', async ({
  page,
}) => {
  const list = await page.request.get('/api/blog-articles/')
  const { results } = (await list.json()) as { results: { id: string; slug: string }[] }
  const [article] = results
  const answer = await page.request.get(`/blog/${article?.id}`, { maxRedirects: 0 })
  expect([answer.status(), answer.headers()['location']]).toEqual([301, `/blog/${article?.slug}`])
  for (const path of [
    '/our-services/none',
    '/our-locations/none',
    '/blog/none',
    '/blog/%3Cscript%3E',
    '/preview?token=x',
  ]) {
    const none = await page.goto(path)
    expect(none?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'No through road' })).toBeVisible()
  }
})

/** A link to the first version of an article, as the office makes it. */
async function previewOf(page: Page, slug: string): Promise<string> {
  const login = await page.request.post('/api/users/login/', { data: demonstrationPeople.admin })
  const { access } = (await login.json()) as { access: string }
  const found = await page.request.get(`/api/blog-article/${slug}/`)
  const { id } = (await found.json()) as { id: string }
  const made = await page.request.post(`/api/admin/content/${id}/preview/`, {
    data: { version: 1 },
    headers: { authorization: `Bearer ${access}` },
  })
  return ((await made.json()) as { token: string }).token
}

test('a draft is shown to whoever has its link, is kept by nobody, and says what it is', async ({ page }) => {
  const complaints = complaintsOf(page)
  const token = await previewOf(page, 'packing-a-kitchen')
  const answer = await page.goto(`/preview?token=${token}`)
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store, private', 'x-robots-tag': 'noindex' })
  await expect(page.getByRole('complementary', { name: 'Draft' })).toContainText(
    /This is a draft of \/blog\/packing-a-kitchen.*holds until .*\d\d:\d\d/,
  )
  await expect(page.locator('.prose h2').first()).toBeVisible()
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
  await expectUsable(page, 'a draft')
  expect(complaints).toEqual([])
})

test('the office goes to its board from every public page but the one that it views on the site', async ({ page }) => {
  const token = await previewOf(page, 'packing-a-kitchen')
  await become(page, 'admin')
  for (const path of [
    ...contentPages,
    `/our-services?view=${token}`,
    `/blog/packing-a-kitchen?view=${'x'.repeat(43)}`,
  ]) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect([path, answer.status(), answer.headers()['location']]).toEqual([path, 302, '/admin/bookings'])
  }
  for (const path of [`/blog/packing-a-kitchen?view=${token}`, `/preview?token=${token}`]) {
    const answer = await page.goto(path)
    expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, path.split('?')[0]])
    await expect(page.locator('.prose h2').first()).toBeVisible()
  }
})

const PETS = 'moving-with-a-cat-or-a-dog'

/** As the office's editor does it: every process hears of it. */
async function publish(change: string): Promise<void> {
  await inDatabase(
    `update content.page set ${change}, changed_at = pgboss.job_now() where kind = 'article' and slug like '%cat-or-a-dog'`,
  )
  await inDatabase(
    `select pg_notify('vanfare_live', '{"to": ["content"], "change": {"id": "0", "about": "content", "ids": []}}')`,
  )
}

test('a page with a new name is found by its old one; one that is withdrawn says so', async ({ page }) => {
  const answerOf = async (path: string) => {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    return [answer.status(), answer.headers()['location']]
  }
  try {
    // Kept by the server from now on, and its list.
    expect(await answerOf(`/blog/${PETS}`)).toEqual([200, undefined])
    await page.goto('/blog')
    await publish(`slug = 'house-${PETS}'`)
    await expect.poll(() => answerOf(`/blog/${PETS}`)).toEqual([301, `/blog/house-${PETS}`])
    await page.goto('/blog')
    await page
      .getByRole('main')
      .getByRole('link', { name: /with a cat or a dog/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`/blog/house-${PETS}$`))
    await publish('withdrawn_at = pgboss.job_now()')
    await expect.poll(() => answerOf(`/blog/house-${PETS}`)).toEqual([410, undefined])
    await page.goto(`/blog/house-${PETS}`)
    await expect(page.getByRole('heading', { name: 'This road is closed' })).toBeVisible()
    await expectUsable(page, 'a page that was withdrawn')
    await page.getByRole('main').getByRole('link', { name: 'Blog' }).click()
    await expect(heading(page, 'Moving guides')).toBeVisible()
    await expect(page.getByRole('main').getByText(/with a cat or a dog/)).toHaveCount(0)
  } finally {
    await publish(`slug = '${PETS}', withdrawn_at = null`)
  }
  await expect.poll(() => answerOf(`/blog/${PETS}`)).toEqual([200, undefined])
})

test('search engines are told what a page is, as data', async ({ page }) => {
  const complaints = complaintsOf(page)
  const kinds = async (path: string) => {
    await page.goto(path)
    const written = await page.locator('script[type="application/ld+json"]').textContent()
    const { '@graph': graph, '@type': type } = JSON.parse(written ?? '') as {
      '@graph'?: { '@type': string }[]
      '@type': string
    }
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^https?:\/\//)
    return graph?.map((one) => one['@type']) ?? [type]
  }
  expect(await kinds(SERVICE)).toEqual(['BreadcrumbList', 'Service'])
  expect(await kinds(LOCATION)).toEqual(['BreadcrumbList', 'Service'])
  expect(await kinds(ARTICLE)).toEqual(['BreadcrumbList', 'Article'])
  expect(complaints).toEqual([])
})

test('a question is found by its words', async ({ page }) => {
  await page.goto('/faq')
  const search = page.getByRole('searchbox', { name: 'Search the questions' })
  await search.focus()
  await expect.poll(() => isHydrated(page)).toBe(true)
  await search.fill('cash')
  await expect(page.locator('details', { hasText: 'Can I pay in cash?' })).toBeVisible()
  await expect(page.getByText('What do stairs cost?')).toHaveCount(0)
  await search.fill('zebra')
  await expect(page.getByRole('heading', { name: 'No answers found' })).toBeVisible()
  await expectUsable(page, 'a search of the questions without a result')
})

for (const width of [360, 1280]) {
  test(`every page is usable at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of contentPages) {
      await page.goto(path)
      await expectUsable(page, `${path} at ${width} px`)
    }
    if (width < 1200) {
      await banner(page).locator('summary[aria-label="Menu"]').click()
      await banner(page).locator('.menu__panel').getByText('Our Services').click()
    } else await item(page, 'Our Services').hover()
    await expectUsable(page, `an open menu at ${width} px`)
  })
}
