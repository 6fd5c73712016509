import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Ctx } from '#platform/ctx.ts'

/**
 * What one slice holds about a person. Later slices register theirs through the app, so that an export is complete. What they do
 * when an account is closed or erased is in src/app/subscribers.ts.
 */
export interface PersonalData {
  /** The heading in an export. */
  readonly name: string
  /** Everything held, for the person's own eyes; undefined if the slice cannot hold anything about this person. */
  readonly read: (ctx: Ctx, userId: string) => Promise<unknown>
  /** Whether something lies ahead that the person has to do or end first. */
  readonly hasWorkAhead?: (ctx: Ctx, userId: string) => Promise<boolean>
}

declare module '#platform/ctx.ts' {
  interface Services {
    readonly personalData: readonly PersonalData[]
  }
}

export async function hasWorkAhead(ctx: Ctx, userId: string): Promise<boolean> {
  for (const { hasWorkAhead: ask } of ctx.services.personalData) if (await ask?.(ctx, userId)) return true
  return false
}

/** A file's bytes in an export, as base64. They are read only while being sent, because an export may not fit into memory. */
export class KeptBytes {
  /** The random placeholder in the JSON, which no stored text can contain. */
  readonly mark = randomBytes(16).toString('hex')
  /** Undefined if the file no longer exists. */
  readonly open: () => Promise<Readable | undefined>

  constructor(open: () => Promise<Readable | undefined>) {
    this.open = open
  }
}
