import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Chromium = { executablePath: string; args: string[]; env: Record<string, string> }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Everything runs on this machine against our own pages, often as root, where Chromium's sandbox cannot work, and without a display. */
const ARGS = ['--no-sandbox', '--disable-gpu']

/**
 * A browser for Playwright's `launchOptions`: the one npm brought (unpacked once into .cache), else an installed one, else,
 * as root on Debian or Ubuntu, a newly installed one.
 */
export function findChromium(): Chromium {
  const found = fromNpm() ?? installed()
  if (found) return found
  installWithApt()
  const now = installed()
  if (now) return now
  throw new Error('No Chromium was found: install one ("apt-get install chromium") and run the tests again.')
}

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function installed(): Chromium | undefined {
  const executablePath = CANDIDATES.find((path) => existsSync(path))
  return executablePath === undefined ? undefined : { executablePath, args: ARGS, env: environment() }
}

/** The package has binaries for one kind of machine only. */
function fromNpm(): Chromium | undefined {
  const packageFile = join(root, 'node_modules/@sparticuz/chromium/package.json')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packageFile)) return undefined
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const folder = join(root, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) unpack(folder)
  const needs = JSON.parse(readFileSync(join(folder, 'needs.json'), 'utf8')) as Need[] | null
  if (!needs) return undefined
  const extra = Object.fromEntries(needs.map((name) => [name, join(folder, BROUGHT[name])]))
  return { executablePath: join(folder, 'chromium'), args: ARGS, env: environment(extra) }
}

/** Whole or not at all: under its own name first, so that an interrupted or a second unpacking harms nobody. */
function unpack(folder: string): void {
  console.log('Unpacking the browser…')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  // The package's own function unpacks into the temporary directory, so it is given one of its own.
  const source = `
    import { inflate } from '@sparticuz/chromium'
    const bin = ${JSON.stringify(join(root, 'node_modules/@sparticuz/chromium/bin'))}
    await Promise.all(['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((file) => inflate(bin + '/' + file)))`
  execFileSync(process.execPath, ['--input-type=module', '-e', source], {
    cwd: root,
    env: { ...process.env, TMPDIR: draft },
  })
  writeFileSync(join(draft, 'needs.json'), JSON.stringify(whatItNeeds(draft)))
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Folders that the package brings for machines without such libraries and fonts of their own. */
const BROUGHT = { LD_LIBRARY_PATH: 'al2023/lib', FONTCONFIG_PATH: 'fonts' }

type Need = keyof typeof BROUGHT

/** What must be set for it to run here; null when it does not run at all. */
function whatItNeeds(folder: string): Need[] | null {
  const executable = join(folder, 'chromium')
  const fonts: Need[] = existsSync('/etc/fonts/fonts.conf') ? [] : ['FONTCONFIG_PATH']
  if (runs(executable, {})) return fonts
  if (runs(executable, { LD_LIBRARY_PATH: join(folder, BROUGHT.LD_LIBRARY_PATH) })) return [...fonts, 'LD_LIBRARY_PATH']
  return null
}

/** The loader needs every library before the first line of the program, so asking for the version is enough. */
function runs(executable: string, extra: Record<string, string>): boolean {
  try {
    execFileSync(executable, ['--version'], { env: environment(extra), timeout: 10_000, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function installWithApt(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Chromium with apt-get…')
  const env = { ...environment(), DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
  ]) {
    execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

const environment = (extra: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ),
  ...extra,
})
