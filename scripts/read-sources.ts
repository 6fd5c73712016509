// The source files under src and what each imports, as the structure checker sees them.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

export type Import = {
  /** A path from the project's root, or the name of a package or of a Node module as written. */
  target: string
  isLocal: boolean
  /** Erased before it runs. */
  isType: boolean
  exists: boolean
}

export type Source = {
  /** From the project's root, with slashes: src/modules/geo/rules.ts. */
  path: string
  text: string
  lines: number
  isTest: boolean
  imports: Import[]
}

export function readSources(root: string): Source[] {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return paths
    .filter((path) => !/\.(gen|d)\.ts$/.test(path))
    .sort()
    .map((path) => readSource(root, path))
}

/** The style sheets under src and what each imports. */
export const readSheets = (root: string): Source[] =>
  globSync('src/**/*.css', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const names = [...text.matchAll(/@import '([^']+)'/g)].map(([, name]) => name ?? '')
      const imports = names.map((name) => ({ isType: false, ...resolve(root, path, name) }))
      return { path, text, lines: text.split('\n').length, isTest: false, imports }
    })

/** The slices of src/app/modules.ts, in their order: each may import those before it. */
export function readSliceOrder(root: string): string[] {
  const file = join(root, 'src/app/modules.ts')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return [...text.matchAll(/\bname: '([a-z-]+)'/g)].map(([, name]) => name ?? '')
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const requests = requestsOf(path, text)
  return {
    path,
    text,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    isTest: /\.test\.tsx?$/.test(path),
    imports: requests.map(({ name, isType }) => ({ isType, ...resolve(root, path, name) })),
  }
}

function requestsOf(path: string, text: string): { name: string; isType: boolean }[] {
  const { module } = parseSync(path, text)
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    name: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  const reexported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ name: moduleRequest.value, isType }] : [])),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"`])([^$]*)\1$/.exec(text.slice(start, end))?.[2]
    return literal === undefined ? [] : [{ name: literal, isType: false }]
  })
  return [...imported, ...reexported, ...dynamic]
}

function resolve(root: string, from: string, name: string): Omit<Import, 'isType'> {
  const plain = name.replace(/\?.*$/, '')
  const alias = /^#(app|modules|platform|shared|web|test)\/(.*)$/.exec(plain)
  const folder = alias?.[1] === 'test' ? 'test' : `src/${alias?.[1]}`
  const isLocal = alias !== null || plain.startsWith('.')
  if (!isLocal) return { target: plain, isLocal, exists: true }
  const target = normalize(alias ? `${folder}/${alias[2]}` : join(dirname(from), plain)).replaceAll('\\', '/')
  // React Router writes the types of routes beside them, under .react-router.
  const isGenerated = target.includes('/+types/') || target.endsWith('.gen.ts')
  return { target, isLocal, exists: isGenerated || existsSync(join(root, target)) }
}
