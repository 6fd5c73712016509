/** What a route says about its page: `export const handle: PageHandle = { … }`. */
export interface PageHandle {
  /** `intent`: the page works without script and hydrates at the first sign of intent. Otherwise it hydrates at once. */
  hydrate?: 'intent'
  /** Every visitor who is not signed in gets the same page, so that it is rendered once and kept for a minute. */
  isPublic?: boolean
  /**
   * Of a public page: the search parameters that the server draws it by, each with the values that make a difference. Whatever else
   * the address says is the browser's alone, and the same page serves it.
   */
  drawnBy?: Readonly<Record<string, readonly string[]>>
  /** What every address shows that leads nowhere: one page for all of them, with status 404. */
  isNotFound?: boolean
  /** The address is a key (a booking's hash, a mailed token): never sent as a referrer, never listed. */
  isSecret?: boolean
  /** The page draws the header itself, as the home page does in its hero. */
  hasOwnHeader?: boolean
  /** A page of the driver's workplace: it goes dark at night. */
  hasNight?: boolean
  /** The header offers help (spec §2). */
  offersHelp?: boolean
}

/** React Router keeps what a route exports as its `handle`, of whatever type. */
export const handleOf = ({ handle }: { handle?: unknown }): PageHandle => handle ?? {}
