import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Ctx, TxCtx } from '#platform/ctx.ts'

/**
 * What one slice holds about a person. Slices that come after identity hand theirs in through the app, so that an export is whole and an
 * erasure forgets nothing.
 */
export interface PersonalData {
  /** Its heading in an export. */
  readonly name: string
  /** Everything, in words of its own, for the person's eyes only; undefined where there is nothing that this person could have. */
  readonly read: (ctx: Ctx, userId: string) => Promise<unknown>
  /** Whether something is still to come that the person must do or end first. */
  readonly hasWorkAhead?: (ctx: Ctx, userId: string) => Promise<boolean>
  /** At the moment the account closes; it may still come back. */
  readonly close?: (ctx: TxCtx, userId: string) => Promise<void>
  /** The account has come back. */
  readonly reopen?: (ctx: TxCtx, userId: string) => Promise<void>
  /** Of somebody who never proved their address: whole rows, for the account goes too and nothing may point at it. */
  readonly drop?: (ctx: TxCtx, userId: string) => Promise<void>
  /** For good: only what tax law demands stays. */
  readonly erase: (ctx: TxCtx, userId: string) => Promise<void>
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
