import { createECDH, randomBytes, type ECDH } from 'node:crypto'

/** A browser that asks for messages, as it gives itself to us; `name` is the end of its address. */
export function aBrowser(name: string, origin = 'https://fcm.googleapis.com') {
  const { endpoint, keys } = aBrowserWithKeys(name, origin)
  return { endpoint, keys }
}

/** The same with what only the browser has. */
export function aBrowserWithKeys(name: string, origin = 'https://fcm.googleapis.com') {
  const own: ECDH = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    endpoint: `${origin}/fcm/send/${name}`,
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    own,
    auth,
  }
}
