import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDeliveries } from '#modules/notifications/gateway.ts'
import { sendMessage } from '#modules/notifications/jobs.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { onceWhole, startSmtpServer } from '#test/support/smtp.ts'
import { getSharedBooking } from '../contract.ts'
import { transition } from '../lifecycle/commands.ts'
import { lockBooking } from '../queries.ts'

let app: TestApp
const open: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
afterAll(() => app.close())

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
      `No more than: £${(booking.ceilingPence / 100).toFixed(2)}`,
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
    await app.ctx.db.updateTable('bookings.booking').set({ status: 'confirmed' }).where('id', '=', booking.id).execute()
    app.clock.set(new Date(new Date(booking.startAt).getTime() - 3_600_000).toISOString())
    const shared = await app.call()(getSharedBooking, { params: { hash: booking.hash } })
    expect(shared.ok && shared.data.cancellationFeePence).toBe(12_000)
  })
})
