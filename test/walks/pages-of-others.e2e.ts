import { expect, test, type APIRequestContext } from '#test/support/browser/test.ts'
import { signInNewDriver } from '#test/support/browser/drivers.ts'
import { demonstrationPeople, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { allPages } from '#test/support/pages.ts'

/** What only its owner reads, in the words that a page would write it with: ids, addresses, numbers. */
const telling = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w.+-]+@[\w.-]+|\+44\d{10}|HR-[0-9A-F]{8}/g

const ownPaths = {
  driver: ['/users/', '/users/sessions/', '/company/', '/company/working-unit/', '/company/upload-company-docs/'],
  customer: [
    '/users/',
    '/users/sessions/',
    '/users/addresses/',
    '/booking/future-bookings/',
    '/booking/past-bookings/',
  ],
} as const

const jobLists = ['new-bookings', 'confirmed-bookings', 'past-bookings']

interface Booked {
  id: string
}

interface Owned {
  words: string[]
  units: string[]
  /** A driver's jobs, those that a unit lost included. */
  bookings: Booked[]
  /** What their own lists of jobs say. */
  jobs: string
  /** Of the person. */
  id: string
}

const listed = (text: string) => (JSON.parse(text) as { results: Booked[] }).results

/** All that the demonstration's driver and customer have and others must not see. */
async function ownedBy(request: APIRequestContext, role: 'driver' | 'customer'): Promise<Owned> {
  const login = await request.post('/api/users/login/', { data: demonstrationPeople[role] })
  const { access } = (await login.json()) as { access: string }
  const read = async (path: string) =>
    (await request.get(`/api${path}`, { headers: { authorization: `Bearer ${access}` } })).text()
  const texts = await Promise.all(ownPaths[role].map(read))
  const user = JSON.parse(texts[0] ?? '{}') as { company_id?: string; working_unit_ids?: string[]; id: string }
  const bookings = ownPaths[role].flatMap((path, at) => (path.startsWith('/booking/') ? listed(texts[at] ?? '') : []))
  const jobs: string[] = []
  for (const unit of user.working_unit_ids ?? [])
    for (const list of jobLists) jobs.push(await read(`/booking/working-unit/${unit}/${list}/`))
  bookings.push(...jobs.flatMap(listed))
  // What customers see of a company is no secret: neither its profile nor the companies and vans of one's bookings.
  const all = texts.join(' ')
  const seen = /(?:"(?:company|working_unit)":\{"id":"|\/company\/pictures\/)([0-9a-f-]{36})/g
  const booked = [...all.matchAll(seen)].map(([, id]) => id ?? '')
  const profile = user.company_id ? await read(`/company/${user.company_id}/company-profile/`) : ''
  // The numbers and addresses of the house itself stand on every page; somebody may have entered the same.
  const house = (await (await request.get('/terms')).text()).match(telling) ?? []
  const known = new Set([...booked, ...house, ...(profile.match(telling) ?? []), ...(user.working_unit_ids ?? [])])
  const words = [...new Set(all.match(telling) ?? [])].filter((word) => !known.has(word))
  return { words, units: user.working_unit_ids ?? [], bookings, jobs: jobs.join(' '), id: user.id }
}

interface Looked {
  name: string
  /** Words that this person must not read, and those of the owners together. */
  unseen: string[]
  all: string[]
  query: string
}

/** Every page, asked for as this person: what is wrong with it, and on how many something of an owner stands. */
async function look(request: APIRequestContext, { name, unseen, all, query }: Looked) {
  const wrong: string[] = []
  let telling = 0
  for (const path of allPages) {
    // Packed answers would only take longer.
    const headers = { 'accept-encoding': 'identity' }
    const answer = await request.get(`${path}${path.includes('?') ? '&' : '?'}${query}`, { maxRedirects: 0, headers })
    const text = `${JSON.stringify(answer.headers())} ${await answer.text()}`
    // The address itself comes back in links that lead here again.
    const told = unseen.filter((word) => !query.includes(word) && text.includes(word))
    const isOffice = path.startsWith('/admin/')
    if (told.length > 0 && !(isOffice && name === 'admin')) wrong.push(`${path} told ${name} ${told.join(', ')}`)
    if (answer.status() >= 500) wrong.push(`${path} failed for ${name}`)
    const isSentAway = answer.status() === 302 && (await answer.body()).length === 0
    if (isOffice && name !== 'admin' && !isSentAway) wrong.push(`${path} wasn’t empty for ${name}: ${answer.status()}`)
    if (all.some((word) => text.includes(word))) telling += 1
  }
  return { wrong, telling }
}

test('T-093, T-094: no page shows what the API would refuse, whatever its address names', async ({ browser, page }) => {
  const [driver, customer] = [await ownedBy(page.request, 'driver'), await ownedBy(page.request, 'customer')]
  expect(driver.words.length).toBeGreaterThan(8)
  expect(customer.words.length).toBeGreaterThan(8)
  const all = [...driver.words, ...customer.words]
  // As a page might take it; a unit of others is what the driver's pages do take.
  const query = `unit=${driver.units[0]}&user=${driver.id}&customer=${customer.id}&id=${customer.words.at(-1)}`
  // A booking that this customer and this driver have, or had, together is read by both.
  const jobs = new Set(driver.bookings.map(({ id }) => id))
  expect(customer.bookings.some(({ id }) => !jobs.has(id))).toBe(true)
  // Nor is the number of somebody whose move they have confirmed, as their own lists tell them.
  // To the other side it is no secret who comes, either: their customers have their number.
  const isShared = (word: string) =>
    jobs.has(word) || driver.jobs.includes(word) || (driver.words.includes(word) && customer.words.includes(word))
  const ofCustomer = customer.words.filter((word) => !isShared(word))
  const ofDriver = driver.words.filter((word) => !customer.words.includes(word))
  expect(ofCustomer.length).toBeGreaterThan(8)
  expect(ofDriver.length).toBeGreaterThan(8)
  const people: [name: string, unseen: string[], become: (on: typeof page) => Promise<unknown>][] = [
    ['a visitor', all, async () => undefined],
    ['another customer', all, signInNewCustomer],
    ['another driver', all, signInNewDriver],
    ['the customer', ofDriver, (on) => signIn(on, demonstrationPeople.customer)],
    ['the driver', ofCustomer, (on) => signIn(on, demonstrationPeople.driver)],
    ['admin', all, (on) => signIn(on, demonstrationPeople.admin)],
  ]
  const wrong: string[] = []
  let toldOwners = 0
  for (const [name, unseen, become] of people) {
    const context = await browser.newContext()
    const asked = await context.newPage()
    await become(asked)
    const looked = await look(asked.request, { name, unseen, all, query })
    wrong.push(...looked.wrong)
    if (name.startsWith('the ')) toldOwners += looked.telling
    // To a driver a unit of others is not there; without it their own pages are.
    if (name === 'another driver')
      wrong.push(...(await look(asked.request, { name, unseen, all, query: 'page=1' })).wrong)
    await context.close()
  }
  expect(wrong).toEqual([])
  // The words are such as pages write.
  expect(toldOwners).toBeGreaterThan(5)
})
