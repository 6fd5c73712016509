import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Ctx } from '#platform/ctx.ts'

/**
 * What one slice holds about a person. Slices that come after identity hand theirs in through the app, so that an export is whole. What
 * they do when an account closes or goes is in src/app/subscribers.ts.
 */
export interface PersonalData {
  /** Its heading in an export. */
  readonly name: string
  /** Everything, in words of its own, for the person's eyes only; undefined where there is nothing that this person could have. */
  readonly read: (ctx: Ctx, userId: string) => Promise<unknown>
  /** Whether something is still to come that the person must do or end first. */
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

/** The bytes of a kept file in an export: in base64, read only when they are sent, so that no export has to fit into memory. */
export class KeptBytes {
  /** Stands in the JSON until then. Nobody can have typed it before. */
  readonly mark = randomBytes(16).toString('hex')
  /** Undefined where the file is gone. */
  readonly open: () => Promise<Readable | undefined>

  constructor(open: () => Promise<Readable | undefined>) {
    this.open = open
  }
}
