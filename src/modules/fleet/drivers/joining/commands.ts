import { checkInvited, openInvitedAccount } from '#modules/identity/accounts/invited/commands.ts'
import { mailAbout } from '#modules/identity/accounts/mail/commands.ts'
import { tokenExpired } from '#modules/identity/contract.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { emailKey } from '#shared/email.ts'
import { refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { readPerson } from '../commands.ts'
import {
  alreadyDrives,
  cannotBeHired,
  otherAddress,
  type acceptInvitation,
  type joinUnit as joinEndpoint,
} from '../contract.ts'
import { joinedMail } from '../messages.ts'
import { findInvitation, type Invitation } from '../queries.ts'

type Fields = InputOf<typeof joinEndpoint>['body']

/** Somebody new has followed the link: it proves the address, so the account opens at once. */
export async function joinUnit(ctx: Ctx, fields: Fields): Promise<AnswerOf<typeof joinEndpoint> | Refusal> {
  if (!(await findInvitation(ctx, fields.token))) return refuse(tokenExpired)
  // Before the transaction, because hashing is slow.
  const checked = await checkInvited(ctx, fields)
  if (checked instanceof Refusal) return checked
  return ctx.tx(async (tx) => {
    const invitation = await spendInvitation(tx, fields.token)
    if (!invitation) return refuse(tokenExpired)
    const userId = await openInvitedAccount(tx, { email: invitation.email, ...checked })
    if (!userId) return refuse(cannotBeHired)
    await join(tx, invitation, userId)
    return { detail: 'You have joined. Log in with your password.', email: invitation.email }
  })
}

/** Somebody who was hired before joins with the account that they have. */
export const acceptAsHired = (ctx: Ctx, token: string): Promise<AnswerOf<typeof acceptInvitation> | Refusal> =>
  ctx.tx(async (tx) => {
    const invitation = await spendInvitation(tx, token)
    if (!invitation) return refuse(tokenExpired)
    const userId = userIdOf(tx.actor)
    const { emailKey: own } = await readPerson(tx, userId)
    if (own !== emailKey(invitation.email)) return refuse(otherAddress)
    const driven = await tx.db
      .selectFrom('fleet.unit_driver')
      .select('unitId')
      .where('userId', '=', userId)
      .executeTakeFirst()
    if (driven) return refuse(alreadyDrives)
    await join(tx, invitation, userId)
    return { detail: 'You have joined.' }
  })

/** Locks the unit and then the invitation, in the order of the owner's commands: of two who follow one link, the second finds none. */
async function spendInvitation(ctx: TxCtx, token: string): Promise<Invitation | undefined> {
  const found = await findInvitation(ctx, token)
  if (!found) return undefined
  await ctx.db.selectFrom('fleet.working_unit').select('id').where('id', '=', found.unitId).forNoKeyUpdate().execute()
  return findInvitation(ctx, token)
}

/** The typed name and address go: the account has its own. */
async function join(ctx: TxCtx, { unitId }: Invitation, userId: string): Promise<void> {
  const joined = { userId, joinedAt: ctx.clock.now(), email: null, firstName: null, digest: null }
  await ctx.db.updateTable('fleet.unit_driver').set(joined).where('unitId', '=', unitId).execute()
  await recordAudit(ctx, { action: 'driver.joined', object: `unit ${unitId}`, after: { userId } })
  const row = await ctx.db
    .selectFrom('fleet.working_unit as w')
    .innerJoin('companies.company as c', 'c.id', 'w.companyId')
    .innerJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .leftJoin('fleet.van as v', 'v.unitId', 'w.id')
    .select(['w.name', 'v.registration', 'o.email', 'o.firstName'])
    .where('w.id', '=', unitId)
    .executeTakeFirstOrThrow()
  const driver = await readPerson(ctx, userId)
  const url = `${ctx.config.publicUrl}/working-unit?unit=${unitId}`
  const unit = row.registration ?? row.name
  const mail = joinedMail({ firstName: row.firstName, driver: driver.firstName, unit, url })
  await mailAbout(ctx, unitId, row.email, mail)
}
