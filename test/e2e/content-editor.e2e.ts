// The office's pages of the site: an editor's day, two editors at once, and what is typed wrongly.
import { expect, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { toLocal, formatDateUk, formatTime, addMinutes } from '#shared/local-time.ts'
import { complaintsOf } from '#test/support/browser/complaints.ts'
import { clockTo, nowOf, phone, test, windowOf } from '#test/support/browser/own-product.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import type { Product } from '#test/support/product.ts'

const DESCRIPTION =
  'When the ferry is late, the van waits with you. What the waiting costs, who pays for the crossing, and how to book it.'

async function officeWindow(browser: Browser, product: Product): Promise<Page> {
  const page = await windowOf(browser, product)
  await signIn(page, demonstrationPeople.admin)
  return page
}

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const bar = (page: Page) => page.getByRole('region', { name: 'Save and publish' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const preview = (page: Page) => page.getByRole('region', { name: /^Preview/ })

async function begin(page: Page, title: string): Promise<void> {
  await page.goto('/admin/content/new')
  await field(page, 'Title').fill(title)
  await press(page, 'Begin the draft')
  await expect(page.getByRole('heading', { name: 'Edit blog article' })).toBeVisible()
}

async function fill(page: Page, body: string): Promise<void> {
  await field(page, /^Text/).fill(body)
  await field(page, /^Description \d/).fill('What a late ferry costs, and who pays.')
  await field(page, /^Excerpt/).fill('What a late ferry costs, and who pays.')
  await field(page, /^Description for search/).fill(DESCRIPTION)
}

const saved = (page: Page) => expect(bar(page)).toContainText('Saved')

test('an editor’s day: an article with a picture, its preview, its moment, its address, and yesterday’s text', async ({
  browser,
  product,
}) => {
  const page = await officeWindow(browser, product)
  const complaints = complaintsOf(page)
  await page.goto('/admin/content')
  await expectUsable(page, 'the list')
  await page.getByRole('link', { name: 'New page' }).click()
  await expect(page.getByRole('heading', { name: 'New page' })).toBeVisible()
  await expectUsable(page, 'a new page')
  await press(page, 'Begin the draft')
  await expect(page.getByText('Give the page a title.').first()).toBeVisible()
  await field(page, 'Title').fill('When the ferry is late')
  await expect(page.getByText('/blog/when-the-ferry-is-late')).toBeVisible()
  await press(page, 'Begin the draft')

  // The words, drawn beside them as they are written.
  await expect(page.getByRole('heading', { name: 'Edit blog article' })).toBeVisible()
  await press(page, 'Publish now')
  await expect(bar(page).getByRole('alert')).toContainText('Please check the marked fields.')
  await expect(page.getByText('Write the text of the page.')).toBeVisible()
  await fill(page, 'Yesterday’s words about **ferries**.\n\n## Who pays')
  await expect(preview(page).getByRole('heading', { name: 'Who pays' })).toBeVisible()
  await expect(preview(page).locator('strong')).toHaveText('ferries')

  // The picture, cut out, with what it shows.
  const photo = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#2b6cb0' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'ferry.jpg', mimeType: 'image/jpeg', buffer: photo })
  await press(page, 'Use this picture')
  await expect(page.getByText('Describe the picture in a sentence')).toBeVisible()
  await page.getByLabel('Closer').fill('2')
  await page.getByLabel('Top to bottom').fill('0.2')
  await field(page, /^What the picture shows/).fill('A blue ferry at a quay')
  await expectUsable(page, 'cutting out a picture')
  await press(page, 'Use this picture')
  await expect(preview(page).getByRole('img', { name: 'A blue ferry at a quay' })).toBeVisible()
  await press(page, 'Save draft')
  await saved(page)
  await expectUsable(page, 'the editor')
  await page.setViewportSize(phone)
  await expectUsable(page, 'the editor on a phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText('Desk', { exact: true }).click()
  await expectUsable(page, 'the preview of a desk')

  // The draft by link, for somebody without a session; the public has nothing.
  await press(page, 'Make a preview link')
  const link = await field(page, 'Link to this draft').inputValue()
  const stranger = await windowOf(browser, product)
  expect((await stranger.goto('/blog/when-the-ferry-is-late'))?.status()).toBe(404)
  await stranger.goto(link)
  await expect(stranger.getByText('This is a draft')).toBeVisible()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('When the ferry is late')
  const picture = stranger.getByRole('img', { name: 'A blue ferry at a quay' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)

  // Scheduled in London's time; not yet there, then there within a minute of its moment.
  const moment = addMinutes(await nowOf(page), 90)
  const { day, minute } = toLocal(moment)
  await field(page, 'Day').fill(formatDateUk(day))
  await field(page, 'Time').fill(formatTime(minute))
  await expect(bar(page)).toContainText('To be published')
  await press(page, 'Schedule')
  await expect(page.getByText(/^Version 2 will be published .+, London time\./)).toBeVisible()
  await expectUsable(page, 'a scheduled page')
  await clockTo(page, addMinutes(moment, -5))
  expect((await stranger.goto('/blog/when-the-ferry-is-late'))?.status()).toBe(404)
  await clockTo(page, addMinutes(moment, 1))
  await expect
    .poll(async () => (await stranger.request.get('/blog/when-the-ferry-is-late')).status(), { timeout: 60_000 })
    .toBe(200)
  // The link has outlived its hour.
  expect((await stranger.goto(link))?.status()).toBe(404)

  // Another address: the old one leads there.
  // The office's session has ended meanwhile.
  const address = page.url()
  await signIn(page, demonstrationPeople.admin)
  await page.goto(address)
  await field(page, /^Address/).fill('The Ferry')
  await expect(page.getByText('Small letters, digits and single hyphens')).toBeVisible()
  await field(page, /^Address/).fill('which-van-do-i-need')
  await press(page, 'Change the address')
  await expect(page.getByText('Another page has this address').first()).toBeVisible()
  await field(page, /^Address/).fill('late-ferries')
  await expect(page.getByText('/blog/when-the-ferry-is-late will lead to /blog/late-ferries')).toBeVisible()
  await press(page, 'Change the address')
  await expect(page.getByText('Was /blog/when-the-ferry-is-late. The old address leads here.')).toBeVisible()
  const old = await stranger.request.get('/blog/when-the-ferry-is-late', { maxRedirects: 0 })
  expect([old.status(), old.headers()['location']]).toEqual([301, '/blog/late-ferries'])
  await stranger.goto('/blog/when-the-ferry-is-late')
  await expect(stranger).toHaveURL(/\/blog\/late-ferries$/)

  // Today's words, then yesterday's again.
  await field(page, /^Text/).fill('Today’s words about **ferries**.\n\n## Who pays')
  // The page reads itself again, however long that takes; whoever writes on meanwhile, and sees it drawn, does not end that.
  const isReading = (url: URL) => /^\/admin\/content\/[\w-]+\.data$/.test(url.pathname)
  const written = Promise.withResolvers<void>()
  await page.route(isReading, async (route) => {
    if (route.request().method() === 'GET') await written.promise
    await route.continue()
  })
  const reading = page.waitForRequest((request) => request.method() === 'GET' && isReading(new URL(request.url())))
  await press(page, 'Publish now')
  await reading
  await field(page, /^Text/).press('ControlOrMeta+End')
  await field(page, /^Text/).press('!')
  await expect(preview(page).getByRole('heading', { name: 'Who pays!' })).toBeVisible()
  written.resolve()
  await field(page, /^Text/).press('Backspace')
  await saved(page)
  await expect
    .poll(async () => (await stranger.request.get('/blog/late-ferries')).text(), { timeout: 60_000 })
    .toContain('Today’s words')
  await page.getByRole('link', { name: /^Compare version 2/ }).click()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('heading', { name: 'Version 2 beside version 3' })).toBeVisible()
  await expect(page.getByRole('deletion')).toHaveText(['Yesterday’s'])
  await expect(page.getByRole('insertion')).toHaveText(['Today’s'])
  await expectUsable(page, 'two versions')
  await press(page, 'Restore version 2')
  await expect(field(page, /^Text/)).toHaveValue(/^Yesterday’s words/)
  await press(page, 'Publish now')
  await saved(page)
  await expect
    .poll(async () => (await stranger.request.get('/blog/late-ferries')).text(), { timeout: 60_000 })
    .toContain('Yesterday’s words')

  // As the public sees it, though otherwise the office has no business there.
  const opened = page.waitForEvent('popup')
  await press(page, 'View on site')
  const onSite = await opened
  await expect(onSite).toHaveURL(/\/blog\/late-ferries\?view=/)
  await expect(onSite.getByRole('heading', { level: 1 })).toHaveText('When the ferry is late')

  // And gone.
  await press(page, 'Withdraw this page')
  await press(page, 'Withdraw it')
  await expect(page.getByText('This page is withdrawn')).toBeVisible()
  await expect
    .poll(async () => (await stranger.request.get('/blog/late-ferries')).status(), { timeout: 60_000 })
    .toBe(410)
  await press(page, 'Bring it back')
  await expect
    .poll(async () => (await stranger.request.get('/blog/late-ferries')).status(), { timeout: 60_000 })
    .toBe(200)
  await page.goto('/admin/content?find=ferry&kind=article&state=published')
  await expect(page.getByRole('row', { name: /When the ferry is late/ })).toContainText('/blog/late-ferries')
  await page.goto('/admin/content?find=nothing+of+the+sort')
  await expect(page.getByRole('heading', { name: 'No page matches' })).toBeVisible()
  expect(complaints.filter((one) => !one.includes('status of 4'))).toEqual([])
})

test('a service is put below another and among its siblings; its address and the old one of before stay', async ({
  browser,
  product,
}) => {
  const page = await officeWindow(browser, product)
  const complaints = complaintsOf(page)
  const stranger = await windowOf(browser, product)
  const edit = async (find: string) => {
    await page.goto(`/admin/content?kind=service&find=${find}`)
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Edit service' })).toBeVisible()
  }
  const above = page.getByRole('combobox', { name: 'Belongs to' })
  const namesOnSite = async () => {
    await stranger.goto('/our-services')
    return stranger.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  }
  await edit('student-moves')
  await field(page, /^Address/).fill('moves-of-students')
  await press(page, 'Change the address')
  await expect(page.getByText('Was /our-services/student-moves.')).toBeVisible()

  await above.selectOption('Man and Van')
  await expect(page.getByText('There’s nothing else there yet.')).toBeVisible()
  await field(page, 'Place').fill('soon')
  await press(page, 'Put it there')
  await expect(page.getByText('A whole number up to 9,999.').first()).toBeVisible()
  await expectUsable(page, 'a place that is none')
  await page.setViewportSize(phone)
  await expectUsable(page, 'a place that is none, on a phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await field(page, 'Place').fill('1')
  await press(page, 'Put it there')
  await expect(page.getByRole('button', { name: 'Put it there' })).toBeHidden()
  await expect(above.locator('option:checked')).toHaveText('Man and Van')
  const crumbs = stranger.getByRole('navigation', { name: 'You are here' })
  const old = await stranger.request.get('/our-services/student-moves', { maxRedirects: 0 })
  expect([old.status(), old.headers()['location']]).toEqual([301, '/our-services/moves-of-students'])
  await stranger.goto('/our-services/student-moves')
  await expect(stranger).toHaveURL(/\/our-services\/moves-of-students$/)
  await expect(crumbs.getByRole('link', { name: 'Man and Van' })).toBeVisible()

  // What has parts stands by itself.
  await edit('man-and-van')
  await expect(above).toBeDisabled()
  await expect(page.getByText('Top-level page, because Student Moves belongs to it.')).toBeVisible()

  // Among its siblings: the last becomes the first.
  const before = await namesOnSite()
  await edit('office-removals')
  await expect(page.getByText(/^Lower comes first: 1 Man and Van, 2 /)).toBeVisible()
  await field(page, 'Place').fill('0')
  await press(page, 'Put it there')
  await expect(page.getByRole('button', { name: 'Put it there' })).toBeHidden()
  const after = await namesOnSite()
  expect(after[0]).toMatch(/office/i)
  expect(after.toSorted()).toEqual(before.toSorted())
  expect(complaints).toEqual([])
})

test('two editors at once, a moment that is none, and leaving with words unsaved', async ({ browser, product }) => {
  const [one, other] = [await officeWindow(browser, product), await officeWindow(browser, product)]
  await begin(one, 'What a lift is worth')
  await other.goto(one.url())
  await fill(one, 'Hers.')
  await field(other, /^Text/).fill('His, and long.')
  await press(one, 'Save draft')
  await saved(one)
  await press(other, 'Save draft')
  const texts = other.getByRole('region', { name: 'Two texts' })
  await expect(texts.getByRole('alert')).toContainText('Someone else has saved this page since you opened it')
  await expect(field(other, /^Text/)).toHaveValue('His, and long.')
  await expect(texts.getByRole('deletion').first()).toHaveText('Hers')
  await expectUsable(other, 'two texts')
  await press(other, 'Go on with mine')
  await press(other, 'Save draft')
  await saved(other)
  await expect(other.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(3)

  // Another's text, and mine discarded.
  await field(one, /^Text/).fill('Hers once more.')
  await press(one, 'Save draft')
  await press(one, 'Discard mine, take theirs')
  await expect(field(one, /^Text/)).toHaveValue('His, and long.')
  await saved(one)

  // Moments that are none.
  const when = async (day: string, time: string, sentence: RegExp | string) => {
    await field(one, 'Day').fill(day)
    await field(one, 'Time').fill(time)
    await expect(one.getByText(sentence).first()).toBeVisible()
  }
  await when('31/02/2027', '07:00', 'Enter a day as DD/MM/YYYY.')
  await when('28/03/2027', '01:30', 'so 01:30 doesn’t exist')
  await when('31/10/2027', '01:30', '01:30 comes twice: this is the first.')
  await when('01/01/2020', '07:00', 'That moment has passed.')
  await press(one, 'Schedule')
  await expect(bar(one).getByRole('alert')).toContainText('That moment has passed.')
  await expect(field(one, /^Text/)).toHaveValue('His, and long.')

  // With the keyboard: a selected word is marked, and the words after it stay.
  await field(one, /^Text/).fill('A lift saves money')
  await field(one, /^Text/).press('Home')
  for (let step = 0; step < 2; step++) await one.keyboard.press('ArrowRight')
  for (let step = 0; step < 4; step++) await one.keyboard.press('Shift+ArrowRight')
  await one.getByRole('button', { name: 'Bold' }).focus()
  await one.keyboard.press('Enter')
  await expect(field(one, /^Text/)).toHaveValue('A **lift** saves money')

  await one.getByRole('link', { name: 'All content' }).click()
  await expect(one.getByRole('dialog')).toContainText('Leave without saving?')
  await press(one, 'Stay here')
  await expect(field(one, /^Text/)).toHaveValue('A **lift** saves money')

  // No answer: nothing is lost, and pressing again saves it once.
  await one.route('**/admin/content/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await press(one, 'Save draft')
  await expect(bar(one).getByRole('alert')).toContainText('We couldn’t reach Vanfare.')
  await one.unroute('**/admin/content/**')
  await press(one, 'Save draft')
  await saved(one)
  await expect(field(one, /^Text/)).toHaveValue('A **lift** saves money')
})
