import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
  type ECDH,
  type KeyObject,
} from 'node:crypto'
import { lookup as dnsLookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { systemClock, type Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { deriveKey, keysOf, type KeyRing } from '#platform/secret-key.ts'
import { DeliveryFailure } from '../gateway.ts'
import { isPushService, pushOutcome } from './rules.ts'

/** A browser, as it gave itself (Push API). */
export interface PushDevice {
  endpoint: string
  /** An uncompressed point of P-256. */
  publicKey: Buffer
  auth: Buffer
}

export interface Push {
  id: string
  subject: string
  text: string
  path: string | null
}

export interface PushDelivery {
  /** Key for browsers, which take messages from no other sender (RFC 8292). */
  readonly publicKey: string
  /** `gone`: the browser will never take a message again. Rejects with a DeliveryFailure. */
  send(device: PushDevice, push: Push): Promise<'sent' | 'gone'>
}

declare module '#platform/ctx.ts' {
  interface Services {
    readonly push: PushDelivery
  }
}

/** How a push service is reached; a test has one of its own. */
export interface Reach {
  isAllowed: (endpoint: string) => boolean
  lookup: LookupFunction
  ca?: string
  /** The certificates expire by this machine's time, even with the clock of a demonstration. */
  clock: Clock
}

const CURVE = 'prime256v1'

export function createPush(
  config: Pick<Config, keyof KeyRing | 'pushKey' | 'contacts'>,
  reach: Partial<Reach> = {},
): PushDelivery {
  const { isAllowed, lookup, ca, clock }: Reach = {
    isAllowed: isPushService,
    lookup: publicLookup,
    clock: systemClock,
    ...reach,
  }
  const keys = createECDH(CURVE)
  keys.setPrivateKey(config.pushKey ?? deriveKey(keysOf(config).at(-1) ?? config.secretKey, 'web push'))
  const publicKey = keys.getPublicKey('base64url')
  const signingKey = signingKeyOf(keys)
  return {
    publicKey,
    send: async (device, push) => {
      if (!isAllowed(device.endpoint)) throw new DeliveryFailure('push address not allowed', true)
      const token = tokenFor(device.endpoint, config.contacts.email, signingKey, clock.now())
      const body = encrypted(
        device,
        JSON.stringify({ title: push.subject, body: push.text, url: push.path, tag: push.id }),
      )
      const headers = {
        authorization: `vapid t=${token}, k=${publicKey}`,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
        ttl: '86400',
        urgency: 'high',
        // The same for every try: a second one takes the place of one that still waits there.
        topic: push.id.replaceAll('-', ''),
      }
      const status = await post(device.endpoint, { headers, body, lookup, ca })
      const outcome = pushOutcome(status)
      if (outcome === 'sent' || outcome === 'gone') return outcome
      throw new DeliveryFailure(`push ${status}`, outcome === 'refused')
    },
  }
}

function signingKeyOf(keys: ECDH): KeyObject {
  const point = keys.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: keys.getPrivateKey('base64url'),
  }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

const TOKEN_HOURS = 12

/** Says who sends it, to this push service alone (RFC 8292). */
function tokenFor(endpoint: string, email: string, key: KeyObject, now: Date): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_HOURS * 3600,
    sub: `mailto:${email}`,
  }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** Whether something can be sealed for it: a point that lies on the curve. */
export function isReadableKey(publicKey: Buffer): boolean {
  const own = createECDH(CURVE)
  own.generateKeys()
  try {
    return own.computeSecret(publicKey).length > 0
  } catch {
    return false
  }
}

const RECORD_BYTES = 4096

/** One record that only this browser reads: aes128gcm (RFC 8188) with keys agreed as in RFC 8291. */
export function encrypted({ publicKey, auth }: PushDevice, text: string): Buffer {
  const own = createECDH(CURVE)
  const ownKey = own.generateKeys()
  const shared = own.computeSecret(publicKey)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ownKey])
  const material = Buffer.from(hkdfSync('sha256', shared, auth, about, 32))
  const salt = randomBytes(16)
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(ownKey.length, 4)
  return Buffer.concat([salt, head, ownKey, sealed, cipher.getAuthTag()])
}

interface Posted {
  headers: Record<string, string>
  body: Buffer
  lookup: LookupFunction
  ca: string | undefined
}

const TIMEOUT_MS = 10_000

/** Answers the status. No redirects: the answer is only looked at. */
const post = (endpoint: string, { headers, body, lookup, ca }: Posted): Promise<number> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new DeliveryFailure(`push ${reason}`, false))
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const call = request(endpoint, { method: 'POST', headers, lookup, signal, ...(ca ? { ca } : {}) }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.name))
    call.end(body)
  })

const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

/** Whether an address is one of the open network, and not of ours or of this machine. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Looks a name up, and finds nothing where it leads inside: a name is asked again at every call. */
const publicLookup: LookupFunction = (name, options, found) => {
  dnsLookup(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses?.filter(({ address }) => isPublicAddress(address)) ?? []
    if (error || !first)
      return found(error ?? Object.assign(new Error('Not an outside address'), { code: 'EINNER' }), '', 0)
    return options.all ? found(null, [first]) : found(null, first.address, first.family)
  })
}
