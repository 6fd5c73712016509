import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '#platform/config.ts'
import type { Services } from '#platform/ctx.ts'
import { FairQueue, ONE_AT_A_TIME } from '#platform/fair-queue.ts'
import type { Log } from '#platform/log.ts'
import { IncomingFiles } from '#platform/multipart.ts'
import { createLocalStorage } from './local/gateway.ts'
import { createDocumentReader, type DocumentReader } from './documents/gateway.ts'
import { createS3Storage } from './s3/gateway.ts'

/** Bytes to be stored. They are read again on every try, so `open` must always start at the beginning. */
export interface FileSource {
  readonly bytes: number
  open(): Readable
}

export interface StoredFile {
  readonly bytes: number
  /** The caller has to read it to the end or destroy it. */
  readonly stream: Readable
}

/** Stores the bytes of files under keys from `newStorageKey`. A key is written once and never reused. */
export interface FileStorage {
  put(key: string, source: FileSource): Promise<void>
  /** Undefined if nothing is stored under the key. */
  read(key: string): Promise<StoredFile | undefined>
  /** Succeeds even if nothing is there. Never call it within a transaction: `discardBytes` removes bytes after the commit. */
  remove(key: string): Promise<void>
  /** Removes unfinished files left by a crash. */
  removeLeftovers(): Promise<number>
}

export const sourceOf = (bytes: Buffer): FileSource => ({ bytes: bytes.length, open: () => Readable.from([bytes]) })

declare module '#platform/ctx.ts' {
  interface Services {
    readonly storage: FileStorage
    readonly incoming: IncomingFiles
    /** Limits how many photos are decoded at once, because each decoder needs a lot of memory. */
    readonly photoTurns: FairQueue
    readonly documentReader: DocumentReader
  }
}

export const createStorage = (config: Pick<Config, 'dataDir' | 's3'>): FileStorage =>
  config.s3 ? createS3Storage(config.s3) : createLocalStorage(join(config.dataDir, 'files'))

type FileServices = Pick<Services, 'storage' | 'incoming' | 'photoTurns' | 'documentReader'>

export function createFiles(config: Pick<Config, 'dataDir' | 's3'>, log: Log): FileServices {
  const incoming = new IncomingFiles(join(config.dataDir, 'incoming'))
  return {
    storage: createStorage(config),
    incoming,
    photoTurns: new FairQueue(ONE_AT_A_TIME),
    documentReader: createDocumentReader(log),
  }
}

/** Does not reveal anything about the file, and contains no name that the sender chose. */
export const newStorageKey = (): string => randomBytes(24).toString('hex')
