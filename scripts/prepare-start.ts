// Before the product starts: says so if it already runs on this DATA_DIR, and builds pages and server when their sources changed.
// With --build-only it does not look at the environment: images are built without one.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEnvironment, readConfig } from '#platform/config.ts'
import { findDataDirHolder, inUse } from '#platform/data-dir.ts'
import { endWithParent } from '#platform/process.ts'
import { StartError } from '#platform/errors.ts'
import { licencesOfServer } from './licences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** All of the sources, not only the pages': which server file a page reaches is the bundler's to know, and a build takes seconds. */
const SOURCES = [
  'src/**/*',
  'db/seed/**/*',
  'public/**/*',
  'scripts/prepare-start.ts',
  'scripts/licences.ts',
  '*.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** Answers whether it had to. The stamp is written last, so that an interrupted build is done again. */
export async function buildWhenChanged(say: (line: string) => void = console.log): Promise<boolean> {
  const stamp = join(root, 'build', '.sources')
  const wanted = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  rmSync(stamp, { force: true })
  say('Building pages and server…')
  const started = performance.now()
  await buildPages()
  appendFileSync(join(root, 'build/client/licences.txt'), licencesOfServer(root))
  await buildServer()
  writeFileSync(stamp, wanted)
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  return true
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const path of sourceFiles()) hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

/** What a build is made of: no tests, so that a changed test builds nothing. Node's own `exclude` lets some of them through. */
export const sourceFiles = (): string[] =>
  globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** Quiet unless it fails. */
function buildPages(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const tool = join(root, 'node_modules', '.bin', 'react-router')
  const child = spawn(process.execPath, [tool, 'build'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) =>
      code === 0 ? done() : fail(new StartError(`The pages could not be built:\n${output}`)),
    )
  })
}

/** What Node resolves at run time: native code, what is loaded when first needed, and what only some machines have. */
const APART = ['sharp', '@embedpdf/pdfium', 'nodemailer', 'vite', 'pg-native', '@opentelemetry/api']

/**
 * The server as a few files: the same code, but a thousand modules of its own and of its packages take Node longer to find than to
 * run. Names and lines stay readable, so that a stack says where it happened.
 */
async function buildServer(): Promise<void> {
  const { build } = await import('vite')
  try {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'silent',
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      ssr: { noExternal: true, external: APART },
      build: {
        ssr: true,
        outDir: 'build/app',
        emptyOutDir: true,
        target: 'node24',
        // Stacks name our own files and lines (main.ts).
        sourcemap: true,
        minify: false,
        rolldownOptions: {
          input: entries(),
          external: APART,
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    })
  } catch (error) {
    throw new StartError(`The server could not be built:\n${String(error)}`)
  }
}

/** The server, and each worker under its path, where `platform/worker-host.ts` looks for it. */
function entries(): Record<string, string> {
  const workers = globSync('src/modules/**/*worker.ts', { cwd: root })
  const named = workers.map((path) => [path.replace(/^src\/|\.ts$/g, ''), path] as const)
  return { main: 'src/main.ts', ...Object.fromEntries(named) }
}

async function main(): Promise<void> {
  endWithParent()
  if (!process.argv.includes('--build-only')) await refuseIfRunning()
  await buildWhenChanged()
}

async function refuseIfRunning(): Promise<void> {
  const config = readConfig(loadEnvironment())
  const holder = config.databaseUrl ? undefined : await findDataDirHolder(config.dataDir)
  if (holder !== undefined) throw new StartError(inUse(config.dataDir, { pid: holder }))
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
