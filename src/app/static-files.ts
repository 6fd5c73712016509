import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotli, encodingFor, gzipped, type Encoding } from './compression.ts'
import { ownValue } from '#shared/records.ts'

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
 * The built client, held in memory with its compressed forms. Only files present at the start are served, so no request path reaches
 * the disk, and a new build does not remove files from under a running server.
 */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>

  private constructor(files: ReadonlyMap<string, StaticFile>) {
    this.#files = files
  }

  static async load(directory: string): Promise<StaticFiles> {
    const entries = existsSync(directory) ? readdirSync(directory, { recursive: true, withFileTypes: true }) : []
    const loading = entries
      .filter((entry) => entry.isFile() && extname(entry.name) in types && !entry.parentPath.includes('/.vite'))
      .map(async (entry): Promise<[string, StaticFile]> => {
        const path = join(entry.parentPath, entry.name)
        const url = path.slice(directory.length)
        return [url, await load(url, path)]
      })
    return new StaticFiles(new Map(await Promise.all(loading)))
  }

  find(url: string, acceptEncoding: string | undefined) {
    const file = this.#files.get(url)
    if (!file) return undefined
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
    // The build writes both beside the file (react-router.config.ts).
    bodies.br = await readFile(`${path}.br`).catch(() => brotli(identity, 5))
    bodies.gzip = await readFile(`${path}.gz`).catch(() => gzipped(identity, 6))
  }
  return {
    type: ownValue(types, extension) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // Names under /assets/ change with their content.
    cacheControl: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    bodies,
  }
}
