import { write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { pino, type DestinationStream, type Logger } from 'pino'
import { fieldsOf } from '#shared/records.ts'

export type Log = Logger

/** Where log lines go. Writing never blocks and the buffer is bounded: lines that cannot be written are dropped and counted. */
export interface LogOutput extends DestinationStream {
  /** Lines lost so far. */
  readonly dropped: number
  /** Writes what is still buffered, as far as possible at once, before the process exits. */
  flush(): void
}

/** Writes one text. `lost` is the part that was not written, with the reason; nothing if all of it was. */
type Carrier = { carry(text: string, done: (lost: string) => void): void; carryNow(text: string): void }

/** Buffer for a reader that pauses for a moment. */
const MOST_WAITING = 1024 * 1024
/** Bytes that a pipe accepts at once. */
const MOST_AT_ONCE = 64 * 1024

export function createLogOutput(carrier: Carrier, mostWaiting = MOST_WAITING): LogOutput {
  let waiting: string[] = []
  let waitingLength = 0
  let isBusy = false
  let dropped = 0
  /** Lines dropped since the last report. */
  let unreported = 0

  const drop = (lines: number) => {
    dropped += lines
    unreported += lines
  }
  const take = (most: number): string => {
    let count = 0
    for (let length = 0; count < waiting.length; count++) {
      length += waiting[count]?.length ?? 0
      if (count > 0 && length > most) break
    }
    const text = waiting.slice(0, count).join('')
    waiting = waiting.slice(count)
    waitingLength -= text.length
    return text
  }
  const next = (telling: number) => {
    const text = telling > 0 ? lineOf(telling) : take(MOST_AT_ONCE)
    if (text === '') return
    isBusy = true
    carrier.carry(text, (lost) => {
      isBusy = false
      if (lost && telling === 0) drop(countLines(lost))
      if (!lost) unreported -= telling
      // Reported once a line has been written again, not before.
      next(lost ? 0 : unreported)
    })
  }
  return {
    get dropped() {
      return dropped
    },
    write(line) {
      if (waitingLength + line.length > mostWaiting) return drop(1)
      waiting.push(line)
      waitingLength += line.length
      if (!isBusy) next(0)
    },
    flush: () => carrier.carryNow(take(Infinity)),
  }
}

const countLines = (text: string) => text.split('\n').length - 1

/** A warning in pino’s format. */
const lineOf = (dropped: number) =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), dropped, msg: 'log lines dropped' })}\n`

/** A file, terminal or device. Written in Node's thread pool, so a hanging disk blocks only one of its threads. */
export function fileCarrier(file: number): Carrier {
  /** After a full disk has cut a line short, the next starts a line of its own. */
  let isInsideLine = false
  return {
    carry(text, done) {
      const bytes = Buffer.from(isInsideLine ? `\n${text}` : text)
      const start = isInsideLine ? 1 : 0
      const go = (from: number) =>
        write(file, bytes, from, bytes.length - from, null, (error, written) => {
          if (error?.code === 'EAGAIN') return void setTimeout(go, 100, from).unref()
          const until = from + (error ? 0 : written)
          if (until > 0) isInsideLine = bytes[until - 1] !== newLine
          if (!error && until < bytes.length) return go(until)
          done(bytes.toString('utf8', Math.max(until, start)))
        })
      go(0)
    },
    carryNow(text) {
      try {
        if (text) writeSync(file, isInsideLine ? `\n${text}` : text)
      } catch {
        // The error cannot be reported, because the log itself has failed.
      }
    },
  }
}

const newLine = 0x0a

/** A pipe or socket: the system reports when earlier data has been accepted. */
export const streamCarrier = (stream: Socket): Carrier => ({
  carry: (text, done) => void stream.write(text, (error) => done(error ? text : '')),
  carryNow: (text) => void (text && stream.write(text)),
})

let standardOutput: LogOutput | undefined

/** This process's output. */
export function findStandardOutput(): LogOutput {
  if (standardOutput) return standardOutput
  const { stdout, stderr } = process
  // A full disk, or a reader that has gone, also emits these errors; unhandled, they would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined)
  const isFlowing = stdout instanceof Socket && !stdout.isTTY
  const output = createLogOutput(isFlowing ? streamCarrier(stdout) : fileCarrier(1))
  process.once('exit', () => output.flush())
  standardOutput = output
  return output
}

/**
 * One JSON line per event, to standard output, without personal data: callers log ids, codes and durations, never bodies, addresses,
 * names, phone numbers or tokens. Paths are logged as route patterns, because real ones may contain a secret.
 */
export const createLog = (level: string = 'info', to: DestinationStream = findStandardOutput()): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['*.password', '*.token', '*.email', '*.phone', '*.authorization'], remove: true },
      serializers: { err: safeError },
    },
    to,
  )

/** Unexpected errors may quote values (SQL parameters, input), so only their type and location are kept. */
export function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code, constraint } = fieldsOf(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return {
    kind: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: frames.slice(0, 12).map((line) => line.trim()),
  }
}
