// Which file may import which: the directions of docs/architecture.md.
import type { Import, Source } from './read-sources.ts'

export type Problem = { file: string; wrong: string; mend: string }

/** The files a slice may have, and whether other slices may import them. */
export const VOCABULARY: Record<string, 'open' | 'own'> = {
  contract: 'open',
  events: 'open',
  rules: 'open',
  queries: 'open',
  commands: 'open',
  data: 'open',
  policy: 'own',
  routes: 'own',
  jobs: 'own',
  messages: 'own',
  gateway: 'own',
  worker: 'own',
  templates: 'own',
  'search-index': 'own',
}

/** At the end of a name: invoice-rules is a rules of its noun. */
const KIND = new RegExp(`(?<=^[a-z0-9-]+-)(?:${Object.keys(VOCABULARY).join('|')})$`)

const OPEN_FILES = Object.keys(VOCABULARY).filter((name) => VOCABULARY[name] === 'open')
/** Pure values, fit for the browser. */
const SHARED_PACKAGES = ['zod']
/** Packages of pure functions, which rules may use too. */
const PURE_PACKAGES = ['proj4']

/** What the web may see of a slice: never what touches the database. */
const WEB_FILES = ['contract', 'rules', 'data']

/** src/modules/geo/osrm/rules.test.ts: area modules, slice geo, name rules. A noun may stand before the name of its kind (invoice-rules.ts); the rows of a data.ts beside it, in data.json. */
export function placeOf(path: string): { area: string; slice: string; name: string } {
  const parts = path.split('/')
  const stem = (parts.at(-1) ?? '').replace(/(?:\.api)?(?:\.test)?\.tsx?$|\.json$/, '')
  const area = parts[0] === 'src' ? (parts.length > 2 ? (parts[1] ?? '') : 'main') : (parts[0] ?? '')
  const name = area === 'modules' ? (KIND.exec(stem)?.[0] ?? stem) : stem
  return { area, slice: area === 'modules' ? (parts[2] ?? '') : '', name }
}

export function checkImport(source: Source, wanted: Import, order: string[]): Problem[] {
  const from = placeOf(source.path)
  const found =
    (wanted.isLocal
      ? forbiddenFolder(from.area, placeOf(wanted.target).area)
      : forbiddenPackage(source, wanted.target)) ??
    (wanted.isLocal
      ? (forbiddenSlice(source.path, wanted, order) ?? forbiddenRoom(source.path, wanted.target))
      : undefined)
  return found ? [{ file: source.path, wrong: `imports ${wanted.target}: ${found.wrong}`, mend: found.mend }] : []
}

type Fault = { wrong: string; mend: string } | undefined

const MAY_IMPORT: Record<string, string[]> = {
  shared: ['shared'],
  platform: ['platform', 'shared'],
  modules: ['modules', 'platform', 'shared'],
  web: ['web', 'modules', 'shared'],
  app: ['app', 'web', 'modules', 'platform', 'shared', 'db', 'build', 'package.json'],
  main: ['app', 'platform', 'shared'],
}

function forbiddenFolder(from: string, to: string): Fault {
  const allowed = MAY_IMPORT[from] ?? []
  if (allowed.includes(to)) return undefined
  return {
    wrong: `src/${from} may import only ${allowed.join(', ')}.`,
    mend: 'Move the shared part down (pure values to src/shared, tools without domain words to src/platform), or hand it in as an argument.',
  }
}

function forbiddenPackage(source: Source, name: string): Fault {
  const { area, name: file } = placeOf(source.path)
  if (area === 'shared' && !SHARED_PACKAGES.includes(name)) {
    return {
      wrong: 'src/shared runs in browsers too and stays pure.',
      mend: `Use only ${SHARED_PACKAGES.join(', ')} here, or move the code to src/platform.`,
    }
  }
  const isErased = source.imports.every(({ target, isType }) => target !== name || isType)
  if (area === 'modules' && ['rules', 'data'].includes(file) && !isErased && !PURE_PACKAGES.includes(name)) {
    return {
      wrong: `${file}.ts is pure and runs in browsers too.`,
      mend: 'Hand in the value, or move the code to queries, commands or gateway.',
    }
  }
  return undefined
}

function forbiddenSlice(path: string, { target }: Import, order: string[]): Fault {
  const from = placeOf(path)
  const to = placeOf(target)
  if (isPure(from) && to.area === 'platform') {
    return { wrong: `${from.name}.ts is pure and runs in browsers too.`, mend: 'Hand in what it needs as an argument.' }
  }
  if (to.area !== 'modules') return undefined
  if (from.area === 'web') return WEB_FILES.includes(to.name) ? undefined : notForTheWeb
  if (from.area !== 'modules') return undefined
  if (isPure(from) && !isPure(to))
    return { wrong: `${from.name}.ts is pure; ${to.name}.ts is not.`, mend: 'Hand in what it needs as an argument.' }
  if (from.slice === to.slice) return undefined
  if (order.indexOf(to.slice) > order.indexOf(from.slice)) {
    return {
      wrong: `${from.slice} comes before ${to.slice} in src/app/modules.ts.`,
      mend: `Let ${to.slice} do it, or move the common part into a slice before both.`,
    }
  }
  if (OPEN_FILES.includes(to.name)) return undefined
  return {
    wrong: `${to.name}.ts is ${to.slice}'s own.`,
    mend: `Use its ${OPEN_FILES.join(', ')}; what you need belongs in one of them.`,
  }
}

/**
 * Rooms of the web: the parts of every page, the parts that every room uses, the drawing components. A room imports
 * these three and itself.
 */
const SHARED_ROOMS: Partial<Record<string, string[]>> = {
  shell: ['shell', 'kit', 'ui'],
  kit: ['kit', 'ui'],
  ui: ['ui'],
}

/** src/web/driver/prices/terms.tsx: driver. Empty for the files directly in src/web, which put the rooms together. */
const roomOf = (path: string): string => /^src\/web\/([^/]+)\//.exec(path)?.[1] ?? ''

function forbiddenRoom(path: string, target: string): Fault {
  const [from, to] = [roomOf(path), roomOf(target)]
  if (from === '' || placeOf(target).area !== 'web') return undefined
  const allowed = SHARED_ROOMS[from] ?? [from, 'shell', 'kit', 'ui']
  if (allowed.includes(to)) return undefined
  return {
    wrong: `src/web/${from} may import only ${allowed.join(', ')} of the web.`,
    mend: 'Move what both need to src/web/kit (what it means) or src/web/ui (how it looks), or let src/web/root.tsx hand it in.',
  }
}

const notForTheWeb = {
  wrong: `the web sees only ${WEB_FILES.join(', ')} of a slice.`,
  mend: 'Call the endpoint of its contract instead: the web is a client of our own API.',
}

const isPure = ({ area, name }: { area: string; name: string }): boolean =>
  area === 'modules' && WEB_FILES.includes(name)

/** Circles of imports that remain when the code runs; one problem for each, at its first file. */
export function findCircles(sources: Source[]): Problem[] {
  const next = new Map(sources.map((source) => [source.path, valuesOf(source)]))
  const done = new Set<string>()
  const problems: Problem[] = []
  const visit = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      const circle = [...trail.slice(at), path].join(' → ')
      problems.push({
        file: path,
        wrong: `a circle: ${circle}.`,
        mend: 'Move what both need into a third file, or hand one in as an argument.',
      })
    }
    if (at >= 0 || done.has(path)) return
    for (const target of next.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of next.keys()) visit(path, [])
  return problems
}

/** Rules and data that the web takes as values bring all they import along: schemas must not be among it. */
export function findSchemasInBrowser(sources: Source[]): Problem[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const findSchema = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return undefined
    if (placeOf(path).name === 'contract') return [...trail, path]
    for (const target of valuesOf(byPath.get(path))) {
      const found = placeOf(target).area === 'modules' ? findSchema(target, [...trail, path]) : undefined
      if (found) return found
    }
    return undefined
  }
  return sources.flatMap((source) => {
    if (placeOf(source.path).area !== 'web') return []
    const pure = valuesOf(source).filter((target) => ['rules', 'data'].includes(placeOf(target).name))
    return pure.flatMap((target) => {
      const trail = findSchema(target, [])
      const wrong = `brings schemas into the browser: ${trail?.join(' → ')}.`
      return trail
        ? [{ file: source.path, wrong, mend: 'Take only types from the contract there, or move the value to data.ts.' }]
        : []
    })
  })
}

const valuesOf = (source: Source | undefined): string[] =>
  source?.imports.filter(({ isLocal, isType }) => isLocal && !isType).map(({ target }) => target) ?? []
