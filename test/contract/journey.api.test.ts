import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aUnit } from '#test/support/factories/unit.ts'

let app: TestApp
let origin: string
const logged: string[] = []
beforeAll(async () => {
  app = await createTestApp({ log: createLog('trace', { write: (line) => logged.push(line) }) })
  await app.app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.fastify.server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => app.close())

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- as a client without our types sees it
  body: any
}

/** As any client would, with the paths and words of the specification and nothing of our code. */
async function send(method: 'GET' | 'POST', path: string, body?: object, bearer?: string): Promise<Answer> {
  const authorization: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
  const sent = { 'content-type': 'application/json', ...authorization }
  const request = body ? { method, headers: sent, body: JSON.stringify(body) } : { method, headers: authorization }
  const response = await fetch(`${origin}/api/${path}`, request)
  return { status: response.status, body: await response.json() }
}

it('the API alone leads from two postcodes to a booking', async () => {
  await aUnit(app, { company: { name: 'Hoe Street Vans' }, van: { category: 'luton_van', hasTailLift: true } })

  // What is moved, in what, from where.
  const categories = await send('GET', 'booking/categories/')
  expect(categories).toMatchObject({ status: 200, body: expect.arrayContaining([{ id: 1, name: 'Living Room' }]) })
  const items = await send('GET', 'booking/items/')
  const sofa = items.body.find(({ name }: { name: string }) => name === 'Sofa, three-seater')
  expect((await send('GET', `booking/items/${sofa.id}/`)).body).toEqual(sofa)
  const vans = await send('GET', 'company/van-category/')
  expect(vans.body.map(({ name }: { name: string }) => name)).toHaveLength(4)
  const suggested = await send('GET', 'postcodes/BN1/autocomplete/')
  expect(suggested).toMatchObject({ status: 200, body: expect.arrayContaining(['BN1']) })
  const ulez = await send('GET', 'postcodes/is-ulezcharged/?postcode=E17%204QH')
  expect(ulez.body).toMatchObject({ is_ulez_charged: true, precision: 'outcode' })

  // The quote payload of the specification, as it stands there.
  const payload = {
    route_points: [
      {
        number: 0,
        stairs: 2,
        address: {
          location: { lat: 51.58, lng: -0.02 },
          city: 'London',
          formatted_address: '7 Hoe Street, London E17 4QH',
          postcode: 'E17 4QH',
          place_id: 'x',
        },
        postcode: 'E17 4QH',
        flat_and_house: '7',
        contact_name: null,
        contact_number: null,
        delivery_contact_same_as_pick_up: true,
        date: '2026-11-28',
        time: '09:00:00',
        customer_email: 'jane@example.com',
      },
      { number: 1, stairs: 9, postcode: 'bn14ql', flat_and_house: null, contact_name: null, contact_number: null },
    ],
    items: [{ moving_item: sofa.id, amount: 1, need_assembling: false, need_disassembling: true }],
    man_power: 'one_porter',
    van_category: 'luton_van',
    need_tail_lift: true,
    customer_note: 'The sofa is heavy.',
  }
  const details = await send('POST', 'booking/route-details/', payload)
  expect(details).toMatchObject({
    status: 200,
    body: {
      order: {
        load_unload_time: '02:00:00',
        stairs_time: '00:30:00',
        disassembling_time: '00:20:00',
        recalculated: false,
      },
    },
  })
  const { order } = details.body
  const computed = {
    travel_time: order.travel_time,
    load_unload_time: order.load_unload_time,
    assembling_time: order.assembling_time,
    disassembling_time: order.disassembling_time,
    total_time: order.total_time,
    distance: order.distance,
    is_ulez_charged: order.is_ulez_charged,
  }
  const quotes = await send('POST', 'booking/companies-quotes/', { ...payload, ...computed })
  expect(quotes).toMatchObject({
    status: 200,
    body: { order, count: 1, next: null, previous: null, results: [{ company: { name: 'Hoe Street Vans' } }] },
  })
  const [quote] = quotes.body.results
  expect(quote.lines.reduce((sum: number, line: { amount_pence: number }) => sum + line.amount_pence, 0)).toBe(
    quote.total_pence,
  )

  // An account, by the mail that was sent.
  const email = 'jane@example.com'
  const password = 'Kettle-on-at-7'
  const person = { user_role: 'customer', email, password, first_name: 'Jane', phone: '+447700900123' }
  const registered = await send('POST', 'users/register/', person)
  expect(registered).toMatchObject({ status: 201, body: { booking_token: expect.any(String) } })
  expect(await send('POST', 'users/login/', { email, password })).toMatchObject({
    status: 403,
    body: { detail: 'unverified email' },
  })
  const mails = await mailbox()
  const token = /token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1]
  expect(await send('POST', 'users/verify-email/', { token, password })).toMatchObject({ status: 200 })
  const { body: tokens } = await send('POST', 'users/customer/login/', { email, password })
  const { body: refreshed } = await send('POST', 'users/token-refresh/', { refresh: tokens.refresh })
  expect(await send('GET', 'users/', undefined, refreshed.access)).toMatchObject({
    status: 200,
    body: { user_role: 'customer', email, email_is_verified: true },
  })

  // The booking.
  const booked = await send(
    'POST',
    'booking/',
    { quote_id: quote.quote_id, payment_method: 'cash', customer_note: 'Ring twice.' },
    refreshed.access,
  )
  expect(booked).toMatchObject({
    status: 201,
    body: {
      status: 'new_booking',
      total_pence: quote.total_pence,
      lines: quote.lines,
      start_at: '2026-11-28T09:00:00.000Z',
      rebook_request_sent: false,
      has_feedback: false,
      allowed_actions: expect.any(Array),
    },
  })
  const shared = await send('GET', `booking/${booked.body.hash}/unauthorized/`)
  expect(shared).toMatchObject({
    status: 200,
    body: { id: booked.body.id, route_points: [{ outcode: 'E17' }, { outcode: 'BN1' }] },
  })
  const future = await send('GET', 'booking/future-bookings/', undefined, refreshed.access)
  expect(future).toMatchObject({ status: 200, body: { count: 1, next: null, results: [booked.body] } })
  expect((await mailbox()).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      'We have your booking: Walthamstow to Brighton, Sat 28 November, 09:00',
      'New booking for LM21 ABC: Walthamstow to Brighton, Sat 28 November, 09:00',
    ]),
  )
  // The time is taken.
  expect((await send('POST', 'booking/companies-quotes/', payload)).body).toMatchObject({ count: 0, results: [] })

  // Of all this the log tells which calls were made, and nothing of who made them (T-019).
  const log = logged.join('')
  expect(log).toContain('"route":"/api/booking/:hash/unauthorized/"')
  const said = [email, password, person.phone, 'Jane', 'Hoe Street', 'E17 4QH', 'heavy', 'Ring twice']
  const issued = [registered.body.booking_token, token, ...Object.values(tokens), ...Object.values(refreshed)]
  const opened = [quote.quote_id, booked.body.hash]
  for (const secret of [...said, ...issued, ...opened]) expect(log).not.toContain(secret)
})

async function mailbox(): Promise<{ to: string; subject: string; text: string }[]> {
  await app.runJobs()
  const response = await fetch(`${origin}/dev/mailbox.json`)
  return (await response.json()) as { to: string; subject: string; text: string }[]
}

it('a missing trailing slash works too', async () => {
  for (const path of ['booking/categories', 'booking/items', 'booking/items/101', 'postcodes/E17/autocomplete'])
    expect((await send('GET', path)).status).toBe(200)
})
