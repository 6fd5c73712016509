// Says how far a long import is: a bar where a person watches, and where the output is a log, a line every so often.
import { Presets, SingleBar } from 'cli-progress'

export interface Progress {
  /** Starts an import of `totalBytes` bytes; 0 if the size is unknown. */
  start(totalBytes: number): void
  /** Bytes in all so far, and what was made of them. */
  update(bytes: number, rows?: number): void
  stop(): void
}

export interface Output {
  isTTY?: boolean | undefined
  write(text: string): unknown
}

const LINE_EVERY_MS = 5000

export function createProgress(label: string, output: Output = process.stderr, lineEveryMs = LINE_EVERY_MS): Progress {
  return output.isTTY ? createBar(label) : createLines(label, output, lineEveryMs)
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
const count = (value: number) => value.toLocaleString('en-GB')

function createBar(label: string): Progress {
  const bar = new SingleBar(
    {
      format: `${label.padEnd(11)} {bar} {percentage} %  {value} of {total}  {eta_formatted} left`,
      formatValue: (value, _options, kind) => (kind === 'value' || kind === 'total' ? megabytes(value) : String(value)),
      hideCursor: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  )
  return { start: (total) => bar.start(total, 0), update: (bytes) => bar.update(bytes), stop: () => bar.stop() }
}

/** By a timer and not by what arrives, so that the minutes in which the database sorts are not silent either. */
function createLines(label: string, output: Output, everyMs: number): Progress {
  let [total, bytes, rows, started] = [0, 0, 0, 0]
  let timer: ReturnType<typeof setInterval> | undefined
  const say = () => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const read = total > 0 ? `${megabytes(bytes)} of ${megabytes(total)}` : megabytes(bytes)
    output.write(`${label}: ${rows > 0 ? `${count(rows)} postcodes, ` : ''}${read}, ${seconds} s\n`)
  }
  return {
    start: (totalBytes) => {
      total = totalBytes
      started = performance.now()
      timer = setInterval(say, everyMs)
      timer.unref()
    },
    update: (bytesSoFar, rowsSoFar = 0) => {
      bytes = bytesSoFar
      rows = rowsSoFar
    },
    stop: () => {
      if (!timer) return
      clearInterval(timer)
      timer = undefined
      say()
    },
  }
}
