// One clock: the product reads the time from platform/clock.ts only.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from './read-sources.ts'
import { placeOf, type Problem } from './structure-imports.ts'

/** Files that use a time other than the product's. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/platform/clock.ts': 'the clock itself, and that of a demonstration',
  'src/web/kit/page/root-data.ts': 'the clock of the browser',
  'src/platform/multipart.ts': 'the age of files',
  'src/platform/data-dir.ts': 'the age of a file',
  'src/platform/log.ts': 'lines of the log',
  'src/platform/migrate.ts': 'when a migration ran',
  'src/modules/files/gateway.ts': 'a signature that is good for minutes',
}

const OWN_TIME = /\bnew Date\(\)|\bDate\.now\b/
const TIME_OF_DATABASE =
  /(?<![.\w#$])(?:now\(\)(?! *[:{=])|current_timestamp|current_date|current_time|localtimestamp|(?:clock|statement|transaction)_timestamp\(\))/i

export function checkClock({ path: file, text }: Source): Problem[] {
  // Rules have a stricter check of their own.
  if (Object.hasOwn(ALLOWED, file) || placeOf(file).name === 'rules') return []
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  // A function of that name is no statement.
  const database = /\b(?:const|let|function) now\b/.test(code) ? undefined : TIME_OF_DATABASE.exec(code)?.[0]
  return [OWN_TIME.exec(code)?.[0], database].flatMap((found) =>
    found
      ? [
          {
            file,
            wrong: `asks ${found} what time it is.`,
            mend: 'Use ctx.clock, in loaders nowIn(context), in components useClock(); performance.now() only measures.',
          },
        ]
      : [],
  )
}

/** The first that had no default of the database's time for a column. */
const SINCE = '0024'

export const checkMigrationClock = (root: string): Problem[] =>
  globSync('db/migrations/*.sql', { cwd: root }).flatMap((path) => {
    const name = path.replaceAll('\\', '/').split('/').at(-1) ?? ''
    if (name < SINCE || !/default\s+(?:now\(\)|current_|clock_)/i.test(readFileSync(join(root, path), 'utf8')))
      return []
    return [
      {
        file: path,
        wrong: 'gives a column the time of the database.',
        mend: 'Leave the default out, and say ctx.clock.now() in the insert.',
      },
    ]
  })
