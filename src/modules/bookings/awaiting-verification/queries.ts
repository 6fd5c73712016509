import type { Ctx } from '#platform/ctx.ts'

/** Open bookings whose customer has proved this number but no address. */
export async function countOpenByPhone(ctx: Ctx, phone: string): Promise<number> {
  const { open } = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('u.openedBy', '=', 'phone')
    .where('u.phone', '=', phone)
    .where('b.status', '=', 'new_booking')
    .executeTakeFirstOrThrow()
  return open
}
