import type { Ctx } from '#platform/ctx.ts'
import { readSignedId, signId } from '#platform/signed-ids.ts'

/** The booking's own link opens no review, nor the other way round. */
const PURPOSE = 'review hash'

/** Hash of the secret address at which a booking is reviewed, emailed to its booker alone. */
export const reviewHashOf = (ctx: Pick<Ctx, 'config'>, bookingId: string): string => signId(ctx, PURPOSE, bookingId)

export const bookingOfHash = (ctx: Ctx, hash: string): string | undefined => readSignedId(ctx, PURPOSE, hash)
