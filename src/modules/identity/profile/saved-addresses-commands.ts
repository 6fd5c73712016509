import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { tooManyAddresses, type addSavedAddress } from './contract.ts'
import { addressColumns, type SavedAddress } from './queries.ts'

type Input = InputOf<typeof addSavedAddress>['body']

const mostAddresses = 20

export async function addAddress(ctx: Ctx, input: Input): Promise<SavedAddress | Refusal> {
  const columns = columnsOf(input)
  if (columns instanceof Refusal) return columns
  const userId = userIdOf(ctx.actor)
  return ctx.tx(async (ctx) => {
    // Locks the user's row, so that two requests at once cannot exceed the limit.
    await ctx.db.selectFrom('identity.user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const { count } = await ctx.db
      .selectFrom('identity.saved_address')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= mostAddresses) return refuse(tooManyAddresses)
    return ctx.db
      .insertInto('identity.saved_address')
      .values({ userId, createdAt: ctx.clock.now(), ...columns })
      .returning(addressColumns)
      .executeTakeFirstOrThrow()
  })
}

/** Only the caller's own; anybody else's is not found. */
export async function changeAddress(ctx: Ctx, id: string, input: Input): Promise<SavedAddress | Refusal> {
  const columns = columnsOf(input)
  if (columns instanceof Refusal) return columns
  const changed = await ctx.db
    .updateTable('identity.saved_address')
    .set(columns)
    .where('id', '=', id)
    .where('userId', '=', userIdOf(ctx.actor))
    .returning(addressColumns)
    .executeTakeFirst()
  return changed ?? refuse(commonRefusals.notFound)
}

export async function removeAddress(ctx: Ctx, id: string): Promise<undefined | Refusal> {
  const gone = await ctx.db
    .deleteFrom('identity.saved_address')
    .where('id', '=', id)
    .where('userId', '=', userIdOf(ctx.actor))
    .executeTakeFirst()
  return gone.numDeletedRows === 0n ? refuse(commonRefusals.notFound) : undefined
}

function columnsOf(input: Input) {
  const contactNumber = input.contactNumber ? parsePhone(input.contactNumber) : null
  if (input.contactNumber && !contactNumber) return invalidField('contact_number', phoneHint)
  return {
    label: input.label,
    postcode: input.postcode,
    formattedAddress: input.formattedAddress || null,
    flatAndHouse: input.flatAndHouse || null,
    stairs: input.stairs,
    contactName: input.contactName || null,
    contactNumber,
  }
}
