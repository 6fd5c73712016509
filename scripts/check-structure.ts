// Holds the house to docs/architecture.md: which files a slice has, who may import whom, no circles, no long files.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSheets, readSliceOrder, readSources, type Source } from './read-sources.ts'
import { checkCasts } from './structure-casts.ts'
import { checkClock, checkMigrationClock } from './structure-clock.ts'
import {
  checkImport,
  findCircles,
  findSchemasInBrowser,
  placeOf,
  VOCABULARY,
  type Problem,
} from './structure-imports.ts'
import { checkLazyParts, checkUnitLinks } from './structure-links.ts'
import { checkCounts, countHouse, countsAsText } from './structure-counts.ts'
import { checkColumnKeys, checkStatements, columnsIn } from './structure-sql.ts'
import { checkStatusWords } from './structure-statuses.ts'
import { checkSheets } from './structure-styles.ts'

const VAGUE_NAMES = ['index', 'util', 'utils', 'helper', 'helpers', 'types', 'constants', 'common', 'misc']
const MOST_LINES = 400
/** A test file holds the cases of a whole noun. */
const MOST_TEST_LINES = 700

export function checkStructure(root: string): Problem[] {
  const sources = readSources(root)
  const order = readSliceOrder(root)
  const types = join(root, 'src/platform/db-types.gen.ts')
  const columns = columnsIn(existsSync(types) ? readFileSync(types, 'utf8') : '')
  const ours = sources.filter(({ isTest }) => !isTest)
  const sheets = readSheets(root)
  return [
    ...sources.flatMap((source) => [...checkName(source, order), ...checkLength(source)]),
    ...[...sources, ...sheets].flatMap(checkTargetsExist),
    ...[...ours, ...sheets].flatMap((source) => source.imports.flatMap((target) => checkImport(source, target, order))),
    ...ours.flatMap(checkPureRules),
    ...ours.flatMap(checkTables),
    ...ours.flatMap((source) => checkStatements(source, order)),
    ...ours.flatMap((source) => checkColumnKeys(source, columns)),
    ...ours.flatMap(checkStatusWriters),
    ...ours.flatMap(checkStatusWords),
    ...ours.flatMap(checkUnitLinks),
    ...ours.flatMap(checkLazyParts),
    ...ours.flatMap(checkClock),
    ...checkMigrationClock(root),
    ...checkCasts(ours),
    ...checkSheets(sheets, ours),
    ...findCircles(ours),
    ...findSchemasInBrowser(ours),
  ]
}

function checkName({ path: file, isTest }: Source, order: string[]): Problem[] {
  const { area, slice, name } = placeOf(file)
  const problems: Problem[] = []
  if (VAGUE_NAMES.includes(name)) {
    problems.push({
      file,
      wrong: `"${name}" says nothing about what is inside.`,
      mend: 'Name the file after its noun; import from the file that holds the thing, not through a barrel.',
    })
  } else if (area === 'modules' && !isTest && !(name in VOCABULARY)) {
    const mend = `A slice has ${Object.keys(VOCABULARY).join(', ')}. Split a big one into a folder with the same names: ${slice}/${name}/rules.ts.`
    problems.push({ file, wrong: `"${name}" is no file of a slice.`, mend })
  }
  if (area === 'modules' && !order.includes(slice)) {
    problems.push({
      file,
      wrong: `the slice "${slice}" is not listed.`,
      mend: 'Add it to src/app/modules.ts, after every slice it imports.',
    })
  }
  if (file.split('/').some((part) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part))) {
    problems.push({
      file,
      wrong: 'the name is not in kebab-case.',
      mend: 'Use small letters, digits and hyphens, such as route-line.tsx.',
    })
  }
  return problems
}

function checkLength({ path: file, lines, isTest }: Source): Problem[] {
  if (lines <= (isTest ? MOST_TEST_LINES : MOST_LINES) || placeOf(file).name === 'data') return []
  if (isTest) return [{ file, wrong: `${lines} lines.`, mend: `A test file has ${MOST_TEST_LINES} at the most.` }]
  const mend = `Files stay under 250 lines, ${MOST_LINES} at the most: split the noun into a folder with the same vocabulary.`
  return [{ file, wrong: `${lines} lines.`, mend }]
}

const checkTargetsExist = ({ path: file, imports }: Source): Problem[] =>
  imports
    .filter(({ exists }) => !exists)
    .map(({ target }) => ({
      file,
      wrong: `imports ${target}, which does not exist.`,
      mend: 'Correct the path; write the extension.',
    }))

const IMPURE = [
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bperformance\.now\(/,
  /\bMath\.random\(/,
  /\bprocess\./,
  /\bfetch\(/,
]

function checkPureRules({ path: file, text }: Source): Problem[] {
  const { area, name } = placeOf(file)
  if (area !== 'modules' || name !== 'rules') return []
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  return IMPURE.flatMap((pattern) => {
    const found = pattern.exec(code)?.[0]
    return found
      ? [
          {
            file,
            wrong: `uses ${found}`,
            mend: 'Rules have no clock, no chance and no I/O: hand the value in as an argument.',
          },
        ]
      : []
  })
}

/** Tables open to any key: one that somebody sends may be `constructor`. Filling one is something else. */
function checkTables({ path: file, text }: Source): Problem[] {
  const tables = [...text.matchAll(/\b(?:const|let) (\w+): (?:Readonly<)?Record<string,/g)].map(
    ([, name]) => name ?? '',
  )
  return tables.flatMap((name) =>
    new RegExp(`\\b${name}(?:\\?\\.)?\\[(?!['"])[^\\n\\]]+\\](?! (?:\\?\\?)?= )`).test(text)
      ? [{ file, wrong: `looks up ${name}[…] by any key.`, mend: 'Use ownValue(table, key) of src/shared, or a Map.' }]
      : [],
  )
}

const LIFE = 'src/modules/bookings/lifecycle/'
const STATE = '(?:status|is_hot|isHot|awaiting_verification|awaitingVerification)'

/** A booking's state is written from its table of transitions and from nowhere else. */
function checkStatusWriters({ path: file, text }: Source): Problem[] {
  if (file.startsWith(LIFE) || !/^src\/(modules|app)\//.test(file)) return []
  const writes = [
    ...text.matchAll(/\.(?:updateTable|insertInto)\('bookings\.booking[^']*'\)[\s\S]*?\.execute/g),
    ...text.matchAll(/\b(?:update|insert into) bookings\.booking\b[^`]*`/g),
  ].map(([write]) => write.replaceAll(/\.where\([^\n]*/g, ''))
  const assigns = new RegExp(`[{,]\\s*${STATE}\\s*[:,}]|\\b${STATE}\\s*=[^=]`)
  return writes.some((write) => assigns.test(write))
    ? [
        {
          file,
          wrong: 'writes the state of a booking.',
          mend: `Take a step of its life instead: transition() in ${LIFE}.`,
        },
      ]
    : []
}

function main(): void {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const counts = countHouse(root, readSources(root), readSheets(root))
  if (process.argv.includes('--counts')) return console.log(countsAsText(counts))
  const problems = [...checkStructure(root), ...checkCounts(counts)]
  for (const { file, wrong, mend } of problems) console.log(`${file}: ${wrong}\n    ${mend}`)
  console.log(problems.length === 0 ? 'The structure is as described.' : `${problems.length} to mend.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (import.meta.main) main()
