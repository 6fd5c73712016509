import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'

export interface ReceiveLimits {
  /** The name of files in the paths of field errors: `images` → `images.0`. */
  readonly field: string
  readonly files: number
  readonly fileBytes: number
  /** Bytes of all files together; by default `files` times `fileBytes`. */
  readonly bytes?: number
}

export const mostBytesOf = ({ files, fileBytes, bytes }: ReceiveLimits): number => bytes ?? files * fileBytes

export interface IncomingOptions {
  /** Bytes of all requests together that may be stored here at the same time. */
  maxBytes: number
  maxRequests: number
  /** Requests for one network. */
  maxRequestsEach: number
  /** Beyond `maxRequests`, for networks that send nothing yet. */
  reserve: number
  /** A sender slower than this in a window is cut off. */
  leastBytes: number
  windowMs: number
  /** From this time on it is also cut off if all places are taken and somebody else wants one. */
  settleMs: number
}

const megabyte = 1024 * 1024
/** How long the parser may take to finish after the last byte. */
const finishMs = 10_000

/** One request being parsed. It always ends: with all files, with an error, or because the sender has gone or stalled. */
export class Reception {
  readonly parser: BusboyInstance
  readonly #source: IncomingMessage
  readonly #limits: ReceiveLimits
  readonly #options: IncomingOptions
  readonly #streams: Readable[] = []
  readonly #beganAt = performance.now()
  readonly #bytesBefore: number
  #reject: (error: unknown) => void = () => undefined

  constructor(source: IncomingMessage, limits: ReceiveLimits, options: IncomingOptions) {
    this.#source = source
    this.#limits = limits
    this.#options = options
    this.#bytesBefore = source.socket.bytesRead
    this.parser = createParser(source, limits)
  }

  fail = (error: unknown): void => this.#reject(error)

  /** Bytes a millisecond if they come more slowly than they must; undefined for one that is fast enough, too new, or complete. */
  slowness(): number | undefined {
    const { leastBytes, windowMs, settleMs } = this.#options
    const ms = performance.now() - this.#beganAt
    if (this.#source.complete || this.parser.writableNeedDrain || ms < settleMs) return undefined
    const rate = (this.#source.socket.bytesRead - this.#bytesBefore) / ms
    return rate < leastBytes / windowMs ? rate : undefined
  }

  cutOff = (): void => this.fail(new RefusedError(refuse(commonRefusals.tooSlow)))

  /** A file has begun: it is aborted with the request, and refused if it is too large. */
  open(stream: BusboyFileStream, index: number): void {
    this.#streams.push(stream)
    stream.on('error', this.fail)
    stream.on('limit', () => {
      const message = `Each file may have at most ${this.#limits.fileBytes / megabyte} MB.`
      const errors = { [`${this.#limits.field}.${index}`]: [message] }
      this.fail(new RefusedError(refuse(commonRefusals.tooLarge, { detail: message, errors })))
    })
  }

  async run(finish: () => Promise<unknown>): Promise<void> {
    const watch = setInterval(this.#rateWatch(), this.#options.windowMs)
    let lastCall: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        this.#reject = reject
        for (const event of ['filesLimit', 'partsLimit', 'fieldsLimit']) this.parser.on(event, this.#tooMany)
        this.parser.on('error', () => this.fail(malformed()))
        this.parser.on('finish', () => void finish().then(() => resolve(), reject))
        this.#source.on('error', () => this.fail(malformed()))
        this.#source.on('close', () => {
          if (!this.#source.readableEnded) this.fail(malformed())
        })
        this.#source.on('end', () => (lastCall = setTimeout(() => this.fail(malformed()), finishMs)))
        this.#source.pipe(this.parser)
        // Closed before we listened, so there will be no event.
        if (this.#source.destroyed) this.fail(malformed())
      })
    } catch (error) {
      this.#source.unpipe(this.parser)
      for (const stream of this.#streams) if (!stream.readableEnded) stream.destroy(malformed())
      throw error
    } finally {
      clearInterval(watch)
      clearTimeout(lastCall)
    }
  }

  #tooMany = () => {
    const message = `Send at most ${this.#limits.files} files at once.`
    const errors = { [this.#limits.field]: [message] }
    this.fail(new RefusedError(refuse(commonRefusals.tooLarge, { detail: message, errors })))
  }

  /** Counts only the sender's own slowness, not time in which we do not read. */
  #rateWatch(): () => void {
    const source = this.#source
    let before = source.socket.bytesRead
    return () => {
      const isIdle = source.socket.bytesRead - before < this.#options.leastBytes
      before = source.socket.bytesRead
      if (isIdle && !source.complete && !this.parser.writableNeedDrain) {
        this.cutOff()
      }
    }
  }
}

const malformed = () =>
  new RefusedError(refuse(commonRefusals.malformed, { detail: 'The files could not be read. Please send them again.' }))

function createParser(source: IncomingMessage, { files, fileBytes }: ReceiveLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...source.headers, 'content-type': source.headers['content-type'] ?? '' },
      limits: {
        files,
        fileSize: fileBytes,
        parts: files + 10,
        fields: 10,
        fieldSize: 1024,
        fieldNameSize: 100,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    })
  } catch {
    throw malformed()
  }
}
