import type { ReactNode } from 'react'

/** The place of "Download report" and "Send" in a document’s head. */
export const DocumentPapers = (): ReactNode => null
