import { cameFromPages } from '#shared/came-from.ts'

type Words = ReturnType<typeof cameFromPages>

/** Of the first page that this window loaded; in its memory, which ends with it (privacy policy: nothing is kept in the browser). */
const known: Words = typeof document === 'undefined' ? {} : cameFromPages(window.location.href, document.referrer)

export const cameFrom = (): Words => known
