import { checkInvited, openInvitedAccount } from '#modules/identity/administration/invited-commands.ts'
import { tokenExpired } from '#modules/identity/contract.ts'
import { mailAbout, saveChoicesOf } from '#modules/identity/profile/commands.ts'
import { endAllSessions } from '#modules/identity/sessions/commands.ts'
import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import { chosenRows, fixedErrors, isChannelOn, type Mail } from '#modules/notifications/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { job } from '#platform/jobs.ts'
import { spendDurable } from '#platform/rate-limit.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { invalidField, refuse, type InputOf, Refusal, type AnswerOf, commonRefusals } from '#shared/endpoint.ts'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import type { OwnUnit } from '../queries.ts'
import {
  hasDriver,
  noDriver,
  type inviteDriver as inviteEndpoint,
  alreadyDrives,
  cannotBeHired,
  otherAddress,
  type acceptInvitation,
  type joinUnit as joinEndpoint,
  type saveJobNotices as saveEndpoint,
} from './contract.ts'
import { blockedDriverMail, endedMail, invitationMail, leftMail, joinedMail } from './messages.ts'
import {
  getDriver,
  type DriverView,
  findInvitation,
  type Invitation,
  findDriverToTell,
  listJobNotices,
} from './queries.ts'
import { INVITATION_SECONDS, KEPT_AFTER_EXPIRY_SECONDS, HIRED_EVENT_RULES, type HiredEvent } from './rules.ts'

/** Mails of one company to one address; what others invite to it uses up nothing of theirs. */
const perAddress = { name: 'invite-driver-address', per: 'user', count: 5, seconds: 86_400 } as const

/**
 * Invites a driver, or repeats it. Never checks whether the address has an account, so that the owner cannot find out.
 */
export async function inviteDriver(
  ctx: Ctx,
  unit: OwnUnit,
  { email, firstName, mayAnswer }: InputOf<typeof inviteEndpoint>['body'],
): Promise<DriverView | Refusal> {
  const address = parseEmail(email)
  if (!address) return invalidField('email', 'Invalid email')
  const tooFast = await spendDurable(
    ctx,
    perAddress,
    digestOf(`${unit.companyId} ${emailKey(address)}`).toString('hex'),
  )
  if (tooFast) return tooFast
  return ctx.tx(async (tx) => {
    const { driverUserId, ...facts } = await lockUnit(tx, unit.unitId)
    if (driverUserId) return refuse(hasDriver)
    const flaw = await flawOf(tx, unit.companyId, emailKey(address))
    if (flaw) return flaw
    const now = tx.clock.now()
    const secret = newSecret()
    const expiresAt = new Date(now.getTime() + INVITATION_SECONDS * 1000)
    const row = {
      email: address,
      firstName: firstName || null,
      digest: digestOf(secret),
      mayAnswer,
      invitedAt: now,
      expiresAt,
    }
    await tx.db
      .insertInto('fleet.unit_driver')
      .values({ unitId: unit.unitId, ...row })
      .onConflict((conflict) => conflict.column('unitId').doUpdateSet(row))
      .execute()
    const url = `${tx.config.publicUrl}/join-unit?token=${secret}`
    const until = formatDayLong(localDayOf(expiresAt))
    const { companyName, registration } = facts
    const mail = invitationMail({ companyName, unit: registration ?? '', firstName: row.firstName, until, url })
    await mailAbout(tx, unit.unitId, address, mail)
    await recordAudit(tx, { action: 'driver.invited', object: `unit ${unit.unitId}`, after: { mayAnswer } })
    return getDriver(tx, unit.unitId)
  })
}

/** What the owner knows anyway: their own address, and who drives another van of theirs. */
async function flawOf(ctx: TxCtx, companyId: string, key: string): Promise<Refusal | undefined> {
  const owner = await ctx.db
    .selectFrom('companies.company as c')
    .innerJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .select('o.id')
    .where('c.id', '=', companyId)
    .where('o.emailKey', '=', key)
    .executeTakeFirst()
  if (owner) return invalidField('email', 'This is your own address. You see everything of your vans already.')
  const colleague = await ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as w', 'w.id', 'd.unitId')
    .innerJoin('identity.user as u', 'u.id', 'd.userId')
    .select('w.name')
    .where('w.companyId', '=', companyId)
    .where('u.emailKey', '=', key)
    .executeTakeFirst()
  return colleague
    ? invalidField('email', `They drive another van of yours, ${colleague.name}. End their access there first.`)
    : undefined
}

/** Serialises inviting, changing, removing and joining. */
async function lockUnit(ctx: TxCtx, unitId: string) {
  await ctx.db.selectFrom('fleet.working_unit').select('id').where('id', '=', unitId).forNoKeyUpdate().execute()
  return ctx.db
    .selectFrom('fleet.working_unit as w')
    .innerJoin('companies.company as c', 'c.id', 'w.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'w.id')
    .leftJoin('fleet.unit_driver as d', 'd.unitId', 'w.id')
    .select(['w.name', 'c.name as companyName', 'c.ownerUserId', 'v.registration'])
    .select(['d.userId as driverUserId', 'd.email as invitedEmail'])
    .where('w.id', '=', unitId)
    .executeTakeFirstOrThrow()
}

/** Read with each request, so it counts from the next. */
export const changeDriver = (ctx: Ctx, { unitId }: OwnUnit, mayAnswer: boolean): Promise<DriverView | Refusal> =>
  ctx.tx(async (tx) => {
    const changed = await tx.db
      .updateTable('fleet.unit_driver')
      .set({ mayAnswer })
      .where('unitId', '=', unitId)
      .returning('unitId')
      .executeTakeFirst()
    if (!changed) return refuse(noDriver)
    await recordAudit(tx, { action: 'driver.changed', object: `unit ${unitId}`, after: { mayAnswer } })
    return getDriver(tx, unitId)
  })

/** Withdraws the invitation, or ends the access: every session of the driver is over with the next request. */
export const removeDriver = (ctx: Ctx, { unitId }: OwnUnit): Promise<undefined> =>
  ctx.tx(async (tx) => {
    const { driverUserId, invitedEmail, ...unit } = await lockUnit(tx, unitId)
    if (!driverUserId && !invitedEmail) return undefined
    await tx.db.deleteFrom('fleet.unit_driver').where('unitId', '=', unitId).execute()
    await recordAudit(tx, {
      action: driverUserId ? 'driver.removed' : 'driver.uninvited',
      object: `unit ${unitId}`,
      ...(driverUserId ? { before: { userId: driverUserId } } : {}),
    })
    if (!driverUserId) return undefined
    await endAllSessions(tx, driverUserId)
    const driver = await readPerson(tx, driverUserId)
    const { companyName, registration, name } = unit
    const { publicUrl: url } = tx.config
    const mail = endedMail({ firstName: driver.firstName, companyName, unit: registration ?? name, url })
    await mailAbout(tx, driverUserId, driver.email, mail)
    return undefined
  })

export const readPerson = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('identity.user')
    .select(['email', 'firstName', 'emailKey'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** Frees the unit of a hired driver who has closed the account, and notifies the owner. */
export async function leaveUnit(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const driven = await ctx.db
    .selectFrom('fleet.unit_driver')
    .select('unitId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!driven) return
  const { unitId } = driven
  const { driverUserId, ownerUserId, registration, name } = await lockUnit(ctx, unitId)
  if (driverUserId !== userId) return
  await ctx.db.deleteFrom('fleet.unit_driver').where('unitId', '=', unitId).execute()
  if (!ownerUserId) return
  const [owner, driver] = [await readPerson(ctx, ownerUserId), await readPerson(ctx, userId)]
  const url = `${ctx.config.publicUrl}/working-unit?unit=${unitId}`
  const mail = leftMail({ firstName: owner.firstName, driver: driver.firstName, unit: registration ?? name, url })
  await mailAbout(ctx, unitId, owner.email, mail)
}

/**
 * Signs out the drivers of an owner who was blocked or has closed the company; they find no unit until that is undone.
 */
export async function signOutDrivers(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const drivers = await ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as w', 'w.id', 'd.unitId')
    .innerJoin('companies.company as c', 'c.id', 'w.companyId')
    .select('d.userId')
    .where('c.ownerUserId', '=', userId)
    .where('d.userId', 'is not', null)
    .execute()
  for (const driver of drivers) if (driver.userId) await endAllSessions(ctx, driver.userId)
}

/**
 * Notifies the owner that their hired driver was blocked: the unit and its jobs stay the owner's, and it has no driver.
 */
export async function notifyOwnerOfBlock(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const driven = await ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as w', 'w.id', 'd.unitId')
    .innerJoin('companies.company as c', 'c.id', 'w.companyId')
    .innerJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .leftJoin('fleet.van as v', 'v.unitId', 'w.id')
    .select(['w.id as unitId', 'w.name', 'v.registration', 'o.email', 'o.firstName'])
    .where('d.userId', '=', userId)
    .executeTakeFirst()
  if (!driven) return
  const { unitId, name, registration, email, firstName } = driven
  const driver = await readPerson(ctx, userId)
  const url = `${ctx.config.publicUrl}/working-unit?unit=${unitId}`
  await mailAbout(
    ctx,
    unitId,
    email,
    blockedDriverMail({ firstName, driver: driver.firstName, unit: registration ?? name, url }),
  )
}

/** The addresses of people who never answered are not ours to keep. */
export async function eraseInvitations(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_AFTER_EXPIRY_SECONDS * 1000)
  await ctx.db.deleteFrom('fleet.unit_driver').where('userId', 'is', null).where('expiresAt', '<', before).execute()
}

type Fields = InputOf<typeof joinEndpoint>['body']

/** Opens the account of a new driver who has followed the link: it proves the address, so the account opens at once. */
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

/** Joins a driver who was hired before with their existing account. */
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

export const saveJobNotices = (ctx: Ctx, userId: string, choices: InputOf<typeof saveEndpoint>['body']) =>
  ctx.tx(async (tx) => {
    const errors = fixedErrors(HIRED_EVENT_RULES, choices)
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    await saveChoicesOf(tx, userId, chosenRows(choices))
    return listJobNotices(tx, userId)
  })

/** Notices to a hired driver about a job of their unit: never a price. */
interface DriverNotice {
  kind: string
  subject: string
  mail: Mail
  sms: string
  /** The booking. */
  subjectId: string
  /** Said by mail and text already, so that only browsers hear it. */
  isPushOnly?: boolean
  /** Mail and text for this person alone, with a link to act as them; browsers get the other. */
  personal?: (userId: string) => Promise<{ mail: Mail; sms: string }>
}

const SETTINGS = '/account#notifications'

/** Notifies a unit's hired driver on the channels they chose; by SMS only to a confirmed number. */
export async function notifyUnitDriver(
  ctx: TxCtx,
  unitId: string,
  event: HiredEvent,
  notice: DriverNotice,
): Promise<void> {
  const driver = await findDriverToTell(ctx, unitId, event)
  if (!driver) return
  const { kind, subject, subjectId } = notice
  const isOn = (channel: 'email' | 'sms' | 'push') => isChannelOn(HIRED_EVENT_RULES, driver.choices, event, channel)
  if (isOn('push')) await queuePush(ctx, driver.userId, { kind, mail: notice.mail, subjectId })
  if (notice.isPushOnly) return
  const [hasMail, phone] = [isOn('email'), isOn('sms') && driver.confirmedPhone]
  const personal = driver.mayAnswer && (hasMail || phone) ? await notice.personal?.(driver.userId) : undefined
  const { mail, sms } = personal ?? notice
  const holdsSecret = personal !== undefined
  if (hasMail)
    await queueMessage(ctx, {
      channel: 'email',
      to: driver.email,
      kind,
      subject,
      subjectId,
      mail,
      settings: SETTINGS,
      holdsSecret,
    })
  if (phone) await queueMessage(ctx, { channel: 'sms', to: phone, kind, text: sms, subjectId, holdsSecret })
}

export const fleetJobs = [job({ name: 'fleet.forget-invitations', cron: '55 3 * * *', handle: eraseInvitations })]
