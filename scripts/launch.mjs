// start, dev, test, bench, lighthouse, pictures and attack for a machine that has only git, Node 20 or newer and npm: brings what is
// missing, then goes on under Node 24. Plain JavaScript without imports from npm, because nothing may be installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const [command = 'start', ...rest] = process.argv.slice(2)
process.chdir(root)

/** The one that runs now, to be told to stop. */
let child
let isStopping = false

const commands = {
  async start(node) {
    await step(node, ['scripts/prepare-start.ts'], 'production')
    return run(node, ['--max-semi-space-size=64', 'build/app/main.js', ...rest], 'production')
  },
  dev: (node) => run(node, ['scripts/dev.ts', ...rest], 'development'),
  test: (node) => run(node, ['scripts/test.ts', ...rest]),
  bench: (node) => run(node, ['bench/run.ts', ...rest], 'production'),
  lighthouse: (node) => run(node, ['scripts/lighthouse.ts', ...rest]),
  pictures: (node) => run(node, ['scripts/pictures.ts', ...rest]),
  attack: (node) => run(node, ['scripts/attacks.ts', ...rest]),
}

/** Said to the person and nothing more. */
class Trouble extends Error {}

try {
  if (!(command in commands))
    throw new Trouble(`Unknown command "${command}": use start, dev, test, bench, lighthouse, pictures or attack.`)
  if (major(process.versions.node) < 20) throw new Trouble(`Node 20 or newer is needed; this is ${process.version}.`)
  passOnSignals()
  await alone(installWhatIsMissing)
  process.exitCode = await commands[command](findNode24())
} catch (error) {
  if (!(error instanceof Trouble)) throw error
  if (error.message) console.error(error.message)
  process.exitCode = 1
}

async function installWhatIsMissing() {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (readIfThere(stamp) === wanted) return
  if (isInstalled()) {
    writeFileSync(stamp, wanted)
    return
  }
  console.log('Installing packages (half a minute the first time)…')
  const started = Date.now()
  const alive = setInterval(() => console.log(`  still installing, ${seconds(started)} s`), 15_000)
  try {
    if ((await npmCi()) !== 0 && (await npmCi()) !== 0) {
      throw new Trouble('The packages could not be installed: see the lines above. Is the npm registry reachable?')
    }
  } finally {
    clearInterval(alive)
  }
  writeFileSync(stamp, wanted)
  console.log(`Packages installed in ${seconds(started)} s.`)
}

/** By npm's own list of what lies in node_modules, which it writes last: somebody may have run npm themselves. */
function isInstalled() {
  const here = packagesOf(join('node_modules', '.package-lock.json'))
  const wanted = Object.entries(packagesOf('package-lock.json')).filter(([path]) => path)
  const isThere = ([path, entry]) => (here[path] ? here[path].version === entry.version : mayBeAbsent(entry))
  return wanted.length > 0 && wanted.every(isThere)
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Binaries for other machines, and what only those need. */
function mayBeAbsent({ optional, os, cpu, libc }) {
  const isForHere = os?.includes(process.platform) && cpu?.includes(process.arch) && !(libc && !libc.includes('glibc'))
  return Boolean(optional) && !isForHere
}

/** With the Node and the npm that called us: the project's own Node is among the files that npm replaces. */
function npmCi() {
  const { npm_execpath: npm = '', npm_node_execpath: node } = process.env
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  return /npm-cli\.[cm]?js$/.test(npm) && node && existsSync(node)
    ? run(node, [npm, ...args], process.env.NODE_ENV, process.env.PATH)
    : run('npm', args, process.env.NODE_ENV, process.env.PATH)
}

function findNode24() {
  linkNode()
  for (const node of [join(bin, 'node'), process.execPath, 'node']) {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    if (stdout && major(stdout.replace('v', '')) >= 24) return node
  }
  throw new Trouble(
    `Node 24 is needed. npm has none for ${process.platform}-${process.arch}, and this machine's is ${process.version}: install Node 24 from https://nodejs.org and try again.`,
  )
}

/** Some npm 10 install the package without its link, through which vite, tsc and the others find this Node too. */
function linkNode() {
  const link = join(bin, 'node')
  const ours = join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (!existsSync(link) && existsSync(join(bin, ours))) symlinkSync(ours, link)
}

async function step(node, args, mode) {
  const code = await run(node, args, mode)
  // The step has said why.
  if (code !== 0) throw new Trouble('')
}

/** Resolves with the exit code; a child ended by a signal counts as 128 and its number, as shells have it. */
function run(file, args, mode = process.env.NODE_ENV, path = `${bin}${delimiter}${process.env.PATH}`) {
  const env = { ...process.env, PATH: path }
  if (mode) env.NODE_ENV = mode
  if (isStopping) throw new Trouble('')
  // The channel tells the child when we are gone, however we went (platform/process.ts).
  child = spawn(file, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(`${file} could not be run: ${error.message}`)
      done(1)
    })
    child.on('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/**
 * The launcher exits after the child has ended in order. Under npm it also stops when npm itself is killed, because no
 * other signal would arrive.
 */
function passOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true
      if (child?.exitCode === null) child.kill(signal)
      else process.exit(128 + constants.signals[signal])
    })
  }
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return
  const ancestors = callers()
  const watch = setInterval(() => {
    if (callers().join() === ancestors.join()) return
    clearInterval(watch)
    isStopping = true
    child?.kill('SIGTERM')
  }, 300)
  watch.unref()
}

/** Our parent, and its parent where the first is only the shell that npm put between. */
function callers() {
  const parent = process.ppid
  const { name, ppid } = processInfo(parent)
  return /^(ba|da|z)?sh$/.test(name) ? [parent, ppid] : [parent]
}

function processInfo(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const rest = stat.slice(end + 2).split(' ')
    return { name: stat.slice(stat.indexOf('(') + 1, end), ppid: Number(rest[1]), started: rest[19] }
  } catch {
    return { name: '', ppid: 0, started: '' }
  }
}

/** One process at a time in this folder; a lock whose process is gone is taken over. */
async function alone(work) {
  const lock = join(root, '.cache', 'launch.lock')
  mkdirSync(dirname(lock), { recursive: true })
  for (let hasSaidSo = false; ;) {
    try {
      writeFileSync(lock, `${process.pid} ${processInfo(process.pid).started}`, { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const [holder, started] = readIfThere(lock).split(' ')
      if (!isAlive(Number(holder)) || processInfo(Number(holder)).started !== started) rmSync(lock, { force: true })
      else if (!hasSaidSo) {
        console.log(`Process ${holder} is installing packages here; waiting for it.`)
        hasSaidSo = true
      }
      await sleep(200)
    }
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000)
}

function major(version) {
  return Number(version.split('.')[0])
}
