// The pages and states that are pictured, as each kind of person has them.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'
import { keyedPages } from '#test/support/browser/keyed-pages.ts'
import { aMove, nextSaturday, point, putMove } from '#test/support/browser/moves.ts'
import { addVan } from '#test/support/browser/drivers.ts'
import { confirmByApi, newPassword, signIn } from '#test/support/browser/people.ts'
import {
  become,
  chooseDriver,
  opens,
  publicPages,
  settled,
  sharedBookingPage,
  stepPages,
  type Visitor,
} from '#test/support/browser/sites.ts'
import { allPages } from '#test/support/pages.ts'

/** Called once for each page or state, which the page then shows. */
export type Take = (page: Page, name: string) => Promise<void>

/** A state that a press brings about, on top of a page. */
interface State {
  path: string
  /** Name of the button or link to press; the first of several. */
  press: readonly (string | RegExp)[]
}

const STATES: Record<Visitor, readonly State[]> = {
  visitor: [
    { path: '/additional-services', press: [/^Need help/] },
    { path: '/additional-services', press: [/Continue$/] },
    { path: '/additional-services', press: [/Paste|Type a list/] },
    { path: '/clarify', press: [/Continue$/] },
    { path: '/pick-a-driver', press: [/Compare/] },
    { path: '/login', press: ['Login'] },
    { path: '/register', press: ['Create account'] },
    { path: '/my-bookings/future-bookings', press: ['Login'] },
  ],
  customer: [
    { path: '/my-bookings/future-bookings', press: [/^Cancel/] },
    { path: '/my-bookings/past-bookings', press: [/review/i] },
    { path: '/customer-settings', press: [/^(?:Change|Edit)/] },
    { path: '/messages', press: [/Report/] },
  ],
  driver: [
    { path: '/calendar', press: [/Add time off|Time off|Block/] },
    { path: '/calendar', press: [/Month/] },
    { path: '/settings/people', press: [/^Add/] },
    { path: '/working-unit', press: [/^(?:Add|Change|Edit|View)/] },
    { path: '/settings/operations-and-pricing', press: [/^(?:Add|Draw|Change)/] },
    { path: '/settings/driving-profile', press: [/^(?:Add|Change|Edit)/] },
    { path: '/my-bookings', press: [/^(?:Reject|Cancel)/] },
    { path: '/statements', press: [/^(?:Ask|Show|Open)/] },
  ],
  admin: [
    { path: '/admin/settings', press: [/^(?:Change|Edit|Add)/] },
    { path: '/admin/staff', press: [/^(?:Add|Invite|Change)/] },
    { path: '/admin/content/new', press: [/Save|Create/] },
    { path: '/admin/bookings', press: [/^(?:Give|Move|Take|Charge)/] },
    { path: '/admin/verifications', press: [/^(?:Reject|Refuse|Open)/] },
    { path: '/admin/reviews', press: [/^(?:Hide|Reject|Remove)/] },
  ],
}

/** Every page as every kind of person has it; `only` is part of a name. */
export async function walk(browser: Browser, open: Open, take: Take, only: string): Promise<void> {
  const namedFor =
    (who: string): Take =>
    async (shown, name) => {
      if (`${who} ${name}`.includes(only)) await take(shown, `${who} ${name}`)
    }
  await billLastMonth(browser, open)
  for (const visitor of ['visitor', 'customer', 'driver', 'admin'] as const) {
    const context = await open(browser)
    const page = await context.newPage()
    const named = namedFor(visitor)
    await page.goto('/healthz')
    const shared = await sharedBookingPage(page)
    const keyed = await keyedPages(page, visitor)
    await become(page, visitor)
    if (visitor === 'visitor') await emptySteps(page, named)
    if (visitor === 'visitor' || visitor === 'customer') await chooseDriver(page)
    const seen = await walkPages(page, visitor, [...allPages, ...OPTIONAL, shared, ...keyed], named)
    for (const state of STATES[visitor]) await pressed(page, state, named)
    if (visitor === 'visitor') await offersAndLogin(page, named)
    if (visitor === 'driver') await byNight(browser, open, seen, named)
    await context.close()
  }
  await newDriver(browser, open, namedFor('new driver'))
}

/** So that there are statements, and a run that made them. */
async function billLastMonth(browser: Browser, open: Open): Promise<void> {
  const context = await open(browser)
  const page = await context.newPage()
  await page.goto('/healthz')
  await become(page, 'admin')
  await page.goto('/admin/statements/runs')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('button', { name: /^Bill / }).click()
  await page.getByRole('heading', { name: /is billed$/ }).waitFor({ timeout: 60_000 })
  await context.close()
}

/** Somebody who has only just registered, and a van without anything else. */
async function newDriver(browser: Browser, open: Open, take: Take): Promise<void> {
  const context = await open(browser)
  const page = await context.newPage()
  await page.goto('/healthz')
  const email = 'new-driver@example.com'
  await page.request.post('/api/users/register/', {
    data: { user_role: 'driver', email, password: newPassword, first_name: 'Ailsa', company_name: 'Loch Moves' },
  })
  await confirmByApi(page, email)
  await signIn(page, { email, password: newPassword })
  const paths = ['/driver-profile', '/my-bookings', '/calendar', '/working-unit', '/settings/driving-profile']
  const look = async (state: string) => {
    for (const path of paths) if (await opensInTime(page, path)) await take(page, `${path} ${state}`)
  }
  await look('without a van')
  await addVan(page, { email, password: newPassword, company: 'Loch Moves', registration: 'SK21 LCH' })
  await look('with a van')
  await context.close()
}

export type Open = (browser: Browser, dark?: boolean) => Promise<BrowserContext>

/** Answers which pages this person has. Pages whose address has an id are those that the others lead to, one of each kind. */
async function walkPages(page: Page, visitor: Visitor, first: readonly string[], take: Take): Promise<string[]> {
  const seen: string[] = []
  const kinds = new Set<RegExp>()
  const todo = [...first]
  for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
    const isOfAll = (publicPages as readonly string[]).includes(path) && visitor !== 'visitor'
    if (isOfAll || !(await opensInTime(page, path))) continue
    seen.push(path)
    const kind = kindOf(path)
    if (kind) kinds.add(kind)
    await take(page, kind ? nameOfKind(kind) : path)
    if (await openAll(page)) await take(page, `${kind ? nameOfKind(kind) : path} opened`)
    for (const next of await linksOf(page)) {
      const linked = kindOf(next)
      if (!linked || kinds.has(linked)) continue
      kinds.add(linked)
      todo.push(next)
    }
  }
  return seen
}

/** A page that never comes to rest is named and left out, so that the others are pictured. */
const opensInTime = (page: Page, path: string): Promise<boolean> =>
  opens(page, path).catch((error: unknown) => {
    console.log(`${path} was left out: ${String(error).split('\n')[0]}`)
    return false
  })

const keyedRoutes = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [...(path?.includes(':') ? [`/${path}`] : []), ...keyedRoutes(children)])

const KINDS = keyedRoutes(routes)
  .filter((path) => !/^\/(?:our-services|our-locations|blog|sitemap)\/|on-site/.test(path))
  .map((path) => new RegExp(`^${path.replaceAll(/:\w+\??/g, '(?!new\\b|find\\b|runs\\b)[^/?]+')}(?:\\?.*)?$`))

/** The addresses of such pages without what may follow. */
const OPTIONAL = keyedRoutes(routes).flatMap((path) => (path.endsWith('?') ? [path.replace(/\/:\w+\?$/, '')] : []))

const kindOf = (path: string): RegExp | undefined => KINDS.find((kind) => kind.test(path))
const nameOfKind = ({ source }: RegExp): string =>
  source
    .replaceAll(/\(\?.*?\[\^[^\]]*\]\+/g, ':id')
    .replaceAll(/\\\/|[\^$]|\(\?:.*\)\?/g, (part) => (part === '\\/' ? '/' : ''))

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map((link) => link.getAttribute('href') ?? ''),
  )

/** Whatever unfolds in the page itself; false where nothing does. */
const openAll = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const folded = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')]
    for (const one of folded) one.open = true
    return folded.length > 0
  })

/** A page without what is pressed is as it was: what another version calls differently costs one picture, not the run. */
async function pressed(page: Page, { path, press }: State, take: Take): Promise<void> {
  await page.goto(path)
  await settled(page)
  for (const name of press) {
    const target = page
      .getByRole('main')
      .getByRole('button', { name })
      .or(page.getByRole('main').getByRole('link', { name }))
      .filter({ visible: true })
      .first()
    if ((await target.count()) === 0) return
    await target.click({ timeout: 5_000 }).catch(() => undefined)
  }
  await settled(page)
  await take(page, `${path} after ${press.join(', ').replaceAll(/[^\w, |]/g, '')}`)
}

async function emptySteps(page: Page, take: Take): Promise<void> {
  for (const path of stepPages) {
    await page.goto(path)
    await settled(page)
    await take(page, `${path} empty`)
  }
  await page.goto('/route-details')
  await settled(page)
  await page.getByRole('button', { name: 'See prices', exact: true }).click()
  await take(page, '/route-details with errors')
}

async function offersAndLogin(page: Page, take: Take): Promise<void> {
  await page.goto('/healthz')
  await putMove(page)
  await page.goto('/pick-a-driver')
  await settled(page)
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .waitFor()
  for (const name of [/reviews?/, /Compare/]) {
    const target = page.getByRole('article').getByRole('button', { name }).first()
    if ((await target.count()) === 0) continue
    await target.click()
    await page
      .getByRole('dialog')
      .waitFor({ timeout: 5_000 })
      .catch(() => undefined)
    await page.waitForTimeout(300)
    await take(page, `/pick-a-driver with ${name.source.replaceAll(/\W/g, '')}`)
    await page.keyboard.press('Escape')
  }
  await page.goto('/healthz')
  await putMove(page, aMove({ van: 'luton_van', date: nextSaturday(2), time: '02:30' }))
  await page.goto('/pick-a-driver')
  await settled(page)
  await take(page, '/pick-a-driver by night')
  await page.goto('/healthz')
  await putMove(page, aMove({ routePoints: [point('E17 4QH'), point('BT1 1AA')] }))
  await page.goto('/pick-a-driver')
  await settled(page)
  await take(page, '/pick-a-driver without a price')
  await chooseDriver(page)
  await settled(page)
  await page.getByRole('button', { name: /^Book for £/ }).click()
  await page.getByRole('dialog').waitFor()
  await take(page, '/confirm-booking with its login')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Create account').first().click()
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await take(page, '/confirm-booking with errors')
  await dialog.getByLabel('First name').fill('Priya')
  await dialog.getByLabel('Phone').fill('+44 7700 900123')
  await dialog.getByLabel('Email').fill('pictures@example.com')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email to finish booking' }).waitFor()
  await take(page, '/confirm-booking that waits')
}

/** The driver's pages in the dark of the cab. */
async function byNight(browser: Browser, open: Open, paths: readonly string[], take: Take): Promise<void> {
  const context = await open(browser, true)
  const page = await context.newPage()
  await page.goto('/healthz')
  await become(page, 'driver')
  for (const path of paths.filter((one) => /^\/(?:my-day|calendar|driver-profile|my-bookings)/.test(one))) {
    if (await opens(page, path)) await take(page, `${kindOf(path) ? (path.split('/')[1] ?? '') : path} dark`)
  }
  await context.close()
}
