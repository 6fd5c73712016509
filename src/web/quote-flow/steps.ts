// The five steps and their addresses. Kept small, because every page loads it with the root.
export const STEPS = ['additional-services', 'clarify', 'route-details', 'pick-a-driver', 'confirm-booking'] as const
export type Step = (typeof STEPS)[number]

const addresses = new Set<string>(STEPS.map((step) => `/${step}`))

interface Change {
  currentUrl: URL
  nextUrl: URL
  /** Method of the form that led here: "POST" for a log-out, "GET" for the move on the home page. */
  formMethod?: string
}

/**
 * Whether this merely moves between steps. Everything a step shows is already on the page, so the server is not asked again; it is
 * after a form was sent, or if the page itself reloads.
 */
export const isOnlyAStep = ({ currentUrl, nextUrl, formMethod = 'GET' }: Change): boolean =>
  formMethod === 'GET' && currentUrl.href !== nextUrl.href && addresses.has(nextUrl.pathname.replace(/\/$/, ''))
