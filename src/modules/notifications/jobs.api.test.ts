import { createServer, type Socket, type AddressInfo } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { signIn } from '#test/support/session.ts'
import { onceWhole, startSmtpServer } from '#test/support/smtp.ts'
import { startStubServer } from '#test/support/stub-server.ts'
import { queueMessage, type NewMail, type NewText } from './commands.ts'
import { createDeliveries, DeliveryFailure } from './gateway.ts'
import { eraseOldMessages, sendMessage } from './jobs.ts'
import { maxAttempts } from './rules.ts'
import { listUndelivered, sendUndelivered } from './contract.ts'

describe('sending', () => {
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
    it('a message is in the mailbox after its job, newest first', async () => {
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

    it('what rolled back is never sent', async () => {
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

    it('T-088: the mailbox page escapes what it shows and runs no script', async () => {
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

    it.each([['a@b.com\r\nBcc: c@d.com'], ['"x"@example.com'], ['jane'], ['']])(
      'T-022: %j is never a recipient',
      async (to) => {
        await expect(queue({ to })).rejects.toThrow('no valid recipient')
      },
    )

    it('T-022: a subject is one line', async () => {
      const id = await queue({ subject: 'Hello\r\nBcc: other@example.com' })
      expect((await rowOf(id)).subject).toBe('Hello Bcc: other@example.com')
    })
  })

  describe('by SMTP', () => {
    it('an email arrives once, at exactly its recipient, with a stable Message-ID', async () => {
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

    it('production mode forgets a secret once it is sent, the demonstration keeps it', async () => {
      const { url, received } = await startSmtp()
      const [retained, forgotten] = [await queue({ holdsSecret: true }), await queue({ holdsSecret: true })]
      await sendBy(url, retained)
      await sendBy(url, forgotten, 'production')
      expect(received).toHaveLength(2)
      expect(await rowOf(retained)).toMatchObject({ text: expect.stringContaining('Words') })
      expect(await rowOf(forgotten)).toMatchObject({ text: '', html: null })
    })

    it('F-18: a server that is down is asked again later', async () => {
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

    it('F-18: a 4xx is asked again, and given up after the last try', async () => {
      const { url } = await startSmtp({ onRcptTo: (_address, _session, done) => done(refusal(451)) })
      const id = await queue()
      for (let attempt = 1; attempt < maxAttempts; attempt++)
        await expect(sendBy(url, id)).rejects.toThrow(DeliveryFailure)
      expect(await rowOf(id)).toMatchObject({ attempts: maxAttempts - 1, failedAt: null })
      await sendBy(url, id)
      expect(await rowOf(id)).toMatchObject({ attempts: maxAttempts, sentAt: null })
      expect((await rowOf(id)).failedAt).not.toBeNull()
    })

    it('F-18: a 5xx about the recipient is a dead letter at once, and quotes nobody', async () => {
      const { url } = await startSmtp({ onRcptTo: (_address, _session, done) => done(refusal(550)) })
      const id = await queue()
      await sendBy(url, id)
      const row = await rowOf(id)
      expect(row).toMatchObject({ attempts: 1, sentAt: null, lastError: 'smtp EENVELOPE 550 RCPT TO' })
      expect(row.failedAt).not.toBeNull()
    })

    it('F-18: a server that hangs up after the greeting is asked again', async () => {
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
    it.each([
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
      const seen = row.sentAt
        ? 'sent'
        : row.failedAt
          ? 'given up'
          : failure instanceof DeliveryFailure
            ? 'again'
            : 'lost'
      expect(seen).toBe(outcome)
    })
  })

  it('what was said is forgotten after 90 days', async () => {
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
})

describe('undelivered mails', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  async function anAbandonedMail(to: string): Promise<string> {
    const id = await app.ctx.tx((ctx) =>
      queueMessage(ctx, {
        channel: 'email',
        to,
        kind: 'test',
        subject: 'Hello',
        mail: { title: 'Hello', paragraphs: [] },
      }),
    )
    await app.ctx.db
      .updateTable('notifications.message')
      .set({ failedAt: app.clock.now(), attempts: 14, lastError: 'smtp 550 RCPT TO' })
      .where('id', '=', id)
      .execute()
    return id
  }

  it('what was given up is listed, the last first and by key, and sent again under its own id', async () => {
    const ids: string[] = []
    for (const to of ['one@example.com', 'two@example.com', 'three@example.com']) {
      ids.unshift(await anAbandonedMail(to))
      app.clock.advance({ minutes: 1 })
    }
    const office = app.call((await signIn(app, 'admin')).bearer)
    const seen: string[] = []
    for (let after: string | undefined; ;) {
      const page = await must(office(listUndelivered, { query: { pageSize: 2, after } }))
      seen.push(...page.results.map(({ id }) => id))
      if (page.nextCursor === null) break
      after = page.nextCursor
    }
    expect(seen).toEqual(ids)
    const [last] = (await must(office(listUndelivered))).results
    expect(last).toMatchObject({ to: 'three@example.com', channel: 'email', attempts: 14, reason: 'smtp 550 RCPT TO' })

    const params = { id: ids[0] ?? '' }
    await must(office(sendUndelivered, { params }))
    expect(await office(sendUndelivered, { params })).toMatchObject({ status: 409 })
    expect(await office(sendUndelivered, { params: { id: crypto.randomUUID() } })).toMatchObject({ status: 404 })
    await app.runJobs()
    const sent = await app.ctx.db
      .selectFrom('notifications.message')
      .select(['sentAt', 'attempts'])
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    expect(sent).toMatchObject({ attempts: 1, sentAt: app.clock.now() })
    expect((await must(office(listUndelivered))).results.map(({ id }) => id)).toEqual(ids.slice(1))
  })
})
