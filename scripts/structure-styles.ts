// The sheets: tokens, then primitives, then components; a screen has no sheet or a short one (docs/architecture.md).
import type { Problem } from './structure-imports.ts'
import type { Source } from './read-sources.ts'

/** Lines of one sheet. */
const MOST_LINES = 250
/** Lines of all sheets. The number only falls: a change that lowers it writes the new one here. */
const MOST_LINES_IN_ALL = 7_843
const TOKENS = 'src/web/tokens.css'

export const checkSheets = (sheets: readonly Source[], sources: readonly Source[]): Problem[] => [
  ...sheets.flatMap((sheet) => [...checkSheetLength(sheet), ...checkPixels(sheet)]),
  ...checkLinesInAll(sheets),
  ...findUnusedClasses(sheets, sources),
]

function checkSheetLength({ path: file, text }: Source): Problem[] {
  const lines = linesOf(text)
  return lines <= MOST_LINES
    ? []
    : [
        {
          file,
          wrong: `${lines} lines.`,
          mend: `A sheet has ${MOST_LINES} at the most: use the classes of src/web/primitives in the screen, or give a component its own sheet.`,
        },
      ]
}

function checkPixels({ path: file, text }: Source): Problem[] {
  if (file === TOKENS) return []
  const found = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[\w.:-]*\s*-?\d*\.?\d+px\b/)?.[0]
  return found === undefined
    ? []
    : [
        {
          file,
          wrong: `has pixels of its own: ${found.trim()}`,
          mend: `Use a token of ${TOKENS} (--line-1 for a hairline, --r-small for a corner, --s1 to --s9 for room), or rem.`,
        },
      ]
}

function checkLinesInAll(sheets: readonly Source[]): Problem[] {
  const lines = sheets.reduce((sum, { text }) => sum + linesOf(text), 0)
  return lines <= MOST_LINES_IN_ALL
    ? []
    : [
        {
          file: 'src/web',
          wrong: `${lines} lines of styles in all, ${MOST_LINES_IN_ALL} were enough.`,
          mend: 'Use what there is (src/web/primitives, src/web/ui) before you write a rule; remove those that nothing draws any more.',
        },
      ]
}

/** Finds classes that no source names, completely or by the part before a `${`. */
function findUnusedClasses(sheets: readonly Source[], sources: readonly Source[]): Problem[] {
  const words = new Set<string>()
  const beginnings = new Set<string>()
  for (const { text } of sources) {
    for (const [word] of text.matchAll(/[\w-]+/g)) words.add(word)
    for (const [, beginning = ''] of text.matchAll(/([\w-]{2,})\$\{/g)) beginnings.add(beginning)
  }
  const isNamed = (name: string) => words.has(name) || [...beginnings].some((beginning) => name.startsWith(beginning))
  return sheets.flatMap(({ path: file, text }) => {
    const selectors = text.replaceAll(/\/\*[\s\S]*?\*\/|\{[^{}]*\}|@[^{;]*[{;]|"[^"]*"|'[^']*'/g, ' ')
    const unused = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
    return [...unused]
      .filter((name) => !isNamed(name))
      .map((name) => ({
        file,
        wrong: `no screen has the class "${name}".`,
        mend: 'Remove its rules; a class that only data brings is named in a comment of the source that writes it.',
      }))
  })
}

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
