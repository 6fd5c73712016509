// What a page leads to: no page of the workplace changes the van unnoticed, so its links keep the unit of the page (ADR 0027); and a part
// whose script does not come takes no page with it (ADR 0061).
import type { Problem } from './structure-imports.ts'
import type { Source } from './read-sources.ts'

const WORKPLACE = '(?:driver-profile|calendar|working-unit|job-crew|settings/)'

/** Links that know no unit, wherever they lead, within the workplace. */
const BARE_IMPORTS = [
  /import \{[^}]*\b(?:Link|NavLink)\b[^}]*\} from 'react-router'/,
  /import \{[^}]*\bButtonLink\b[^}]*\} from '#web\/ui\/button\.tsx'/,
]

/** And those that lead there from elsewhere, or without a link. */
const BARE_ADDRESSES = [
  new RegExp(`<(?:Link|NavLink|ButtonLink)\\b[^>]*\\bto=["'{\`]+/${WORKPLACE}`),
  new RegExp(`\\b(?:redirect|navigate)\\(\\s*["'\`]/(?!driver-profile['"])${WORKPLACE}`),
]

export function checkUnitLinks({ path: file, text }: Source): Problem[] {
  if (!file.startsWith('src/web/')) return []
  const bare = file.startsWith('src/web/driver/') ? [...BARE_IMPORTS, ...BARE_ADDRESSES] : BARE_ADDRESSES
  const found = bare.map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
  if (!found) return []
  return [
    {
      file,
      wrong: `a link that forgets the unit: ${found.replaceAll(/\s+/g, ' ')}`,
      mend: 'Use UnitLink or UnitButtonLink (kit/units/unit-link.tsx); an address in code is made by unitPath.',
    },
  ]
}

/** The footer waits for its script for ever rather than say anything. */
const MAY_BE_LAZY = ['src/web/ui/lazy-part.tsx', 'src/web/shell/site-footer.tsx']

export function checkLazyParts({ path: file, text }: Source): Problem[] {
  if (MAY_BE_LAZY.includes(file) || !/import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text)) return []
  return [
    {
      file,
      wrong: 'a lazy part that takes the page with it where its script does not come.',
      mend: 'Use lazyPart, optionalPart or lazyDialog (ui/lazy-part.tsx).',
    },
  ]
}
