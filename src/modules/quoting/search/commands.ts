import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { exportOwnMoves } from '../saved-moves/queries.ts'

export const quotingPersonalData: PersonalData = { name: 'savedMoves', read: exportOwnMoves }

export async function eraseSavedMoves(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  await ctx.db.deleteFrom('quoting.saved_move').where('userId', '=', userId).execute()
}
