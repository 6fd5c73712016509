import { escapeHtml } from '#modules/notifications/rules.ts'
import { inForceText, partsOf, reachClause, type Block, type Clause, type Reach, type Terms } from '../rules.ts'

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
  const words = (text: string) => wordsHtml(text, publicUrl)
  if (typeof block === 'string') return `<p>${words(block)}</p>`
  if ('list' in block) return `<ul>${block.list.map((item) => `<li>${words(item)}</li>`).join('')}</ul>`
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${words(cell)}</td>`).join('')
  return `<table><caption>${escapeHtml(block.caption)}</caption><thead><tr>${block.head
    .map((name) => `<th scope="col">${escapeHtml(name)}</th>`)
    .join('')}</tr></thead><tbody>${block.rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
}

const wordsHtml = (text: string, publicUrl: string): string =>
  partsOf(text)
    .map(({ text: words, isBold, href }) => {
      const shown = escapeHtml(words)
      if (href) return `<a href="${escapeHtml(href.startsWith('/') ? publicUrl + href : href)}">${shown}</a>`
      return isBold ? `<b>${shown}</b>` : shown
    })
    .join('')
