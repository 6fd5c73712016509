import { createDecipheriv, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { logOut } from '#modules/identity/contract.ts'
import { makeCertificate } from '#test/support/certificate.ts'
import { aBrowser, aBrowserWithKeys } from '#test/support/browsers.ts'
import { ForeignFailure } from '#platform/jobs.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { queuePush } from '../commands.ts'
import { sendPush } from '../jobs.ts'
import { addPushDevice, getPushDevice, removePushDevice } from '../contract.ts'
import { createPush, isPublicAddress } from './gateway.ts'
import { isPushService, pushOf, pushOutcome } from './rules.ts'

let app: TestApp
const open: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await createTestApp()
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
afterAll(() => app.close())

interface Received {
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A push service on loopback with a given answer. */
async function aPushService(status = 201) {
  const certificate = makeCertificate()
  const received: Received[] = []
  const service = { status, received, origin: '', ca: certificate.cert }
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(service.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => new Promise((resolve) => server.close(resolve)))
  service.origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return service
}

/** Decrypts like a browser (RFC 8291, RFC 8188). */
function decrypted(body: Buffer, { own, auth }: ReturnType<typeof aBrowserWithKeys>): unknown {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey])
  const material = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), auth, about, 32))
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  expect(plain.at(-1)).toBe(2)
  return JSON.parse(plain.subarray(0, -1).toString())
}

/** The claims, if the signature is right for the key that is sent along. */
function claimsOf(authorization: string): { aud: string; exp: number; sub: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isRight).toBe(true)
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

const mail = {
  title: 'Dawn has written',
  paragraphs: ['We are outside.'],
  action: { label: 'Read', url: '' },
}

/** A customer with a browser at this service, and a push for it. */
async function aPush(origin: string) {
  const customer = await aCustomer(app)
  const browser = aBrowserWithKeys(crypto.randomUUID())
  await must(app.call(customer.bearer)(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys } }))
  await app.ctx.db
    .updateTable('notifications.push_device')
    .set({ endpoint: `${origin}/send/${customer.id}` })
    .where('userId', '=', customer.id)
    .execute()
  const url = `${app.ctx.config.publicUrl}/messages/7`
  const push = { kind: 'test', mail: { ...mail, action: { label: 'Read', url } } }
  await app.ctx.tx((ctx) => queuePush(ctx, customer.id, push))
  const { id } = await app.ctx.db
    .selectFrom('notifications.message')
    .innerJoin('notifications.push_device as d', 'd.id', 'notifications.message.deviceId')
    .select('notifications.message.id')
    .where('d.userId', '=', customer.id)
    .executeTakeFirstOrThrow()
  return { customer, browser, id }
}

const sendBy = ({ ca }: { ca: string }, messageId: string) => {
  const push = createPush(app.ctx.config, {
    isAllowed: () => true,
    ca,
    lookup: (_name, options, found) =>
      options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
  })
  return sendPush.handle({ ...app.ctx, services: { ...app.ctx.services, push } }, { messageId })
}

const rowOf = (id: string) =>
  app.ctx.db.selectFrom('notifications.message').selectAll().where('id', '=', id).executeTakeFirst()

describe('a push', () => {
  it('is sealed for the browser, signed for its service, and sent once', async () => {
    const service = await aPushService()
    const { browser, id } = await aPush(service.origin)
    await sendBy(service, id)
    await sendBy(service, id)
    expect(service.received).toHaveLength(1)
    const [{ headers, body }] = service.received as [Received]
    expect(decrypted(body, browser)).toEqual({
      title: 'Dawn has written',
      body: 'We are outside.',
      url: '/messages/7',
      tag: id,
    })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: id.replaceAll('-', '') })
    const claims = claimsOf(String(headers['authorization']))
    expect(claims).toMatchObject({ aud: service.origin, sub: `mailto:${app.ctx.config.contacts.email}` })
    expect(claims.exp * 1000).toBeGreaterThan(Date.now())
    expect(claims.exp * 1000).toBeLessThan(Date.now() + 86_400_000)
    expect((await rowOf(id))?.sentAt).not.toBeNull()
  })

  it.each([404, 410])('answered %i: the browser is dropped, with all that waits for it', async (status) => {
    const service = await aPushService(status)
    const { customer, id } = await aPush(service.origin)
    await sendBy(service, id)
    expect(await rowOf(id)).toBeUndefined()
    expect((await must(app.call(customer.bearer)(getPushDevice))).isOn).toBe(false)
  })

  it.each([
    [403, null],
    [429, null],
    [503, null],
    [413, 'given up'],
  ])('answered %i: %s', async (status, outcome) => {
    const service = await aPushService(status)
    const { id } = await aPush(service.origin)
    const failure = await Promise.resolve(sendBy(service, id)).catch((error: unknown) => error)
    const row = await rowOf(id)
    expect(row).toMatchObject({ attempts: 1, sentAt: null, lastError: `push ${status}` })
    // An invented address is no error of ours (jobs.ts).
    expect([failure instanceof ForeignFailure, row?.failedAt !== null]).toEqual(outcome ? [false, true] : [true, false])
  })

  it('goes to nobody who has logged out', async () => {
    const service = await aPushService()
    const { customer, id } = await aPush(service.origin)
    await must(app.call(customer.bearer)(logOut))
    await sendBy(service, id)
    expect(service.received).toEqual([])
    expect(await rowOf(id)).toBeUndefined()
  })
})

describe('where a push may go', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['https://web.push.apple.com/x', true],
    ['https://wns2-am3p.notify.windows.com/w/?token=x', true],
    ['http://fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://user:word@fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com.evil.test/x', false],
    ['https://evilpush.apple.com/x', false],
    ['https://127.0.0.1/x', false],
    ['https://169.254.169.254/latest', false],
    ['https://localhost/x', false],
    ['file:///etc/passwd', false],
    [`https://fcm.googleapis.com/${'x'.repeat(1000)}`, false],
  ])('%s: %s', async (endpoint, isFine) => {
    expect(isPushService(endpoint)).toBe(isFine)
    const { bearer } = await aCustomer(app)
    const answer = await app.call(bearer)(addPushDevice, { body: { ...aBrowser('x'), endpoint } })
    expect(answer.status).toBe(isFine ? 201 : 422)
  })

  it.each([
    ['8.8.8.8', true],
    ['2001:4860:4860::8888', true],
    ['10.1.2.3', false],
    ['127.0.0.1', false],
    ['172.20.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['push.example', false],
  ])('a name that leads to %s is followed: %s', (address, isFollowed) => {
    expect(isPublicAddress(address)).toBe(isFollowed)
  })

  it('a row that names another place is not followed, nor a name that leads inside', async () => {
    const service = await aPushService()
    const { id } = await aPush(service.origin)
    await sendPush.handle(app.ctx, { messageId: id })
    expect(await rowOf(id)).toMatchObject({ lastError: 'push address not allowed' })
    const inside = createPush(app.ctx.config, { isAllowed: () => true, ca: service.ca })
    const keys = aBrowserWithKeys('x')
    const device = { endpoint: `${service.origin}/x`, publicKey: keys.own.getPublicKey(), auth: keys.auth }
    await expect(inside.send(device, { id, subject: '', text: '', path: null })).rejects.toThrow('push EINNER')
    expect(service.received).toEqual([])
  })
})

describe('a browser', () => {
  it('is switched on and off by whoever is signed in there, and keeps its key', async () => {
    const { bearer } = await aCustomer(app)
    const call = app.call(bearer)
    const { publicKey, isOn } = await must(call(getPushDevice))
    expect([Buffer.from(publicKey, 'base64url').length, isOn]).toEqual([65, false])
    const body = aBrowser('one')
    for (let count = 0; count < 2; count++)
      expect(await must(call(addPushDevice, { body }))).toEqual({ publicKey, isOn: true })
    expect(await must(app.call((await aCustomer(app)).bearer)(addPushDevice, { body }))).toMatchObject({ isOn: true })
    expect(await must(call(getPushDevice))).toEqual({ publicKey, isOn: false })
    expect(await must(call(removePushDevice))).toEqual({ publicKey, isOn: false })
  })

  it('with a key that is no key is refused', async () => {
    const { bearer } = await aCustomer(app)
    const body = { ...aBrowser('x'), keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }
    expect(await app.call(bearer)(addPushDevice, { body })).toMatchObject({ status: 422 })
  })

  it('of one person there are ten at most', async () => {
    const { bearer, id } = await aCustomer(app)
    for (let count = 0; count < 12; count++)
      await must(app.call(bearer)(addPushDevice, { body: aBrowser(`many-${count}`) }))
    const rows = await app.ctx.db
      .selectFrom('notifications.push_device')
      .select('id')
      .where('userId', '=', id)
      .execute()
    expect(rows).toHaveLength(10)
  })
})

it.each([
  ['https://v.test/messages/7', '/messages/7'],
  ['https://elsewhere.test/x', '/my-bookings'],
  ['https://v.test//evil.test', '/my-bookings'],
])('an email that leads to %s opens %s', (url, path) => {
  expect(pushOf({ ...mail, action: { label: '', url } }, 'https://v.test').path).toBe(path)
})

it.each([
  [201, 'sent'],
  [410, 'gone'],
  [403, 'later'],
  [400, 'refused'],
  [500, 'later'],
])('%i is %s', (status, outcome) => {
  expect(pushOutcome(status)).toBe(outcome)
})
