// The five steps by their addresses; small, because the root of every page reads it.
export const STEPS = ['additional-services', 'clarify', 'route-details', 'pick-a-driver', 'confirm-booking'] as const
export type Step = (typeof STEPS)[number]

const addresses = new Set<string>(STEPS.map((step) => `/${step}`))

interface Change {
  currentUrl: URL
  nextUrl: URL
  /** Of the form that led here: "POST" of a log-out, "GET" of the move on the home page. */
  formMethod?: string
}

/**
 * Whether this only goes on to a step. All that a step shows is in the page already, so the server is not asked who is signed in; it is
 * after anything was sent, and where the page itself asks again.
 */
export const isOnlyAStep = ({ currentUrl, nextUrl, formMethod = 'GET' }: Change): boolean =>
  formMethod === 'GET' && currentUrl.href !== nextUrl.href && addresses.has(nextUrl.pathname.replace(/\/$/, ''))
