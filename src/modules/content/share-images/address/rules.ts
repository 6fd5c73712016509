import type { Kind } from '../../rules.ts'

// Alone in its file, because the first step of a booking needs it and nothing else of the content.
/** Where a picture for sharing is: 1200 × 630, drawn. */
export const shareImageOf = (kind: Kind | 'company', key: string): string => `/api/share-image/${kind}/${key}/`
