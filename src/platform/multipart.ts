import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, readdir, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'
import { networkOf } from './rate-limit.ts'
import { mostBytesOf, Reception, type IncomingOptions, type ReceiveLimits } from './multipart-reception.ts'

/** A file of a request as received; its content has not been checked yet. */
export interface ReceivedFile {
  /** Where its bytes are until the request has been handled. */
  readonly path: string
  readonly bytes: number
  /** The sender's name for it: to be displayed, never part of a path. */
  readonly name: string
}

/** The fields beside the files, by name; the last one wins. At most ten of at most 1 KB each (the parser's limits). */
export type FormFields = Map<string, string>

export const INCOMING: IncomingOptions = {
  maxBytes: 1024 ** 3,
  maxRequests: 40,
  maxRequestsEach: 10,
  reserve: 10,
  leastBytes: 50_000,
  windowMs: 10_000,
  settleMs: 1000,
}

/** Longer than any request lasts. */
const leftoverMs = 10 * 60_000
/** Allowance for boundaries and part headers. */
const wrapping = 64 * 1024

/** The route options of an endpoint that takes files: time for a slow phone instead of the limits meant for JSON. */
export const multipartRoute = { config: { takesFiles: true }, handlerTimeout: 240_000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFiles?: boolean
  }
}

/** Leaves the body unread for `IncomingFiles`; endpoints that take no files accept no multipart. */
export function acceptMultipart(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('multipart/form-data', (request, _body, done) =>
    request.routeOptions.config.takesFiles ? done(null) : done(new RefusedError(refuse(commonRefusals.wrongType))),
  )
}

/** Receives files of requests into a folder, with limits that keep it from filling the disk. */
export class IncomingFiles {
  readonly #folder: string
  readonly #options: IncomingOptions
  #bytes = 0
  #requests = 0
  readonly #requestsOf = new Map<string, number>()
  /** Receptions whose bytes are still coming, with the network of each. */
  readonly #receptions = new Map<Reception, string>()

  constructor(folder: string, options: Partial<IncomingOptions> = {}) {
    this.#folder = folder
    this.#options = { ...INCOMING, ...options }
  }

  removeLeftovers = (): Promise<number> => removeLeftovers(this.#folder, leftoverMs)

  /** Receives every file of the request, runs `work` with them, and deletes them whatever happens. */
  async receive<T>(
    request: FastifyRequest,
    limits: ReceiveLimits,
    work: (files: ReceivedFile[], fields: FormFields) => Promise<T>,
  ): Promise<T | Refusal> {
    const network = networkOf(request.ip)
    const refused = this.#refusalFor(request, limits, network)
    if (refused) return refused
    this.#count(network, 1)
    const received: KeptFile[] = []
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const fields = await this.#parse(request.raw, { limits, network, received })
      return await work(
        received.filter(({ name, bytes }) => name !== '' || bytes > 0),
        fields,
      )
    } finally {
      this.#count(network, -1)
      await Promise.all(received.map((file) => this.#remove(file)))
    }
  }

  /** Makes our own bytes available as a file while `work` runs. */
  async lend<T>(bytes: Readable, work: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.#folder, randomBytes(16).toString('hex'))
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return await work(path)
    } finally {
      bytes.destroy()
      await rm(path, { force: true }).catch(() => undefined)
    }
  }

  #count(network: string, by: 1 | -1): void {
    this.#requests += by
    const now = (this.#requestsOf.get(network) ?? 0) + by
    if (now === 0) this.#requestsOf.delete(network)
    else this.#requestsOf.set(network, now)
  }

  #refusalFor(request: FastifyRequest, limits: ReceiveLimits, network: string): Refusal | undefined {
    if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
      return refuse(commonRefusals.wrongType, { detail: 'Send the files as multipart/form-data.' })
    }
    if (Number(request.headers['content-length']) > mostBytesOf(limits) + wrapping)
      return refuse(commonRefusals.tooLarge)
    const { maxRequests, maxRequestsEach, reserve } = this.#options
    const own = this.#requestsOf.get(network) ?? 0
    if (own >= maxRequestsEach) return refuse(commonRefusals.tooFast, { retryAfterSeconds: 10 })
    if (this.#requests < maxRequests + (own === 0 ? reserve : 0) || this.#cutSlowest(own)) return undefined
    return refuse(commonRefusals.unavailable, { retryAfterSeconds: 10 })
  }

  /** Makes room for a network with `own` requests: the slowest of those that have more gives up its place. */
  #cutSlowest(own: number): boolean {
    const slow = [...this.#receptions].flatMap(([reception, network]) => {
      const slowness = (this.#requestsOf.get(network) ?? 0) > own ? reception.slowness() : undefined
      return slowness === undefined ? [] : [{ reception, slowness }]
    })
    const [slowest] = slow.toSorted((one, other) => one.slowness - other.slowness)
    if (!slowest) return false
    this.#receptions.delete(slowest.reception)
    slowest.reception.cutOff()
    return true
  }

  async #parse(
    source: IncomingMessage,
    { limits, network, received }: { limits: ReceiveLimits; network: string; received: KeptFile[] },
  ): Promise<FormFields> {
    const writes: Promise<void>[] = []
    const fields: FormFields = new Map()
    const reception = new Reception(source, limits, this.#options)
    this.#receptions.set(reception, network)
    reception.parser.on('file', (_field: string, stream: BusboyFileStream, name: string | undefined) => {
      const file = { path: join(this.#folder, randomBytes(16).toString('hex')), name: name ?? '', bytes: 0 }
      reception.open(stream, received.length)
      received.push(file)
      const write = this.#write(stream, file, () => bytesOf(received) > mostBytesOf(limits))
      writes.push(write)
      write.catch(reception.fail)
    })
    reception.parser.on('field', (name: string, value: string, isNameCut: boolean, isValueCut: boolean) => {
      if (isNameCut || isValueCut) reception.fail(new RefusedError(refuse(commonRefusals.tooLarge)))
      else fields.set(name, value)
    })
    try {
      await reception.run(() => Promise.all(writes))
      return fields
    } finally {
      this.#receptions.delete(reception)
      await Promise.allSettled(writes)
    }
  }

  async #write(stream: AsyncIterable<Buffer>, file: KeptFile, isTooMuch: () => boolean): Promise<void> {
    const handle = await open(file.path, 'wx', 0o600)
    try {
      for await (const chunk of stream) {
        this.#bytes += chunk.length
        file.bytes += chunk.length
        if (isTooMuch()) throw new RefusedError(refuse(commonRefusals.tooLarge))
        if (this.#bytes > this.#options.maxBytes) throw new RefusedError(refuse(commonRefusals.noRoom))
        await handle.writeFile(chunk)
      }
    } finally {
      await handle.close()
    }
  }

  async #remove(file: KeptFile): Promise<void> {
    this.#bytes -= file.bytes
    await rm(file.path, { force: true }).catch(() => undefined)
  }
}

interface KeptFile extends ReceivedFile {
  bytes: number
}

const bytesOf = (files: readonly KeptFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Deletes temporary files left by crashes. Those younger than `olderThanMs` may still be in use. */
export async function removeLeftovers(folder: string, olderThanMs: number): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const limit = Date.now() - olderThanMs
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (!info?.isFile() || info.mtimeMs > limit) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
