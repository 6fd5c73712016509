/** Terms as data, so that a page, a mail and a file say the same. Pure. */
import { platformText, type Platform } from '#shared/trader.ts'
import { formatDayLong, type LocalDay } from '#shared/local-time.ts'

/** A paragraph, a list or a table. In a text, **this** is bold and [this](/terms) a link. */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly caption: string; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

export interface Clause {
  /** Its anchor on the page. */
  readonly id: string
  readonly heading: string
  readonly blocks: readonly Block[]
}

export interface Terms {
  readonly title: string
  readonly lead: string
  readonly inForceFrom: LocalDay
  readonly clauses: readonly Clause[]
}

export const inForceText = ({ inForceFrom }: Terms): string => `In force from ${formatDayLong(inForceFrom)}`

export interface Part {
  text: string
  isBold?: true
  href?: string
}

/** A text in its parts. */
export function partsOf(text: string): Part[] {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).flatMap((piece): Part[] => {
    const bold = /^\*\*([^*]+)\*\*$/.exec(piece)?.[1]
    if (bold) return [{ text: bold, isBold: true }]
    const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece) ?? []
    if (label && href) return [{ text: label, href }]
    return piece ? [{ text: piece }] : []
  })
}

export interface Reach {
  platform: Platform
  phone: string
  email: string
}

/** The last clause of all terms: who we are and how we are reached, as it is set where the product runs. */
export const reachClause = ({ platform, phone, email }: Reach): Clause => ({
  id: 'reach-us',
  heading: 'Who we are, and how to reach us',
  blocks: [
    platformText(platform),
    `Call us on ${phone}, day or night, write to ${email}, or send a letter to ${platform.address}.`,
  ],
})
