import { pino, type DestinationStream, type Logger } from 'pino'
import { fieldsOf } from '#shared/fields-of.ts'
import { findStandardOutput } from './log-output.ts'

export type Log = Logger

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
