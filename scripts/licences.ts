// What the server is made of, and under which licences: from package-lock.json and the packages themselves, at build time. Those of what the
// browser gets are collected by the bundler (vite.config.ts).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Shipped {
  /** "pg 8.23.1" */
  name: string
  licence: string
  /** Where it lies in node_modules; those for other machines lie nowhere. */
  folder: string
}

interface Locked {
  version: string
  license?: string
  dev?: boolean
  link?: boolean
}

interface Packed {
  license?: string | { type: string }
  licenses?: { type: string }[]
}

/** Every package that is installed without those for development, by name. */
export function shippedPackages(root: string): Shipped[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  return Object.entries(lock.packages)
    .filter(([folder, { dev, link }]) => folder !== '' && !dev && !link)
    .map(([folder, { version, license }]) => ({
      name: `${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`,
      licence: license ?? licenceOf(join(root, folder)),
      folder,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** As old packages say it, if the lock file does not. */
function licenceOf(folder: string): string {
  const file = join(folder, 'package.json')
  const { license, licenses } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Packed) : {}
  const named = license ?? licenses?.[0]
  const [title = ''] = textOf(folder)?.split('\n') ?? []
  return (typeof named === 'string' ? named : named?.type) ?? title.replace(/ License$/, '')
}

function textOf(folder: string): string | undefined {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    : []
  const texts = files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return texts.length > 0 ? texts.join('\n\n') : undefined
}

const DATA = `Coasts are drawn from Natural Earth, which is in the public domain. Once postcodes are imported, the attribution of Code-Point Open or of the
ONS's directories (Open Government Licence 3.0) stands at the foot of every page.`

/** A text that several packages share stands once, under all their names. */
export function licencesOfServer(root: string): string {
  const byText = Map.groupBy(shippedPackages(root), ({ folder }) => textOf(join(root, folder)) ?? '')
  const parts = [...byText].map(([text, packages]) =>
    [
      ...packages.map(({ name, licence }) => `## ${name} (${licence})`),
      '',
      text || 'Without a text of its own: https://spdx.org/licenses/',
      '',
    ].join('\n'),
  )
  return ['', '# The server', '', 'The server runs with these packages:', '', ...parts, '# Data', '', DATA, ''].join(
    '\n',
  )
}
