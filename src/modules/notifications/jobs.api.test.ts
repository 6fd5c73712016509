import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { onceWhole, startSmtpServer } from '#test/support/smtp.ts'
import { startStubServer } from '#test/support/stub-server.ts'
import { queueMessage, type NewMail, type NewText } from './commands.ts'
import { createDeliveries, DeliveryFailure } from './gateway.ts'
import { eraseOldMessages, sendMessage } from './jobs.ts'
import { maxAttempts } from './rules.ts'

let test1: TestApp
const open: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  test1 = await createTestApp()
})
afterAll(() => test1.close())
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const mailFrom = 'Vanfare <hello@vanfare.test>'

const queue = (message: Partial<NewMail> = {}) =>
  test1.ctx.tx((ctx) =>
    queueMessage(ctx, {
      channel: 'email',
      to: 'jane@example.com',
      kind: 'test',
      subject: 'A subject',
      mail: { title: 'Words', paragraphs: ['More words'] },
      ...message,
    }),
  )

const queueText = (message: Partial<NewText> = {}) =>
  test1.ctx.tx((ctx) =>
    queueMessage(ctx, { channel: 'sms', to: '+447700900123', kind: 'test', text: 'Words', ...message }),
  )

const rowOf = (id: string) =>
  test1.ctx.db.selectFrom('notifications.message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Hands the job to the handler as the queue does, with mail going to this SMTP server. */
const sendBy = (url: string, messageId: string, appMode: 'demo' | 'production' = 'demo') =>
  sendMessage.handle(
    {
      ...test1.ctx,
      config: { ...test1.ctx.config, appMode },
      services: { ...test1.ctx.services, ...createDeliveries({ smtp: { url }, mailFrom }) },
    },
    { messageId },
  )

async function startSmtp(options: SMTPServerOptions = {}) {
  const received: { to: string[]; raw: string }[] = []
  const server = await startSmtpServer({
    onData(stream, session, done) {
      onceWhole(stream, (raw) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
    ...options,
  })
  open.push(() => server.close())
  return { url: server.url, received }
}

const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

describe('without an email server', () => {
  test('a message is in the mailbox after its job, newest first', async () => {
    await queue({ subject: 'First' })
    await test1.runJobs()
    test1.clock.advance({ minutes: 1 })
    await queueText({ text: 'By phone' })
    await test1.runJobs()
    const answer = await test1.app.fastify.inject('/dev/mailbox.json')
    expect(answer.json().slice(0, 2)).toEqual([
      {
        to: '+447700900123',
        channel: 'sms',
        subject: '',
        text: 'By phone',
        html: null,
        attachments: [],
        sent_at: test1.clock.now().toISOString(),
      },
      expect.objectContaining({
        to: 'jane@example.com',
        channel: 'email',
        subject: 'First',
        html: expect.stringContaining('>Words</h1>'),
      }),
    ])
  })

  test('what rolled back is never sent', async () => {
    const before = await test1.app.fastify.inject('/dev/mailbox.json')
    await expect(
      test1.ctx.tx(async (ctx) => {
        await queueMessage(ctx, { channel: 'sms', to: '+447700900123', kind: 'test', text: 'never' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await test1.runJobs()).toBe(0)
    expect((await test1.app.fastify.inject('/dev/mailbox.json')).json()).toEqual(before.json())
  })

  test('T-088: the mailbox page escapes what it shows and runs no script', async () => {
    await queue({
      subject: '<script>alert(1)</script>',
      mail: {
        title: '<script>alert(2)</script>',
        paragraphs: [`See ${test1.ctx.config.publicUrl}/verify-email?token=x and http://evil.test/`],
      },
    })
    await test1.runJobs()
    const page = await test1.app.fastify.inject('/dev/mailbox')
    expect(page.body).toContain('&lt;script&gt;alert(1)')
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain(`<a href="${test1.ctx.config.publicUrl}/verify-email?token=x">`)
    expect(page.body).not.toContain('href="http://evil.test/')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each([['a@b.com\r\nBcc: c@d.com'], ['"x"@example.com'], ['jane'], ['']])(
    'T-022: %j is never a recipient',
    async (to) => {
      await expect(queue({ to })).rejects.toThrow('no valid recipient')
    },
  )

  test('T-022: a subject is one line', async () => {
    const id = await queue({ subject: 'Hello\r\nBcc: other@example.com' })
    expect((await rowOf(id)).subject).toBe('Hello Bcc: other@example.com')
  })
})

describe('by SMTP', () => {
  test('an email arrives once, at exactly its recipient, with a stable Message-ID', async () => {
    const { url, received } = await startSmtp()
    const id = await queue({ to: "o'hara+moves@example.co.uk" })
    await sendBy(url, id)
    await sendBy(url, id)
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(["o'hara+moves@example.co.uk"])
    expect(received[0]?.raw).toContain(`Message-ID: <${id}@vanfare.test>`)
    expect(received[0]?.raw).toContain('From: Vanfare <hello@vanfare.test>')
    expect(received[0]?.raw).toContain('Subject: A subject')
    expect(await rowOf(id)).toMatchObject({ attempts: 1, lastError: null })
    expect((await rowOf(id)).sentAt).not.toBeNull()
  })

  test('production mode forgets a secret once it is sent, the demonstration keeps it', async () => {
    const { url, received } = await startSmtp()
    const [retained, forgotten] = [await queue({ holdsSecret: true }), await queue({ holdsSecret: true })]
    await sendBy(url, retained)
    await sendBy(url, forgotten, 'production')
    expect(received).toHaveLength(2)
    expect(await rowOf(retained)).toMatchObject({ text: expect.stringContaining('Words') })
    expect(await rowOf(forgotten)).toMatchObject({ text: '', html: null })
  })

  test('F-18: a server that is down is asked again later', async () => {
    const { url } = await startSmtp()
    for (const close of open.splice(0)) await close()
    const id = await queue()
    await expect(sendBy(url, id)).rejects.toThrow(DeliveryFailure)
    expect(await rowOf(id)).toMatchObject({
      attempts: 1,
      sentAt: null,
      failedAt: null,
      lastError: 'smtp ESOCKET CONN',
    })
  })

  test('F-18: a 4xx is asked again, and given up after the last try', async () => {
    const { url } = await startSmtp({ onRcptTo: (_address, _session, done) => done(refusal(451)) })
    const id = await queue()
    for (let attempt = 1; attempt < maxAttempts; attempt++)
      await expect(sendBy(url, id)).rejects.toThrow(DeliveryFailure)
    expect(await rowOf(id)).toMatchObject({ attempts: maxAttempts - 1, failedAt: null })
    await sendBy(url, id)
    expect(await rowOf(id)).toMatchObject({ attempts: maxAttempts, sentAt: null })
    expect((await rowOf(id)).failedAt).not.toBeNull()
  })

  test('F-18: a 5xx about the recipient is a dead letter at once, and quotes nobody', async () => {
    const { url } = await startSmtp({ onRcptTo: (_address, _session, done) => done(refusal(550)) })
    const id = await queue()
    await sendBy(url, id)
    const row = await rowOf(id)
    expect(row).toMatchObject({ attempts: 1, sentAt: null, lastError: 'smtp EENVELOPE 550 RCPT TO' })
    expect(row.failedAt).not.toBeNull()
  })

  test('F-18: a server that hangs up after the greeting is asked again', async () => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.write('220 ready\r\n')
      socket.once('data', () => socket.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push(() => new Promise((resolve) => server.close(resolve)))
    const id = await queue()
    const { port } = server.address() as AddressInfo
    await expect(sendBy(`smtp://127.0.0.1:${port}`, id)).rejects.toThrow(DeliveryFailure)
    expect(await rowOf(id)).toMatchObject({ attempts: 1, sentAt: null, failedAt: null })
    for (const socket of sockets) socket.destroy()
  })
})

describe('by an SMS provider', () => {
  test.each([
    [200, 'sent'],
    [500, 'again'],
    [429, 'again'],
    [401, 'again'],
    [422, 'given up'],
  ])('%i: %s', async (status, outcome) => {
    const provider = await startStubServer((_request, response) => void response.writeHead(status).end())
    open.push(() => provider.close())
    const id = await queueText()
    const services = {
      ...test1.ctx.services,
      ...createDeliveries({ sms: { url: `${provider.url}/send`, key: 'k' }, mailFrom }),
    }
    const failure = await Promise.resolve(sendMessage.handle({ ...test1.ctx, services }, { messageId: id })).catch(
      (error: unknown) => error,
    )
    const row = await rowOf(id)
    const seen = row.sentAt ? 'sent' : row.failedAt ? 'given up' : failure instanceof DeliveryFailure ? 'again' : 'lost'
    expect(seen).toBe(outcome)
  })
})

test('what was said is forgotten after 90 days', async () => {
  const id = await queue()
  const start = test1.clock.now()
  for (const [days, left] of [
    [90, 1],
    [91, 0],
  ] as const) {
    test1.clock.set(new Date(start.getTime() + days * 86_400_000))
    await eraseOldMessages.handle(test1.ctx, {})
    const rows = await test1.ctx.db.selectFrom('notifications.message').where('id', '=', id).select('id').execute()
    expect(rows).toHaveLength(left)
  }
  test1.clock.set(start)
})
