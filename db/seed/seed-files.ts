import { randomBytes, randomUUID } from 'node:crypto'
import { insertRows, type SeedClient } from './load.ts'

export interface SeedFile {
  name: string
  /** A picture of each. */
  pages: readonly SeedPage[]
}

interface SeedPage {
  bytes: Buffer
  width: number
  height: number
}

export interface KeptSeedFile {
  uploadId: string
  /** File of the document's first page. */
  fileId: string
}

export interface Keeper {
  /** Keeps bytes under a key. */
  put: (key: string, bytes: Buffer) => Promise<void>
  now: Date
}

/** Keeps each file as an upload of its own that is already attached, in the order given. */
export async function keepFiles(
  client: SeedClient,
  { put, now }: Keeper,
  files: readonly SeedFile[],
): Promise<KeptSeedFile[]> {
  const kept = files.map((file) => ({
    file,
    uploadId: randomBytes(32).toString('base64url'),
    pages: file.pages.map((page) => ({ ...page, id: randomUUID(), key: randomBytes(24).toString('hex') })),
  }))
  await insertRows(
    client,
    'files.upload',
    kept.map(({ uploadId }) => ({ id: uploadId, addressDigest: '\\x00', createdAt: now, attachedAt: now })),
  )
  await insertRows(
    client,
    'files.file',
    kept.flatMap(({ file, uploadId, pages }) =>
      pages.map(({ id, key, bytes, width, height }, index) => ({
        id,
        uploadId,
        position: 0,
        page: index + 1,
        storageKey: key,
        contentType: 'image/webp',
        bytes: bytes.length,
        width,
        height,
        originalName: file.name,
        createdAt: now,
      })),
    ),
  )
  await Promise.all(kept.flatMap(({ pages }) => pages.map(({ key, bytes }) => put(key, bytes))))
  return kept.map(({ uploadId, pages }) => ({ uploadId, fileId: pages[0]?.id ?? '' }))
}
