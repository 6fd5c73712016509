import type { Ctx } from '#platform/ctx.ts'
import { bookingIdOf, hashOf } from '../gateway.ts'

/** A booking's page by link, for slices after this one. */
export const linkOf = (ctx: Ctx, bookingId: string): string => hashOf(ctx, bookingId)

/** The booking that a link opens; undefined for anything this server did not sign. */
export const linkedBooking = (ctx: Ctx, hash: string): string | undefined => bookingIdOf(ctx, hash)
