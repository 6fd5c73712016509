/** What the buttons above a text do to it. */
export const MARKS = ['heading', 'bold', 'italic', 'list', 'link'] as const
export type Mark = (typeof MARKS)[number]

export interface Selected {
  text: string
  from: number
  to: number
}

const AROUND = { bold: '**', italic: '*' } as const
const BEFORE = { heading: '## ', list: '- ' } as const

/** The text with the selection marked, and what is selected then. */
export function marked({ text, from, to }: Selected, mark: Mark): Selected {
  const chosen = text.slice(from, to)
  if (mark === 'link') {
    const words = chosen || 'words'
    const added = `[${words}](/)`
    return spliced({ text, from, to }, added, { from: words.length + 3, length: 1 })
  }
  if (mark === 'bold' || mark === 'italic') {
    const words = chosen || 'words'
    const sign = AROUND[mark]
    return spliced({ text, from, to }, `${sign}${words}${sign}`, { from: sign.length, length: words.length })
  }
  const start = text.lastIndexOf('\n', from - 1) + 1
  const lines = text.slice(start, to).split('\n')
  const added = lines.map((line) => `${BEFORE[mark]}${line}`).join('\n')
  return spliced({ text, from: start, to }, added, { from: 0, length: added.length })
}

/** Something on lines of its own, after the selection. */
export const inserted = ({ text, to }: Selected, words: string): Selected =>
  spliced({ text, from: to, to }, `\n\n${words}\n\n`, { from: 2, length: words.length })

const spliced = (
  { text, from, to }: Selected,
  added: string,
  selected: { from: number; length: number },
): Selected => ({
  text: text.slice(0, from) + added + text.slice(to),
  from: from + selected.from,
  to: from + selected.from + selected.length,
})
