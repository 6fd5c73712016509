/**
 * A secret by which a browser or client is recognised, so that its logins are told apart from a stranger's: 32 random bytes in
 * base64url, made by the client. Our pages keep it in a cookie that no script can read.
 */
export const deviceHeader = 'vanfare-device'

export const isDeviceSecret = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text)
