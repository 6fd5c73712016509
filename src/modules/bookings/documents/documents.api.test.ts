import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renewCalendarFeed } from '#modules/calendar/contract.ts'
import { createDeliveries } from '#modules/notifications/gateway.ts'
import { sendMessage } from '#modules/notifications/jobs.ts'
import { PdfPages } from '#platform/pdf-pages.ts'
import type { Call } from '#shared/call.ts'
import { formatPence } from '#shared/money.ts'
import { createTestApp, type TestApp, withoutGuards } from '#test/support/app.ts'
import { download, must, upload } from '#test/support/driver.ts'
import { aBooking, aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayTime, dayHelpers } from '#test/support/factories/day.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { parseIcalendar, unescaped, valuesOf } from '#test/support/icalendar.ts'
import { timesHere } from '#test/support/in-this-thread.ts'
import { wordsOf } from '#test/support/pdf.ts'
import { jpeg } from '#test/support/pictures.ts'
import { sessionFor, callAs } from '#test/support/session.ts'
import { onceWhole, startSmtpServer } from '#test/support/smtp.ts'
import { cancelBooking, confirmBooking, rejectBooking, takeBooking } from '../answers/contract.ts'
import { getSharedBooking } from '../contract.ts'
import { pauseJob, resumeJob, setOff, startJob } from '../day/actions/contract.ts'
import { getDay } from '../day/contract.ts'
import { addDayPhotos, getDayRecord, getDriverDayRecord, verifyRecord } from '../day/record/contract.ts'
import { transition } from '../lifecycle/commands.ts'
import { lockBooking } from '../queries.ts'
import { receiptNumber } from '../receipt/rules.ts'
import { referenceOf } from '../rules.ts'
import { listMovePhotos } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

describe('the agreement', () => {
  const open: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })

  const facts = {
    legalName: 'Pennant Removals Ltd',
    companyNumber: '12345678',
    registeredAddress: '2 Mill Lane\nLondon E17 4QH',
    coverPence: 2_000_000,
    coverPerItemPence: 250_000,
  }

  async function aKnownUnit() {
    const company = await aCompany(app, { name: 'Pennant & Daughters', tariff: { waitingPencePerHalfHour: 2000 } })
    await app.ctx.db.updateTable('companies.company').set(facts).where('id', '=', company.id).execute()
    await app.ctx.db
      .updateTable('pricing.tariff')
      .set({ terms: '1. Tape your boxes.', freeWaitingMinutes: 15 })
      .where('companyId', '=', company.id)
      .execute()
    return aUnit(app, { company })
  }

  const mailOf = (id: string, kind: string) =>
    app.ctx.db
      .selectFrom('notifications.message')
      .selectAll()
      .where('subjectId', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()

  /** Works the message's job with mail going to a real SMTP server, and answers what that server was given. */
  async function sentBySmtp(messageId: string): Promise<string> {
    const received: string[] = []
    const server = await startSmtpServer({
      onData(stream, _session, done) {
        onceWhole(stream, (raw) => {
          received.push(raw)
          done()
        })
      },
    })
    open.push(() => server.close())
    const mailFrom = 'Vanfare <hello@vanfare.test>'
    const services = { ...app.ctx.services, ...createDeliveries({ smtp: { url: server.url }, mailFrom }) }
    await sendMessage.handle({ ...app.ctx, services }, { messageId })
    return received[0] ?? ''
  }

  /** The parts of a MIME message by file name, decoded. */
  function attachmentsOf(raw: string): Map<string, { type: string; text: string }> {
    const boundary = /Content-Type: multipart\/mixed;\s*boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
    const parts = raw.split(`--${boundary}`).filter((part) => /Content-Disposition: attachment/.test(part))
    return new Map(
      parts.map((part) => {
        const [head = '', ...body] = part.split('\r\n\r\n')
        const text = body.join('\r\n\r\n').trim()
        const isBase64 = /Content-Transfer-Encoding: base64/i.test(head)
        const bytes = isBase64
          ? Buffer.from(text, 'base64')
          : Buffer.from(
              text
                .replaceAll(/=\r\n/g, '')
                .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
              'latin1',
            )
        const name = /filename="?([^"\r\n;]+)"?/.exec(head)?.[1] ?? ''
        return [name, { type: /Content-Type: ([^;\r\n]+)/.exec(head)?.[1] ?? '', text: bytes.toString('utf8') }]
      }),
    )
  }

  describe('the email that the customer keeps', () => {
    it('has what was agreed in its words, and the terms as files, by real SMTP', async () => {
      const unit = await aKnownUnit()
      const booking = await aBooking(app, { paymentMethod: 'card' })
      const mail = await mailOf(booking.id, 'booking_received')
      const { registration } = await app.ctx.db
        .selectFrom('fleet.van')
        .select('registration')
        .where('unitId', '=', unit.id)
        .executeTakeFirstOrThrow()
      for (const line of booking.lines) expect(mail.text).toContain(line.label)
      for (const phrase of [
        `Booking: ${booking.id.slice(-8).toUpperCase()}`,
        registration,
        'E17 4QH',
        `Total, by card: £${(booking.totalPence / 100).toFixed(2)}`,
        `No more than: £${((booking.ceilingPence ?? NaN) / 100).toFixed(2)}`,
        'You pay by card after the move.',
        'The first 15 minutes are free, then £20.00 for each half hour',
        'Insured up to £20,000 for the whole move and £2,500 for any one item.',
        'Pennant Removals Ltd, registered in England and Wales, company number 12345678. Address: 2 Mill Lane, London E17 4QH.',
        app.ctx.config.trader.name,
        app.ctx.config.trader.vatNumber,
      ]) {
        expect(mail.text).toContain(phrase)
      }
      const raw = await sentBySmtp(mail.id)
      expect(raw.match(/text\/calendar; charset=utf-8;\s+method=REQUEST/g)).toHaveLength(2)
      const attached = attachmentsOf(raw)
      const [calendar, ...terms] = [...attached.keys()]
      expect(calendar).toMatch(/^vanfare-[0-9a-f]{8}\.ics$/)
      expect(attached.get(calendar ?? '')).toMatchObject({
        type: 'text/calendar',
        text: expect.stringContaining('BEGIN:VEVENT'),
      })
      expect(terms).toEqual(['vanfare-terms-2026-11-22.html', 'terms-of-pennant-daughters.txt'])
      expect(attached.get('vanfare-terms-2026-11-22.html')).toMatchObject({
        type: 'text/html',
        text: expect.stringContaining('There is no 14-day right to cancel.'),
      })
      expect(attached.get('terms-of-pennant-daughters.txt')).toMatchObject({
        type: 'text/plain',
        text: expect.stringContaining('1. Tape your boxes.'),
      })
    })

    it('shows in the mailbox what is attached, and goes with its message', async () => {
      await aKnownUnit()
      const booking = await aBooking(app)
      await app.runJobs()
      const box = (await app.app.fastify.inject('/dev/mailbox.json')).json()
      const mail = box.find(({ subject }: { subject: string }) => subject.startsWith('We have your booking'))
      expect(mail.attachments).toEqual([
        { name: expect.stringMatching(/\.ics$/), type: 'text/calendar', bytes: expect.any(Number) },
        { name: 'vanfare-terms-2026-11-22.html', type: 'text/html', bytes: expect.any(Number) },
        { name: 'terms-of-pennant-daughters.txt', type: 'text/plain', bytes: expect.any(Number) },
      ])
      expect(mail.attachments[1].bytes).toBeGreaterThan(5000)
      const { id: mailId } = await mailOf(booking.id, 'booking_received')
      await app.ctx.db.deleteFrom('notifications.message').where('subjectId', '=', booking.id).execute()
      const left = await app.ctx.db
        .selectFrom('notifications.attachment')
        .select('mailId')
        .where('mailId', '=', mailId)
        .execute()
      expect(left).toEqual([])
    })

    it('tells the truth inside 48 and inside 24 hours', async () => {
      await aKnownUnit()
      const soon = await aBooking(app, { move: aMove({ date: '2026-11-21', time: '17:00' }) })
      const { text } = await mailOf(soon.id, 'booking_received')
      expect(text).not.toMatch(/Until \w{3} \d+ November, 17:00: Free/)
      expect(text).toMatch(/Until Fri 20 November, 17:00: £/)
      const sooner = await aBooking(app, {
        move: aMove({ date: '2026-11-20', time: '15:00' }),
        customer: await aCustomer(app),
      })
      expect((await mailOf(sooner.id, 'booking_received')).text).toMatch(
        /If you cancel\nUntil a driver confirms: Free\nOnce confirmed: £/,
      )
    })

    it('comes again, as the contract, when a driver confirms', async () => {
      await aKnownUnit()
      const { id } = await aBooking(app)
      await app.ctx.tx(async (tx) => {
        const now = await lockBooking(tx, id)
        const office = { ...tx, actor: { kind: 'admin', userId: id, sessionId: id } } as unknown as typeof tx
        return transition(office, now!, 'confirm')
      })
      const mail = await mailOf(id, 'booking_confirmed')
      expect(mail.text).not.toContain('Until a driver confirms')
      expect(mail.text).toMatch(/If you cancel\nUntil/)
    })
  })

  describe('what cancelling costs', () => {
    it('is the same for the price, the booking and its page, half of the minimum time in pounds', async () => {
      await aKnownUnit()
      const quote = await aQuoteFor(app)
      const { cancellation, hash, agreed, cancellationFeePence } = await aBooking(app, { quoteId: quote.quoteId })
      expect(cancellation).toEqual(quote.cancellation)
      // Two hours at £60.00.
      expect(cancellation.map(({ feePence }) => feePence)).toEqual([0, 6000, 12_000])
      expect(cancellationFeePence).toBe(0)
      expect(agreed).toEqual({
        waiting: { waitingPencePerHalfHour: 2000, freeWaitingMinutes: 15 },
        cover: { totalPence: 2_000_000, perItemPence: 250_000, source: 'policy' },
        trader: { name: 'Pennant Removals Ltd', companyNumber: '12345678' },
      })
      const shared = await app.call()(getSharedBooking, { params: { hash } })
      expect(shared.ok && shared.data.cancellation).toEqual(cancellation)
    })

    it('holds to the end of a booking, whatever the company charges by then', async () => {
      const { company } = await aKnownUnit()
      const booking = await aBooking(app)
      await app.ctx.db
        .updateTable('pricing.hourly_rate')
        .set({ pencePerHour: 20_000 })
        .where('companyId', '=', company.id)
        .execute()
      await app.ctx.db
        .updateTable('bookings.booking')
        .set({ status: 'confirmed' })
        .where('id', '=', booking.id)
        .execute()
      app.clock.set(new Date(new Date(booking.startAt).getTime() - 3_600_000).toISOString())
      const shared = await app.call()(getSharedBooking, { params: { hash: booking.hash } })
      expect(shared.ok && shared.data.cancellationFeePence).toBe(12_000)
    })
  })
})

describe('the calendar file', () => {
  it('is one event in UTC with towns and outward codes, to whoever holds the link; cancelled, it is struck out', async () => {
    await aUnit(app)
    const customer = await aCustomer(app)
    const booking = await aBooking(app, { customer })
    const path = `/api/booking/${booking.hash}/calendar-file/`
    const file = await download(app, undefined, path)
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      `attachment; filename="vanfare-${referenceOf(booking.id)}.ics"`,
    ])
    const [event, ...others] = parseIcalendar(file.body).components.filter(({ name }) => name === 'VEVENT')
    if (!event) throw new Error('There is no event')
    expect(others).toEqual([])
    const read = (name: string) => unescaped(valuesOf(event, name)[0] ?? '')
    expect([read('DTSTART'), read('SUMMARY'), read('STATUS')]).toEqual([
      '20261128T090000Z',
      'Move: Walthamstow E17 to Brighton BN1',
      'TENTATIVE',
    ])
    expect(file.body).not.toMatch(/4QH|4QL|Jane/)
    await must(app.call(customer.bearer)(cancelBooking, { params: { id: booking.id }, body: { feePence: 0 } }))
    const after = parseIcalendar((await download(app, undefined, path)).body).components.find(
      ({ name }) => name === 'VEVENT',
    )
    if (!after) throw new Error('It is gone, so a calendar would keep it')
    const sequence = (one: typeof event) => Number(valuesOf(one, 'SEQUENCE')[0])
    expect([valuesOf(after, 'STATUS'), valuesOf(after, 'UID')]).toEqual([['CANCELLED'], valuesOf(event, 'UID')])
    expect(sequence(after)).toBeGreaterThan(sequence(event))
    expect((await download(app, undefined, `/api/booking/${'x'.repeat(43)}/calendar-file/`)).statusCode).toBe(404)
  })
})

describe('the customer’s own calendar file', () => {
  it('is the same event with the addresses, for nobody else, and in London’s summer an hour from UTC', async () => {
    await aUnit(app)
    const customer = await aCustomer(app)
    const routePoints = [0, 1].map((number) => ({ number, flatAndHouse: `Flat ${number + 1}; x, y` }))
    const booking = await aBooking(app, { customer, routePoints, move: aMove({ date: '2027-04-05', time: '09:00' }) })
    const path = `/api/booking/${booking.id}/calendar/`
    const file = await download(app, customer.bearer, path)
    const event = parseIcalendar(file.body).components.find(({ name }) => name === 'VEVENT')
    if (!event) throw new Error('There is no event')
    const read = (name: string) => unescaped(valuesOf(event, name)[0] ?? '')
    expect([read('DTSTART'), read('LOCATION')]).toEqual(['20270405T080000Z', 'Flat 1; x, y, E17 4QH'])
    expect(read('DESCRIPTION')).toContain('Flat 2; x, y, BN1 4QL')
    const byLink = parseIcalendar((await download(app, undefined, `/api/booking/${booking.hash}/calendar-file/`)).body)
    expect(valuesOf(byLink.components.find(({ name }) => name === 'VEVENT') ?? event, 'UID')).toEqual(
      valuesOf(event, 'UID'),
    )
    expect((await download(app, (await aCustomer(app)).bearer, path)).statusCode).toBe(404)
    expect((await download(app, undefined, path)).statusCode).toBe(401)
  })
})

describe('the private feed of a driver', () => {
  it('has what is booked and confirmed, and no more what is cancelled', async () => {
    const unit = await aUnit(app)
    const customer = await aCustomer(app)
    const booking = await aBooking(app, { customer })
    const call = app.call((await sessionFor(app, unit.company.owner.id)).bearer)
    const { url } = await must(call(renewCalendarFeed, { params: { id: unit.id }, body: {} }))
    const events = async () =>
      parseIcalendar((await download(app, undefined, new URL(url ?? '').pathname)).body)
        .components.filter(({ name }) => name === 'VEVENT')
        .map((event) => [valuesOf(event, 'STATUS')[0], unescaped(valuesOf(event, 'SUMMARY')[0] ?? '')])
    expect(await events()).toEqual([['TENTATIVE', 'To answer: Walthamstow to Brighton']])
    await must(call(confirmBooking, { params: { id: booking.id } }))
    expect(await events()).toEqual([['CONFIRMED', 'Walthamstow to Brighton']])
    await must(app.call(customer.bearer)(cancelBooking, { params: { id: booking.id }, body: { feePence: 0 } }))
    expect(await events()).toEqual([])
  })
})

describe('the photos of a move', () => {
  async function withPhotos(at: TestApp = app) {
    const unit = await aUnit(at)
    const photos = await upload<{ id: string }>(at, undefined, '/booking/images/', [
      { content: await jpeg() },
      { content: await jpeg() },
    ])
    const booking = await aBooking(at, { photosId: photos.data.id })
    const driver = (await sessionFor(at, unit.company.owner.id)).bearer
    return { unit, booking, driver, params: { id: booking.id } }
  }

  it('are its customer’s to see, and its driver’s once it is confirmed', async () => {
    const { booking, driver, params } = await withPhotos()
    const { results } = await must(app.call(booking.customer.bearer)(listMovePhotos, { params }))
    expect(results).toHaveLength(2)
    const url = results[0]?.url ?? ''
    const file = await download(app, booking.customer.bearer, url)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await app.call(driver)(listMovePhotos, { params })).status).toBe(404)
    expect((await download(app, driver, url)).statusCode).toBe(404)
    await must(app.call(driver)(confirmBooking, { params }))
    expect((await must(app.call(driver)(listMovePhotos, { params }))).results).toHaveLength(2)
    expect((await download(app, driver, url)).statusCode).toBe(200)
  })

  it('are nobody else’s: neither of whom it does not concern, nor by the id of another booking', async () => {
    const { booking, params } = await withPhotos()
    const { results } = await must(app.call(booking.customer.bearer)(listMovePhotos, { params }))
    const stranger = await aCustomer(app)
    const url = results[0]?.url ?? ''
    expect((await app.call(stranger.bearer)(listMovePhotos, { params })).status).toBe(404)
    expect((await download(app, stranger.bearer, url)).statusCode).toBe(404)
    expect((await download(app, undefined, url)).statusCode).toBe(401)
    await aUnit(app)
    const other = await aCustomer(app)
    const theirs = await aBooking(app, { customer: other })
    const crossed = url.replace(booking.id, theirs.id)
    expect((await download(app, other.bearer, crossed)).statusCode).toBe(404)
  })

  it('the control: without the guard, a stranger sees them', async () => {
    const unguarded = await withoutGuards(app, 'own_photos')
    const { params } = await withPhotos()
    const stranger = await aCustomer(app)
    const headers = { authorization: `Bearer ${stranger.bearer}` }
    const { statusCode } = await unguarded.fastify.inject({ url: `/api/booking/${params.id}/photos/`, headers })
    await unguarded.close()
    expect(statusCode).toBe(200)
  })
})

describe('record of the day', () => {
  const { phone, at } = dayHelpers(() => app)

  describe('the record', () => {
    it('is downloaded by both sides, verifies, and cannot be changed in the database', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      await at(dayTime('09:00'))
      await must(day.driver(startJob, { params, body: phone() }))
      await must(day.driver(pauseJob, { params, body: { ...phone(), reason: 'access', note: 'Café’s lorry' } }))
      const theirs = await must(day.customer(getDayRecord, { params }))
      const own = await must(day.driver(getDriverDayRecord, { params: { id: day.unit.id, bookingId: day.id } }))
      for (const record of [theirs, own])
        expect(await must(app.call()(verifyRecord, { body: { record } }))).toEqual({
          isValid: true,
          entries: 2,
          bookingId: day.id,
          wrong: null,
        })
      const changed = theirs.replace('lorry', 'Lorry')
      expect(await must(app.call()(verifyRecord, { body: { record: changed } }))).toMatchObject({
        isValid: false,
        wrong: { part: 'entry', seq: 2 },
      })
      for (const statement of [
        sql`update bookings.day_entry set who = 'hired' where booking_id = ${day.id}`,
        sql`delete from bookings.day_entry where booking_id = ${day.id}`,
      ])
        await expect(statement.execute(app.ctx.db)).rejects.toThrow('never changed')
      // The texts of an entry can be erased.
      await sql`update bookings.day_detail set payload = null, salt = null where booking_id = ${day.id}`.execute(
        app.ctx.db,
      )
      const erased = await must(day.customer(getDayRecord, { params }))
      expect(erased).not.toContain('lorry')
      expect(await must(app.call()(verifyRecord, { body: { record: erased } }))).toMatchObject({ isValid: true })
    })
  })

  describe('the record of a job that went to somebody else', () => {
    const verified = async (record: string) => must(app.call()(verifyRecord, { body: { record } }))

    it('is read by whoever had it as far as their own part goes, and by nobody who never had it', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      const stranger = await aUnit(app, { company: { pencePerHour: 9000 } })
      const second = await aUnit(app, { company: { pencePerHour: 9100 } })
      const recordOf = (call: Call, id: string) => call(getDriverDayRecord, { params: { id, bookingId: day.id } })
      await must(day.driver(rejectBooking, { params, body: { reason: 'broken_van' } }))
      await app.runJobs()
      const taker = callAs(app, second.company.owner.id)
      await must(taker(takeBooking, { params, body: { workingUnitId: second.id } }))
      // They had it, but nothing of the day had happened then.
      expect((await recordOf(day.driver, day.unit.id)).status).toBe(404)
      await at(dayTime('09:00'))
      await must(taker(startJob, { params, body: phone() }))
      await must(taker(pauseJob, { params, body: { ...phone(), reason: 'other', note: 'A word of the second' } }))
      expect((await recordOf(day.driver, day.unit.id)).status).toBe(404)
      await at(dayTime('09:30'))
      expect((await day.driver(startJob, { params, body: phone() })).status).toBe(409)
      await must(taker(resumeJob, { params, body: phone() }))
      const own = await must(recordOf(day.driver, day.unit.id))
      expect(await verified(own)).toMatchObject({ isValid: true, entries: 3 })
      expect(own).not.toContain('A word of the second')
      expect(own).toContain('"is_conflict":true')
      const all = await must(recordOf(taker, second.id))
      expect(await verified(all)).toMatchObject({ isValid: true, entries: 4 })
      expect((await recordOf(callAs(app, stranger.company.owner.id), stranger.id)).status).toBe(404)
      // The record is not found under another company's unit.
      expect((await recordOf(callAs(app, stranger.company.owner.id), day.unit.id)).status).toBe(404)
    })

    it('is read after it was cancelled by whoever did it', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      await at(dayTime('08:30'))
      await must(day.driver(setOff, { params, body: { ...phone(), sharePosition: false } }))
      await must(day.customer(cancelBooking, { params, body: { feePence: 10_000 } }))
      const own = await must(day.driver(getDriverDayRecord, { params: { id: day.unit.id, bookingId: day.id } }))
      expect(await verified(own)).toMatchObject({ isValid: true, entries: 1 })
    })
  })

  describe('photos of the day', () => {
    it('are seen by both sides and nobody else; the record holds the digest of what is sent', async () => {
      const day = await aConfirmedJob(app)
      const params = { id: day.id }
      await at(dayTime('09:00'))
      const uploaded = async () =>
        (await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])).data.id
      const body = { ...phone(), stage: 'before' as const, photosId: await uploaded() }
      const [photo] = await must(day.driver(addDayPhotos, { params, body }))
      expect(await must(day.driver(addDayPhotos, { params, body }))).toHaveLength(1)
      expect(await day.driver(addDayPhotos, { params, body: { ...body, ...phone() } })).toMatchObject({
        status: 409,
        problem: { code: 'upload_gone' },
      })
      const theirs = { ...phone(), stage: 'after' as const, photosId: await uploaded() }
      expect(await must(day.customer(addDayPhotos, { params, body: theirs }))).toHaveLength(2)
      const stranger = await aCustomer(app)
      expect((await app.call(stranger.bearer)(addDayPhotos, { params, body: theirs })).status).toBe(404)

      const fetch = async (bearer: string) =>
        app.app.fastify.inject({ url: photo?.url ?? '', headers: { authorization: `Bearer ${bearer}` } })
      const owner = await sessionFor(app, day.unit.company.owner.id)
      const answer = await fetch(owner.bearer)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(photo?.sha256)
      expect((await fetch(stranger.bearer)).statusCode).toBe(404)
      const record = await must(day.customer(getDayRecord, { params }))
      expect(record).toContain(photo?.sha256)
      expect((await must(day.customer(getDay, { params }))).photos.map(({ stage }) => stage)).toEqual([
        'before',
        'after',
      ])
      expect((await must(day.customer(getDay, { params }))).events.map(({ who }) => who)).toEqual([
        'driver',
        'customer',
      ])
    })
  })
})

describe('the receipt', () => {
  async function done(more: object = {}) {
    const unit = await aUnit(app, { company: { vatRegisteredFrom: '2020-01-01' } })
    const customer = await aCustomer(app, { firstName: 'Łucja José' })
    const booking = await aBooking(app, { customer })
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({ status: 'completed', ...more })
      .where('id', '=', booking.id)
      .execute()
    return { unit, customer, booking, path: `/api/booking/${booking.id}/receipt/` }
  }

  it('names the company as who sells, every line, VAT and total, and how it was paid; its text can be read out', async () => {
    const { unit, customer, booking, path } = await done()
    const file = await download(app, customer.bearer, path)
    expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="receipt-${receiptNumber(booking.id)}.pdf"`,
    ])
    const text = await wordsOf(file.rawPayload)
    for (const phrase of [
      `Receipt ${receiptNumber(booking.id)}`,
      unit.company.name,
      'Łucja José',
      '28/11/2026',
      'Walthamstow to Brighton',
      ...booking.lines.map(({ amountPence }) => formatPence(amountPence)),
      `Total, ${booking.paymentMethod === 'cash' ? 'in cash' : 'by card'}`,
      formatPence(booking.totalPence),
      `VAT at 20 % is included: ${formatPence(booking.vatPence)}`,
      'is paid in cash to the driver',
    ])
      expect(text).toContain(phrase)
    // Tagged, with its language, and every letter of its font embedded.
    const raw = file.rawPayload.toString('latin1')
    expect(raw).toMatch(/\/MarkInfo/)
    expect(raw).toMatch(/\/Lang \(en-GB\)/)
    expect(raw).toMatch(/Overpass/)
  })

  it('says of a transfer that it was one', async () => {
    const madeBy = (await aCustomer(app)).id
    const { customer, path } = await done({ specialPayMethod: 'bank_transfer', madeBy })
    expect(await wordsOf((await download(app, customer.bearer, path)).rawPayload)).toContain('by bank transfer')
  })

  it('is the customer’s own, and there only once the move is done', async () => {
    const { path, booking, customer } = await done({ status: 'confirmed' })
    expect((await download(app, customer.bearer, path)).statusCode).toBe(409)
    await app.ctx.db.updateTable('bookings.booking').set({ status: 'completed' }).where('id', '=', booking.id).execute()
    expect((await download(app, (await aCustomer(app)).bearer, path)).statusCode).toBe(404)
    expect((await download(app, undefined, path)).statusCode).toBe(401)
  })

  it('keeps nobody else waiting: ten at once are laid out in a thread of their own', async () => {
    const { customer, path } = await done()
    const ten = () => Promise.all(Array.from({ length: 10 }, () => download(app, customer.bearer, path)))
    const layouts = await timesHere(PdfPages.prototype, 'end', () => import('../receipt/worker.ts'), ten)
    expect(layouts).toEqual({ beside: 0, here: 10 })
  })
})
