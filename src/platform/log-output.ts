import { write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { DestinationStream } from 'pino'

/** Where lines go. None is waited for, and none is kept for good: what cannot be written is dropped and counted. */
export interface LogOutput extends DestinationStream {
  /** Lines that never arrived. */
  readonly dropped: number
  /** What still waits, as far as it goes at once: for the end of the process. */
  flush(): void
}

/** Takes one text. `lost` is what of it did not arrive, with the reason; a text that arrived loses nothing. */
type Carrier = { carry(text: string, done: (lost: string) => void): void; carryNow(text: string): void }

/** What a reader who stands still for a moment may leave with us. */
const MOST_WAITING = 1024 * 1024
/** As much as a pipe takes at once. */
const MOST_AT_ONCE = 64 * 1024

export function createLogOutput(carrier: Carrier, mostWaiting = MOST_WAITING): LogOutput {
  let waiting: string[] = []
  let waitingLength = 0
  let isBusy = false
  let dropped = 0
  /** Of the dropped ones, those that no line has told of yet. */
  let untold = 0

  const drop = (lines: number) => {
    dropped += lines
    untold += lines
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
      if (!lost) untold -= telling
      // It is told as soon as something has arrived, and not before.
      next(lost ? 0 : untold)
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

/** As pino writes a warning. */
const lineOf = (dropped: number) =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), dropped, msg: 'log lines dropped' })}\n`

/** A file, a terminal, a device. In Node's own threads: a disk that hangs holds up one of them, and nobody else. */
export function fileCarrier(file: number): Carrier {
  /** Where a full disk cut a line in two, the next one begins a line of its own. */
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
        // Nobody is left to be told.
      }
    },
  }
}

const newLine = 0x0a

/** A pipe or a socket: the system says when the other side has taken what came before. */
export const streamCarrier = (stream: Socket): Carrier => ({
  carry: (text, done) => void stream.write(text, (error) => done(error ? text : '')),
  carryNow: (text) => void (text && stream.write(text)),
})

let standardOutput: LogOutput | undefined

/** The one of this process. */
export function findStandardOutput(): LogOutput {
  if (standardOutput) return standardOutput
  const { stdout, stderr } = process
  // A full disk or a reader who has left is an event of these too, and unheard it would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined)
  const isFlowing = stdout instanceof Socket && !stdout.isTTY
  const output = createLogOutput(isFlowing ? streamCarrier(stdout) : fileCarrier(1))
  process.once('exit', () => output.flush())
  standardOutput = output
  return output
}
