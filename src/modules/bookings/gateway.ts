import type { Ctx } from '#platform/ctx.ts'
import { readSignedId, signId } from '#platform/secrets.ts'

const PURPOSE = 'booking hash'

/** The unguessable link of a booking. */
export const hashOf = (ctx: Ctx, bookingId: string): string => signId(ctx, PURPOSE, bookingId)

/** The booking that a link opens; undefined for anything this server did not sign. */
export const bookingIdOf = (ctx: Ctx, hash: string): string | undefined => readSignedId(ctx, PURPOSE, hash)
