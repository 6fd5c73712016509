import type { FieldErrors } from '#shared/endpoint.ts'

/** What a form of the driver's pages hears back. Errors are by the wire's field paths. */
export type Saved<Data = undefined> = { ok: true; data?: Data } | { ok: false; detail: string; errors?: FieldErrors }

/** The first message of a field, by its path on the wire. */
export const errorAt = (saved: Saved<unknown> | undefined, path: string): string | undefined =>
  saved && !saved.ok ? saved.errors?.[path]?.[0] : undefined
