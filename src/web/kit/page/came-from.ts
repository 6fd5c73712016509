import { cameFromPages } from '#shared/came-from.ts'

type CameFromTexts = ReturnType<typeof cameFromPages>

/**
 * Source of the first page that this window loaded; kept in memory until the window closes (privacy policy: no storage
 * in the browser).
 */
const known: CameFromTexts =
  typeof document === 'undefined' ? {} : cameFromPages(window.location.href, document.referrer)

export const cameFrom = (): CameFromTexts => known
