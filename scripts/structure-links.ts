// No page of the workplace changes the van unnoticed: its links keep the unit of the page (ADR 0027).
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
