import { SignJWT, jwtVerify } from 'jose'
import type { Ctx } from '#platform/ctx.ts'
import { ExpiringCache } from '#platform/caches.ts'
import { deriveKey, keysOf } from '#platform/secret-key.ts'
import { digestOf } from '#platform/secrets.ts'
import { accessTokenSeconds } from '../rules.ts'

export interface AccessToken {
  userId: string
  sessionId: string
}

/** One algorithm, one type, one issuer: a token that claims anything else is rejected. */
const algorithm = 'HS256'
const kind = 'at+jwt'
const issuer = 'vanfare'
const audience = 'vanfare-api'

export async function signAccessToken(ctx: Ctx, { userId, sessionId }: AccessToken): Promise<string> {
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: kind })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenSeconds)
    .sign(keyOf(ctx.config.secretKey))
}

/**
 * Who the token identifies; undefined if it is not ours, of another type, or expired. A verified token is cached by its digest until
 * it expires, which is a hundred times faster. Whether the session is still alive is checked each time.
 */
export async function readAccessToken(ctx: Ctx, token: string): Promise<AccessToken | undefined> {
  const digest = digestOf(token).toString('base64')
  const good = knownOf(ctx.config.secretKey)
  const known = good.get(digest)
  if (known) return known.expiresAt > ctx.clock.now().getTime() ? known.token : undefined
  for (const secretKey of keysOf(ctx.config)) {
    const read = await verify(ctx, token, keyOf(secretKey))
    if (!read) continue
    good.set(digest, read, accessTokenSeconds * 1000)
    return read.token
  }
  return undefined
}

interface Good {
  token: AccessToken
  expiresAt: number
}

async function verify(ctx: Ctx, token: string, key: Buffer): Promise<Good | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: kind,
      issuer,
      audience,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: ctx.clock.now(),
    })
    const { sub, sid, exp } = payload
    if (!isUuid(sub) || !isUuid(sid) || exp === undefined) return undefined
    return { token: { userId: sub, sessionId: sid }, expiresAt: exp * 1000 }
  } catch {
    return undefined
  }
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

/** Enough for this many sessions in ten minutes; the least recently used is verified again. */
const mostRemembered = 10_000

const tokens = new Map<string, ExpiringCache<Good>>()

function knownOf(secretKey: string) {
  const known = tokens.get(secretKey)
  if (known) return known
  const made = new ExpiringCache<Good>(mostRemembered)
  tokens.set(secretKey, made)
  return made
}

const keyOf = (secretKey: string): Buffer => deriveKey(secretKey, 'access token')

/**
 * A secret that identifies a browser or client, so that its logins are not mistaken for a stranger's: 32 random bytes
 * in base64url, made by the client. Our pages keep it in a cookie that no script can read.
 */
export const deviceHeader = 'vanfare-device'

export const isDeviceSecret = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text)
