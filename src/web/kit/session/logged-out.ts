const cookieName = 'loggedOut'
const minuteInSeconds = 60

/**
 * Set by the answer that logs out, for the script of whichever page comes next: the form may have been sent before its own page's script
 * was there, and the state of a navigation may never be drawn.
 */
export const loggedOutCookie = (isHttps: boolean): string =>
  `${cookieName}=yes; Path=/; Max-Age=${minuteInSeconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`

/** Whether somebody has logged out in this browser, and no page has cleared up after them yet. */
export const hasLoggedOut = (): boolean => document.cookie.split('; ').includes(`${cookieName}=yes`)

export function logOutIsKnown(): void {
  // Not every browser has the cookie store API yet.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${cookieName}=; path=/; max-age=0; samesite=lax`
}
