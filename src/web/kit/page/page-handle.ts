/** What a route says about its page: `export const handle: PageHandle = { … }`. */
export interface PageHandle {
  /** `intent`: the page works without script and hydrates at the first sign of intent; otherwise at once. */
  hydrate?: 'intent'
  /** Every visitor who is not signed in gets the same page, so it is rendered once and cached for a minute. */
  isPublic?: boolean
  /**
   * For a public page: the search parameters the server renders by, each with the values that make a difference, or what they look like. All others matter
   * only to the browser, and share one cached page.
   */
  drawnBy?: Readonly<Record<string, readonly string[] | RegExp>>
  /** A public page that others may frame, and the only kind: no script, no cookie, the same for everybody whoever is signed in (ADR 0049). */
  isForFrames?: boolean
  /** Shown at every unknown address: one page for all of them, with status 404. */
  isNotFound?: boolean
  /** The address is a key (a booking's hash, a mailed token): never sent as a referrer, never listed. */
  isSecret?: boolean
  /** A page of the site, drawn with the site's one stylesheet. */
  isOfSite?: boolean
  /** The page draws the header itself, like the home page in its hero. */
  hasOwnHeader?: boolean
  /** A step of a task, which ends without the menus of the footer. */
  isStep?: boolean
  /** A page of the driver's workplace, with a dark theme at night. */
  hasNight?: boolean
  /** The page may ask the browser where it is. */
  asksPosition?: boolean
  /** The header offers help (spec §2). */
  offersHelp?: boolean
}

/** React Router keeps what a route exports as its `handle`, of whatever type. */
export const handleOf = ({ handle }: { handle?: unknown }): PageHandle => handle ?? {}
