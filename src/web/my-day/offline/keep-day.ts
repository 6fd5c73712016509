// Puts the pages of the day on the phone, so that they open without signal.
import { warnOnConsole } from '#web/kit/browser-log.ts'

const PAGES = 'day-pages'
const FILES = 'day-files'
const WORKER = '/day-worker.js'

/** Keeps these pages and no others, by their path alone. Does nothing in a browser that cannot. */
export async function keepPages(paths: readonly string[], search: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  try {
    await navigator.serviceWorker.register(workerAddress(), { scope: '/' })
    const html = await Promise.all(paths.map((path) => keepPage(path, search)))
    await forgetOthers(paths)
    await keepFiles(new Set(html.flatMap(filesIn)))
  } catch (error) {
    warnOnConsole('The day could not be kept on this phone.', error)
  }
}

async function keepPage(path: string, search: string): Promise<string> {
  const answer = await fetch(path + search, { headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return ''
  const pages = await caches.open(PAGES)
  await pages.put(path, answer.clone())
  return answer.text()
}

async function forgetOthers(paths: readonly string[]): Promise<void> {
  const pages = await caches.open(PAGES)
  const others = (await pages.keys()).filter(({ url }) => !paths.includes(new URL(url).pathname))
  await Promise.all(others.map((page) => pages.delete(page)))
}

/** Scripts, sheets and the font of a page; their names change with their content. */
export const filesIn = (html: string): string[] =>
  [...html.matchAll(/\/assets\/[\w.-]{1,120}\.(?:js|css|woff2|svg)\b/g)].map(([path]) => path)

async function keepFiles(wanted: ReadonlySet<string>): Promise<void> {
  const files = await caches.open(FILES)
  const kept = await files.keys()
  const has = new Set(kept.map(({ url }) => new URL(url).pathname))
  await Promise.all([...wanted].filter((path) => !has.has(path)).map((path) => files.add(path)))
  await Promise.all(kept.filter(({ url }) => !wanted.has(new URL(url).pathname)).map((file) => files.delete(file)))
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
