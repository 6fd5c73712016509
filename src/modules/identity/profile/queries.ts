import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { keysOf } from '#shared/records.ts'
import type { PageRequest } from '#shared/page.ts'
import type { addSavedAddress } from './contract.ts'
import { defaultSettings, storedEvents, type MessageSettings } from '../rules.ts'

/** Lists the choices of a user that differ from the defaults, in any role. */
export const listChoicesOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('identity.message_setting')
    .select(['event', 'channel', 'isOn'])
    .where('userId', '=', userId)
    .execute()

/** An event with a choice of channels: a customer's, or a hired driver's. */
export type ChoiceEvent = Awaited<ReturnType<typeof listChoicesOf>>[number]['event']

export async function getSettingsOf(ctx: Ctx, userId: string): Promise<MessageSettings> {
  const rows = await listChoicesOf(ctx, userId)
  const settings = structuredClone(defaultSettings)
  for (const event of keysOf(storedEvents)) {
    for (const row of rows.filter((one) => one.event === storedEvents[event])) settings[event][row.channel] = row.isOn
  }
  return settings
}

export type SavedAddress = AnswerOf<typeof addSavedAddress>

export const addressColumns = [
  'id',
  'label',
  'postcode',
  'formattedAddress',
  'flatAndHouse',
  'stairs',
  'contactName',
  'contactNumber',
] as const

export async function listOwnAddresses(
  ctx: Ctx,
  { page, pageSize }: PageRequest,
): Promise<{ count: number; results: SavedAddress[] }> {
  const rows = await ctx.db
    .selectFrom('identity.saved_address')
    .select(addressColumns)
    .where('userId', '=', userIdOf(ctx.actor))
    .orderBy('label')
    .orderBy('id')
    .execute()
  return { count: rows.length, results: rows.slice((page - 1) * pageSize, page * pageSize) }
}
