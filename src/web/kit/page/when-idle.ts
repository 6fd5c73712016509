/** At most this long, however busy the page is. */
const LONGEST_WAIT_MS = 1500
/** Where the browser does not say when it has time. */
const USUAL_WAIT_MS = 300

/** Resolves once the page has drawn what it has to, for what may come after that. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS })
    else setTimeout(resolve, USUAL_WAIT_MS)
  })
