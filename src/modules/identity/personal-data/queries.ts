import type { Ctx, TxCtx } from '#platform/ctx.ts'

/**
 * What one slice holds about a person. Slices that come after identity hand theirs in through the app, so that an export is whole and an
 * erasure forgets nothing.
 */
export interface PersonalData {
  /** Its heading in an export. */
  readonly name: string
  /** Everything, in words of its own, for the person's eyes only. */
  readonly read: (ctx: Ctx, userId: string) => Promise<unknown>
  /** Whether something is still to come that the person must do or end first. */
  readonly hasWorkAhead?: (ctx: Ctx, userId: string) => Promise<boolean>
  /** At the moment the account closes; it may still come back. */
  readonly close?: (ctx: TxCtx, userId: string) => Promise<void>
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
