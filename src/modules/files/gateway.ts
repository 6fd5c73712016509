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

/** Bytes on their way into the storage. Each try reads them anew, so `open` always starts at the beginning. */
export interface FileSource {
  readonly bytes: number
  open(): Readable
}

export interface StoredFile {
  readonly bytes: number
  /** Whoever asks for it reads it to the end or destroys it. */
  readonly stream: Readable
}

/** Where the bytes of files are kept, by a key from `newStorageKey`. A key is written once and never again. */
export interface FileStorage {
  put(key: string, source: FileSource): Promise<void>
  /** Undefined where there is nothing under the key. */
  read(key: string): Promise<StoredFile | undefined>
  /** Also where nothing is there any more. Never within a transaction: `discardBytes` does it afterwards. */
  remove(key: string): Promise<void>
  /** Removes what crashed work left unfinished. */
  removeLeftovers(): Promise<number>
}

export const sourceOf = (bytes: Buffer): FileSource => ({ bytes: bytes.length, open: () => Readable.from([bytes]) })

declare module '#platform/ctx.ts' {
  interface Services {
    readonly storage: FileStorage
    readonly incoming: IncomingFiles
    /** Turns at decoding photos: what a decoder needs of memory is needed once. */
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

/** Says nothing about the file, and no name that a sender chose is part of it. */
export const newStorageKey = (): string => randomBytes(24).toString('hex')
