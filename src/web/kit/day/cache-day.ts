// Puts the pages of the day on the phone, so that they open without signal.
import { warnOnConsole } from '#web/kit/browser-log.ts'

const PAGES = 'day-pages'
const FILES = 'day-files'
const WORKER = '/day-worker.js'

/** Keeps these pages and no others, by their path alone: one call after another, and of those that wait only the last. */
export function cachePages(paths: readonly string[], search: string): Promise<void> {
  const turn = ++turns
  running = running.then(() => (turn === turns ? cacheOnly(paths, search) : undefined))
  return running
}
let turns = 0
let running = Promise.resolve()

/** The page goes: the worker sends what is kept, at its time, or as soon as there is signal if the browser can wake it then. */
export function handOver(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.controller?.postMessage('send-unsent')
}

/** Does nothing in a browser that cannot. */
async function cacheOnly(paths: readonly string[], search: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  try {
    await navigator.serviceWorker.register(workerAddress(), { scope: '/' })
    // Opens the caches before any fetch: after a log-out has deleted them, late answers go to caches that can no longer
    // be found.
    const [pages, files] = [await caches.open(PAGES), await caches.open(FILES)]
    const html = await Promise.all(paths.map((path) => cachePage(pages, path, search)))
    await evictOtherPages(pages, paths)
    await cacheFiles(files, new Set([...html.flatMap(filesIn), ...filesLoaded()]))
  } catch (error) {
    warnOnConsole('The day couldn’t be kept on this phone.', error)
  }
}

async function cachePage(pages: Cache, path: string, search: string): Promise<string> {
  const answer = await fetch(path + search, { headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return ''
  await pages.put(path, answer.clone())
  return answer.text()
}

async function evictOtherPages(pages: Cache, paths: readonly string[]): Promise<void> {
  const others = (await pages.keys()).filter(({ url }) => !paths.includes(new URL(url).pathname))
  await Promise.all(others.map((page) => pages.delete(page)))
}

/** Scripts, sheets and the font of a page; their names change with their content. */
export const filesIn = (html: string): string[] =>
  [...html.matchAll(/\/assets\/[\w.-]{1,120}\.(?:js|css|woff2|svg)\b/g)].map(([path]) => path)

/** What no page names, because a script loads it: of the pages kept, this one at least has it by now. */
const filesLoaded = (): string[] =>
  performance.getEntriesByType('resource').flatMap(({ name }) => filesIn(new URL(name).pathname))

async function cacheFiles(files: Cache, needed: ReadonlySet<string>): Promise<void> {
  const cached = await files.keys()
  const has = new Set(cached.map(({ url }) => new URL(url).pathname))
  await Promise.all([...needed].filter((path) => !has.has(path)).map((path) => files.add(path)))
  await Promise.all(cached.filter(({ url }) => !needed.has(new URL(url).pathname)).map((file) => files.delete(file)))
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string
  }
}

/** Our policy lets no plain text name a script; a page registers the worker from here only. */
function workerAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  policy ??= types?.createPolicy('day-worker', { createScriptURL: () => WORKER })
  return policy?.createScriptURL(WORKER) ?? WORKER
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
