import { tellOwner } from '#modules/companies/notices/commands.ts'
import { getSettingsOf } from '#modules/identity/accounts/message-settings/queries.ts'
import { queueMessage } from '#modules/notifications/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { hashOf } from '../gateway.ts'
import { bookingAwaitsVerification, bookingReceived, layOut, newJob, type Told, type ToldBooking } from './messages.ts'
import { findParties, type Parties } from './queries.ts'

export async function tellBooked(ctx: TxCtx, bookingId: string): Promise<void> {
  const parties = await findParties(ctx, bookingId)
  await tellCustomer(ctx, parties, bookingReceived)
  await tellCompany(ctx, parties, newJob)
}

export async function tellAwaiting(ctx: TxCtx, bookingId: string): Promise<void> {
  // Until the booker has proved their own address, nobody else's gets mail from us.
  await tellCustomer(ctx, { ...(await findParties(ctx, bookingId)), alsoTold: null }, bookingAwaitsVerification)
}

type Tell = (booking: ToldBooking) => Told

export async function tellCustomer(ctx: TxCtx, parties: Parties, tell: Tell): Promise<void> {
  const told = tell(toldOf(ctx, parties))
  const { customer } = parties
  const { bookingUpdates: wants } = await getSettingsOf(ctx, parties.customerId)
  const { kind, subject } = told
  const addresses = told.isVital || wants.email ? [customer.email, parties.alsoTold] : []
  for (const to of addresses)
    if (to) await queueMessage(ctx, { channel: 'email', to, kind, subject, subjectId: parties.id, ...layOut(told) })
  // A number that was never confirmed may be a stranger's.
  if ((wants.sms || !customer.email) && customer.phone && customer.isPhoneVerified) {
    await queueMessage(ctx, {
      channel: 'sms',
      to: customer.phone,
      kind: told.kind,
      text: told.sms,
      subjectId: parties.id,
    })
  }
}

/** By the channels that the company chose (companies/notices/rules.ts). */
async function tellCompany(ctx: TxCtx, parties: Parties, tell: Tell): Promise<void> {
  if (!parties.companyId) return
  const { kind, subject, mail, sms } = tell(toldOf(ctx, parties))
  await tellOwner(ctx, parties.companyId, 'new_booking', { kind, subject, mail, sms, subjectId: parties.id })
}

function toldOf(ctx: TxCtx, parties: Parties): ToldBooking {
  return {
    start: parties.start,
    from: parties.places[0] ?? '',
    to: parties.places.at(-1) ?? '',
    totalPence: parties.totalPence,
    companyName: parties.companyName ?? 'The driver',
    respondBy: parties.respondBy,
    url: `${ctx.config.publicUrl}/booking/${hashOf(ctx, parties.id)}`,
    quotesUrl: `${ctx.config.publicUrl}/pick-a-driver`,
  }
}
