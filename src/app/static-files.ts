import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotli, encodingFor, gzipped, type Encoding } from './compression.ts'

interface StaticFile {
  type: string
  etag: string
  cacheControl: string
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

const compressible = new Set(['.js', '.css', '.svg', '.txt', '.json', '.webmanifest'])

/**
 * The built client, held in memory with its compressed forms (made by the build where it could, else at the first request). Only
 * the files that were there at the start are ever served, so no path of a request reaches the disk.
 */
export class StaticFiles {
  readonly #paths = new Map<string, string>()
  readonly #files = new Map<string, Promise<StaticFile>>()

  constructor(directory: string) {
    if (!existsSync(directory)) return
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const isOurs = entry.isFile() && extname(entry.name) in types && !path.includes(`${directory}/.vite/`)
      if (isOurs) this.#paths.set(path.slice(directory.length), path)
    }
  }

  has(url: string): boolean {
    return this.#paths.has(url)
  }

  async find(url: string, acceptEncoding: string | undefined) {
    const path = this.#paths.get(url)
    if (!path) return undefined
    let loading = this.#files.get(url)
    if (!loading) {
      loading = load(url, path)
      loading.catch(() => this.#files.delete(url))
      this.#files.set(url, loading)
    }
    const file = await loading
    const encoding = encodingFor(acceptEncoding)
    const body = encoding ? file.bodies[encoding] : undefined
    return { ...file, body: body ?? file.bodies.identity, encoding: body ? encoding : undefined }
  }
}

async function load(url: string, path: string): Promise<StaticFile> {
  const identity = await readFile(path)
  const extension = extname(path)
  const bodies: StaticFile['bodies'] = { identity }
  if (compressible.has(extension)) {
    bodies.br = await readFile(`${path}.br`).catch(() => brotli(identity, 9))
    bodies.gzip = await readFile(`${path}.gz`).catch(() => gzipped(identity, 9))
  }
  return {
    type: types[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // Names under /assets/ change with their content.
    cacheControl: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    bodies,
  }
}
