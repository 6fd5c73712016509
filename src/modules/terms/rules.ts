/** Terms as data, so that a page, a mail and a file say the same. Pure. */
import { escapeHtml } from '#modules/notifications/rules.ts'
import { formatDayLong, type LocalDay } from '#shared/local-time.ts'
import { platformText, type Platform } from '#shared/trader.ts'

/** A paragraph, a list or a table. In a text, **this** is bold and [this](/terms) a link. */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly caption: string; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

export interface Clause {
  /** Anchor of the section on the page. */
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

/** Terms as one file that any browser opens and any printer prints, complete as they stood: the copy that the customer keeps. */
export function termsFile(terms: Terms, reach: Reach, publicUrl: string): string {
  const clauses = [...terms.clauses, reachClause(reach)]
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(terms.title)}</title>
<style>body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:17px/1.5 Overpass,Arial,sans-serif;color:#13211b}table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #dcd6c6;padding:.4rem .6rem .4rem 0;text-align:left;vertical-align:top}</style>
</head><body>
<h1>${escapeHtml(terms.title)}</h1>
<p>${escapeHtml(terms.lead)}</p>
<p>${inForceText(terms)}</p>
${clauses.map((clause, index) => clauseHtml(clause, index + 1, publicUrl)).join('\n')}
</body></html>
`
}

const clauseHtml = ({ id, heading, blocks }: Clause, number: number, publicUrl: string) =>
  `<h2 id="${id}">${number}. ${escapeHtml(heading)}</h2>\n${blocks.map((block) => blockHtml(block, publicUrl)).join('\n')}`

function blockHtml(block: Block, publicUrl: string): string {
  const formatInline = (text: string) => inlineHtml(text, publicUrl)
  if (typeof block === 'string') return `<p>${formatInline(block)}</p>`
  if ('list' in block) return `<ul>${block.list.map((item) => `<li>${formatInline(item)}</li>`).join('')}</ul>`
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${formatInline(cell)}</td>`).join('')
  return `<table><caption>${escapeHtml(block.caption)}</caption><thead><tr>${block.head
    .map((name) => `<th scope="col">${escapeHtml(name)}</th>`)
    .join('')}</tr></thead><tbody>${block.rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
}

const inlineHtml = (text: string, publicUrl: string): string =>
  partsOf(text)
    .map(({ text: partText, isBold, href }) => {
      const shown = escapeHtml(partText)
      if (href) return `<a href="${escapeHtml(href.startsWith('/') ? publicUrl + href : href)}">${shown}</a>`
      return isBold ? `<b>${shown}</b>` : shown
    })
    .join('')
