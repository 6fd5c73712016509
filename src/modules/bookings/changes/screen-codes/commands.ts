import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { deriveKey } from '#platform/secret-key.ts'
import { newCode } from '#platform/secrets.ts'
import { commonRefusals, invalidField, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { parseCode } from '#shared/typed-code.ts'
import { hashOf } from '../../gateway.ts'
import { stateOf } from '../../life/rules.ts'
import { lockBooking } from '../../queries.ts'
import { tokenOf } from '../gateway.ts'
import { findOpenChange, sideOf } from '../queries.ts'
import { CHANGEABLE } from '../rules.ts'
import type { findPageByCode, makeScreenCode } from './contract.ts'
import { CODE_LENGTH, CODE_MINUTES } from './rules.ts'

/** Whoever drives may show it. One at a time for a booking. */
export const showCode = (ctx: Ctx, bookingId: string): Promise<AnswerOf<typeof makeScreenCode> | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || sideOf(tx, booking) !== 'mover') return refuse(commonRefusals.notFound)
    if (!CHANGEABLE.includes(stateOf(booking))) return refuse(commonRefusals.conflict)
    const code = newCode(CODE_LENGTH)
    const row = { mac: macOf(tx, code), expiresAt: addMinutes(tx.clock.now(), CODE_MINUTES) }
    await tx.db
      .insertInto('bookings.screen_code')
      .values({ bookingId: booking.id, ...row })
      .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(row))
      .execute()
    return { code, expiresAt: row.expiresAt.toISOString() }
  })

/** The change that waits for the customer, or else their booking. Either shows outward codes until they prove who they are. */
export async function pageByCode(ctx: Ctx, typed: string): Promise<AnswerOf<typeof findPageByCode> | Refusal> {
  const code = parseCode(typed, CODE_LENGTH)
  if (!code) return invalidField('code', 'The code has six letters and digits.')
  const row = await ctx.db
    .selectFrom('bookings.screen_code')
    .select('bookingId')
    .where('mac', '=', macOf(ctx, code))
    .where('expiresAt', '>', ctx.clock.now())
    .executeTakeFirst()
  if (!row) return refuseMiss(ctx, 'day-code')
  const change = await findOpenChange(ctx, row.bookingId)
  const address =
    change?.awaits === 'customer'
      ? `/change/${tokenOf(ctx, 'change', change.id)}`
      : `/booking/${hashOf(ctx, row.bookingId)}`
  return { address }
}

const macOf = ({ config }: Ctx, code: string): Buffer =>
  createHmac('sha256', deriveKey(config.secretKey, 'screen code')).update(code).digest()
