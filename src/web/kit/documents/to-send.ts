// What goes to the server with the pages of a paper, and where its answer is said.
import type { NotUploaded } from '#web/kit/upload/upload.ts'

export interface ToSend {
  path: `/api/${string}`
  /** By their names on the wire; empty ones are left out. */
  fields: Readonly<Record<string, string>>
  /** The names of those that show what is wrong with them. */
  places: readonly string[]
  /** What is wrong with them already, by name. */
  flaws: Readonly<Record<string, string>>
  takesPages: boolean
  /** Shown once it has arrived. */
  done: { title: string; text?: string }
}

/** Fields before files: the API reads them in this order. */
export function formOf({ fields }: Pick<ToSend, 'fields'>, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) if (text) form.append(name, text)
  for (const file of files) form.append('files', file, file.name)
  return form
}

/** The server's sentences by path, if each has its place in the form; otherwise the first is said of the whole. */
export function placedErrors({ reason, errors = {} }: NotUploaded, places: readonly string[]): Record<string, string> {
  const paths = Object.keys(errors)
  const isPlaced = paths.every((path) => /^files(\.\d+)?$/.test(path) || places.includes(path))
  return paths.length > 0 && isPlaced ? errors : { pages: reason }
}
