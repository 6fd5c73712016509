import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveNotificationSettings } from '#modules/companies/contract.ts'
import { saveMessageSettings } from '#modules/identity/profile/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must, upload } from '#test/support/driver.ts'
import { aBooking, aCustomer, messagesAbout } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { mailboxOf, createPerson } from '#test/support/people.ts'
import { jpeg } from '#test/support/pictures.ts'
import { sessionFor } from '#test/support/session.ts'
import { confirmBooking, rejectBooking, takeBooking } from '../answers/contract.ts'
import { getBooking } from '../contract.ts'
import { getDriverBooking, listNewBookings, getWaiting } from '../lists/contract.ts'
import {
  getMessagePhoto,
  getThread,
  listConversations,
  readThread,
  writeMessage,
  decideReport,
  listReports,
  reportMessage,
} from './contract.ts'
import { HIDDEN } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await app.ctx.db.deleteFrom('bookings.message').execute()
  await app.ctx.db.deleteFrom('bookings.thread').execute()
  await removeCompanies(app)
})
afterAll(() => app.close())

const callAs = (id: string): Call =>
  (async (...args: Parameters<Call>) => app.call((await sessionFor(app, id)).bearer)(...args)) as Call

async function aDriver(pencePerHour = 5000) {
  const unit = await aUnit(app, { company: { pencePerHour } })
  return { ...unit, call: callAs(unit.company.owner.id) }
}

async function parties() {
  const driver = await aDriver()
  const person = await aCustomer(app, { firstName: 'Priya' })
  const { id } = await aBooking(app, { customer: person })
  return { driver, person, customer: callAs(person.id), id, params: { id } }
}

const write = (call: Call, id: string, text: string) => call(writeMessage, { params: { id }, body: { text } })
const textsOf = async (call: Call, id: string) =>
  (await must(call(getThread, { params: { id } }))).results.map(({ text }) => text)

describe('a thread', () => {
  it('is read by both sides, newest first, with what happened to the job', async () => {
    const { driver, customer, id, params } = await parties()
    const first = await must(write(customer, id, 'Is a permit bay all right?'))
    expect(first).toMatchObject({ isOwn: true, side: 'customer', author: 'Priya', readAt: null })
    app.clock.advance({ minutes: 1 })
    await must(write(driver.call, id, 'Perfect.'))
    expect(await textsOf(customer, id)).toEqual(['Perfect.', 'Is a permit bay all right?'])
    const theirs = await must(driver.call(getThread, { params }))
    expect(theirs.results.map(({ isOwn, author }) => [isOwn, author])).toEqual([
      [true, expect.any(String)],
      [false, 'Customer'],
    ])
    expect(theirs.booking).toMatchObject({ side: 'company', other: 'Customer', otherPhone: null, hidesContacts: true })
    expect(theirs.notes.map(({ kind }) => kind)).toEqual(['created'])
    await must(driver.call(confirmBooking, { params }))
    const open = await must(driver.call(getThread, { params }))
    expect(open.booking).toMatchObject({ other: 'Priya', hidesContacts: false })
    expect(open.notes.map(({ kind }) => kind)).toEqual(['created', 'confirmed'])
  })

  it('has its last message on the booking of either side, as each may read it', async () => {
    const { driver, customer, id, params } = await parties()
    const job = { params: { id: driver.id, bookingId: id } }
    const both = async () => {
      const [own, theirs] = [
        await must(customer(getBooking, { params })),
        await must(driver.call(getDriverBooking, job)),
      ]
      return [own.lastMessage, theirs.lastMessage]
    }
    expect(await both()).toEqual([null, null])
    await must(write(customer, id, 'Ring 07700 900123.'))
    const at = app.clock.now().toISOString()
    const customerMessage = { side: 'customer', photosCount: 0, isRemoved: false, at }
    const hidden = { ...customerMessage, author: 'Customer', isOwn: false, text: `Ring ${HIDDEN}.` }
    expect(await both()).toEqual([
      { ...customerMessage, author: 'Priya', isOwn: true, text: 'Ring 07700 900123.' },
      hidden,
    ])
    expect((await must(driver.call(listNewBookings, { params: { id: driver.id } }))).results[0]?.lastMessage).toEqual(
      hidden,
    )
    app.clock.advance({ minutes: 1 })
    await must(write(driver.call, id, 'No need.'))
    expect(await both()).toMatchObject([
      { side: 'company', isOwn: false, text: 'No need.' },
      { side: 'company', isOwn: true, text: 'No need.' },
    ])
    // Given back, it is on the job's list of the past without a word of it; the customer keeps theirs.
    await must(driver.call(rejectBooking, { params, body: { reason: 'personal' } }))
    expect(await both()).toMatchObject([{ text: 'No need.' }, null])
  })

  it('is nobody else’s: another customer, another company, a driver hired for another van', async () => {
    const { customer, id, params } = await parties()
    await must(write(customer, id, 'Mind the zither.'))
    const strangers = [callAs((await aCustomer(app)).id), (await aDriver(9000)).call]
    for (const call of strangers) {
      expect((await call(getThread, { params })).status).toBe(404)
      expect((await write(call, id, 'Hello')).status).toBe(404)
      expect((await must(call(listConversations))).results).toEqual([])
    }
  })

  it('without its guard it is everybody’s', async () => {
    const { id } = await parties()
    const stranger = await aCustomer(app)
    const careless = await withoutGuards(app, 'own_thread')
    const request = { url: `/api/booking/${id}/messages/`, headers: { authorization: `Bearer ${stranger.bearer}` } }
    expect((await careless.fastify.inject(request)).statusCode).toBe(200)
    expect((await app.app.fastify.inject(request)).statusCode).toBe(404)
    await careless.close()
  })

  it('is also that of whoever drives the van', async () => {
    const { driver, customer, id, params } = await parties()
    const hired = await aHiredDriver(app, driver.call, driver.id, { firstName: 'Hiro' })
    await must(write(callAs(hired.id), id, 'I am coming.'))
    const { results } = await must(customer(getThread, { params }))
    expect(results).toMatchObject([{ author: 'Hiro', side: 'company', text: 'I am coming.' }])
    expect((await must(callAs(hired.id)(listConversations))).results).toMatchObject([{ id, unread: 0 }])
  })

  it('hides numbers and addresses from the other side until it is confirmed', async () => {
    const { driver, customer, id, params } = await parties()
    const text = 'Ring oh seven seven double oh nine double oh one two three or me@example.com'
    const own = await must(write(customer, id, text))
    expect(own).toMatchObject({ text, isHiddenInPart: true })
    expect(await textsOf(driver.call, id)).toEqual([`Ring ${HIDDEN} or ${HIDDEN}`])
    expect((await must(driver.call(listConversations))).results[0]?.last.text).toBe(`Ring ${HIDDEN} or ${HIDDEN}`)
    const mails = await mailboxOf(app, driver.company.owner.email)
    expect(mails.find(({ subject }) => subject.includes('has written'))?.text).toContain(`Ring ${HIDDEN}`)
    expect(JSON.stringify(mails)).not.toContain('me@example.com')
    await must(driver.call(confirmBooking, { params }))
    expect(await textsOf(driver.call, id)).toEqual([text])
  })

  it('is lost by a company that loses the job, and the next begins with nothing of it', async () => {
    const { driver, customer, id, params } = await parties()
    const next = await aDriver(9000)
    await must(write(driver.call, id, 'Between us.'))
    await must(write(customer, id, 'And us.'))
    await must(driver.call(rejectBooking, { params, body: { reason: 'personal' } }))
    expect((await driver.call(getThread, { params })).status).toBe(404)
    expect((await must(driver.call(listConversations))).results).toEqual([])
    expect((await must(driver.call(getWaiting))).unreadMessages).toBe(0)
    expect(await write(customer, id, 'Anybody?')).toMatchObject({ status: 409, problem: { code: 'thread_closed' } })
    await app.runJobs()
    await must(next.call(takeBooking, { params, body: { workingUnitId: next.id } }))
    expect(await textsOf(next.call, id)).toEqual([])
    expect(await textsOf(customer, id)).toEqual(['And us.', 'Between us.'])
    await must(write(customer, id, 'Hello, new one'))
    expect((await must(next.call(getThread, { params }))).unread).toBe(1)
    expect(await textsOf(next.call, id)).toEqual(['Hello, new one'])
  })

  it('closes two weeks after the move', async () => {
    const { customer, id } = await parties()
    const { endAt } = await app.ctx.db
      .updateTable('bookings.booking')
      .set({ status: 'completed' })
      .where('id', '=', id)
      .returning('endAt')
      .executeTakeFirstOrThrow()
    const weeks = 14 * 86_400_000
    app.clock.set(new Date(endAt.getTime() + weeks + 60_000))
    expect(await write(customer, id, 'My lamp?')).toMatchObject({ status: 409 })
    app.clock.set(new Date(endAt.getTime() + weeks - 60_000))
    expect(await write(customer, id, 'My lamp?')).toMatchObject({ status: 201 })
  })

  it('takes photos, which only its sides see', async () => {
    const { driver, customer, id, params } = await parties()
    const photos = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
    const body = { photosId: photos.data.id }
    const { photos: shown, id: messageId } = await must(customer(writeMessage, { params, body }))
    const photo = { params: { id, messageId, fileId: shown[0]?.id ?? '' } }
    expect((await driver.call(getMessagePhoto, photo)).status).toBe(200)
    expect((await callAs((await aCustomer(app)).id)(getMessagePhoto, photo)).status).toBe(404)
    expect(await customer(writeMessage, { params, body })).toMatchObject({ status: 422 })
    expect(await write(customer, id, '  ')).toMatchObject({ status: 422 })
  })
})

describe('what is unread', () => {
  it('is counted for the other side until it says that it has read', async () => {
    const { driver, customer, id, params } = await parties()
    const one = await must(write(customer, id, 'One'))
    app.clock.advance({ minutes: 1 })
    const two = await must(write(customer, id, 'Two'))
    expect(await must(driver.call(getWaiting))).toMatchObject({ jobsToAnswer: 1, unreadMessages: 1, total: 2 })
    expect((await must(driver.call(listConversations, { query: { show: 'unread' } }))).results[0]?.unread).toBe(2)
    app.clock.advance({ minutes: 1 })
    const read = (messageId: string) => driver.call(readThread, { params, body: { messageId } })
    expect(await must(read(one.id))).toEqual({ unread: 1 })
    expect(await must(read(two.id))).toEqual({ unread: 0 })
    expect((await must(driver.call(getWaiting))).unreadMessages).toBe(0)
    expect((await must(customer(getThread, { params }))).results.map(({ readAt }) => readAt)).toEqual([
      '2026-11-20T09:02:00.000Z',
      '2026-11-20T09:02:00.000Z',
    ])
    expect((await must(driver.call(listConversations, { query: { show: 'unread' } }))).results).toEqual([])
  })

  it('is emailed once, however much follows, and again once it was read', async () => {
    const { driver, customer, id, params } = await parties()
    const mails = async () =>
      (await messagesAbout(app, id)).filter(
        ({ kind, recipient }) => kind === 'message_received' && recipient === driver.company.owner.email,
      ).length
    const { id: messageId } = await must(write(customer, id, 'One'))
    await must(write(customer, id, 'Two'))
    expect(await mails()).toBe(1)
    await must(driver.call(readThread, { params, body: { messageId } }))
    await must(write(driver.call, id, 'Yes'))
    await must(write(customer, id, 'Three'))
    expect(await mails()).toBe(2)
    await must(driver.call(saveNotificationSettings, { body: [{ event: 'new_message', email: false }] }))
    await must(write(driver.call, id, 'Yes'))
    await must(write(customer, id, 'Four'))
    expect(await mails()).toBe(2)
  })

  it('is told to the customer by the channels that they chose', async () => {
    const { driver, person, customer, id } = await parties()
    const sentEmails = async () =>
      (await messagesAbout(app, id)).filter(
        ({ kind, recipient }) => kind === 'message_received' && recipient === person.email,
      )
    await must(customer(saveMessageSettings, { body: { newMessages: { email: false } } }))
    await must(write(driver.call, id, 'Hello'))
    expect(await sentEmails()).toEqual([])
  })

  it('pages by key and neither loses nor repeats', async () => {
    const { customer, id, params } = await parties()
    for (let count = 0; count < 5; count++) await must(write(customer, id, `Number ${count}`))
    const seen: string[] = []
    for (let after: string | undefined; ;) {
      const page = await must(customer(getThread, { params, query: { pageSize: 2, after } }))
      seen.push(...page.results.map(({ text }) => text))
      if (page.nextCursor === null) break
      after = page.nextCursor
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((count) => `Number ${count}`))
  })
})

describe('a message that is reported', () => {
  it('is read by the office with what is around it, and removed for both sides', async () => {
    const { driver, person, customer, id, params } = await parties()
    await must(write(customer, id, 'Before'))
    const rude = await must(write(driver.call, id, 'Something rude'))
    const report = (call: Call, reason: string) =>
      call(reportMessage, { params: { ...params, messageId: rude.id }, body: { reason } })
    expect((await report(driver.call, 'My own')).status).toBe(404)
    await must(report(customer, 'It is rude'))
    await must(report(customer, 'It is rude still'))
    const admin = callAs((await createPerson(app, { role: 'admin', firstName: 'Ana' })).id)
    const { results } = await must(admin(listReports))
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ bookingId: id, reporter: 'Priya', reason: 'It is rude', decision: null })
    expect(results[0]?.messages.map(({ text, isReported }) => [text, isReported])).toEqual([
      ['Before', false],
      ['Something rude', true],
    ])
    const decide = () =>
      admin(decideReport, { params: { id: results[0]?.id ?? '' }, body: { decision: 'remove', reason: 'It was.' } })
    await must(decide())
    expect(await decide()).toMatchObject({ status: 409 })
    for (const call of [customer, driver.call])
      expect((await must(call(getThread, { params }))).results[0]).toMatchObject({ text: '', isRemoved: true })
    expect((await must(admin(listReports))).results).toEqual([])
    expect((await must(admin(listReports, { query: { show: 'decided' } }))).results).toMatchObject([
      { decidedBy: 'Ana' },
    ])
    const [mail] = await mailboxOf(app, person.email)
    expect(mail).toMatchObject({ subject: 'We have removed the message' })
  })
})
