import type { TxCtx } from '#platform/ctx.ts'

/** Gives an upload to a booking. False where there is no such upload, or another booking has it already. */
export async function attachUpload(ctx: TxCtx, uploadId: string): Promise<boolean> {
  const attached = await ctx.db
    .updateTable('files.upload')
    .set({ attached_at: ctx.clock.now() })
    .where('id', '=', uploadId)
    .where('attached_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return attached !== undefined
}
