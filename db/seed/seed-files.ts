import { randomBytes, randomUUID } from 'node:crypto'
import { insertRows, type SeedClient } from './load.ts'

export interface SeedFile {
  bytes: Buffer
  contentType: 'image/webp' | 'application/pdf'
  /** Of a picture. */
  width?: number
  height?: number
  name: string
}

export interface KeptSeedFile {
  uploadId: string
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
    fileId: randomUUID(),
    key: randomBytes(24).toString('hex'),
  }))
  await insertRows(
    client,
    'files.upload',
    kept.map(({ uploadId }) => ({ id: uploadId, address_digest: '\\x00', created_at: now, attached_at: now })),
  )
  await insertRows(
    client,
    'files.file',
    kept.map(({ file, uploadId, fileId, key }) => ({
      id: fileId,
      upload_id: uploadId,
      position: 0,
      storage_key: key,
      content_type: file.contentType,
      bytes: file.bytes.length,
      width: file.width ?? null,
      height: file.height ?? null,
      original_name: file.name,
      created_at: now,
    })),
  )
  await Promise.all(kept.map(({ key, file }) => put(key, file.bytes)))
  return kept.map(({ uploadId, fileId }) => ({ uploadId, fileId }))
}
