import { SignJWT, jwtVerify } from 'jose'
import type { Ctx } from '#platform/ctx.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { accessTokenSeconds } from '../rules.ts'

export interface AccessToken {
  userId: string
  sessionId: string
}

/** One algorithm, one kind, one issuer: a token that says anything else about itself is none. */
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

/** Who the token names, or undefined where it is not one of ours, is another kind, or has run out. */
export async function readAccessToken(ctx: Ctx, token: string): Promise<AccessToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(ctx.config.secretKey), {
      algorithms: [algorithm],
      typ: kind,
      issuer,
      audience,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: ctx.clock.now(),
    })
    const { sub, sid } = payload
    return isUuid(sub) && isUuid(sid) ? { userId: sub, sessionId: sid } : undefined
  } catch {
    return undefined
  }
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

const keys = new Map<string, Buffer>()

function keyOf(secretKey: string): Buffer {
  const known = keys.get(secretKey)
  if (known) return known
  const made = deriveKey(secretKey, 'access token')
  keys.set(secretKey, made)
  return made
}
