import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { deriveKey, keysOf } from '#platform/secret-key.ts'
import type { Signer } from './rules.ts'

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

const pairOf = (secretKey: string) => {
  const seed = deriveKey(secretKey, 'day record')
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Signs with the server's newest key and knows what former ones signed. A record can be checked with the public key, without us. */
export function recordSigner(ctx: Pick<Ctx, 'config'>): Signer {
  const { privateKey } = pairOf(ctx.config.secretKey)
  const publicKeys = keysOf(ctx.config).map((secretKey) => pairOf(secretKey).publicKey)
  return {
    sha256,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    isSigned: (text, signature) => {
      const bytes = Buffer.from(signature, 'base64url')
      // Base64 decoding is lenient: another spelling of the same bytes is another file.
      if (bytes.toString('base64url') !== signature) return false
      return publicKeys.some((publicKey) => verify(null, Buffer.from(text), publicKey, bytes))
    },
  }
}

/** The 32 bytes of the public key, in base64url. */
export const recordPublicKey = (ctx: Pick<Ctx, 'config'>): string =>
  pairOf(ctx.config.secretKey).publicKey.export({ format: 'jwk' }).x ?? ''
