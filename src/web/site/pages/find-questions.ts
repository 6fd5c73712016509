import type { RootContent } from '../content.ts'

type Section = RootContent['sections'][number]

const plain = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .toLocaleLowerCase('en-GB')

/** The groups that have a question in which every word occurs, or its beginning; all of them while nothing is sought. */
export function foundIn(sections: readonly Section[], sought: string): Section[] {
  const words = plain(sought).split(' ').filter(Boolean)
  if (words.length === 0) return [...sections]
  const isFound = ({ heading, html }: Section['parts'][number]) => {
    const text = plain(`${heading} ${html}`)
    return words.every((word) => text.includes(word))
  }
  return sections
    .map((section) => ({ ...section, html: '', parts: section.parts.filter(isFound) }))
    .filter(({ parts }) => parts.length > 0)
}
