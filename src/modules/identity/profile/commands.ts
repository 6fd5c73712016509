import { queueMessage } from '#modules/notifications/commands.ts'
import { chosenRows, type Channel, type Mail } from '#modules/notifications/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { giveBackDurable, spendDurable, spendForAddress } from '#platform/rate-limit.ts'
import { userIdOf } from '#platform/session.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import {
  commonRefusals,
  refuse,
  Refusal,
  type AnswerOf,
  type FieldErrors,
  type InputOf,
  invalidField,
} from '#shared/endpoint.ts'
import { keysOf } from '#shared/records.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { tokenExpired } from '../contract.ts'
import { issueLink, spendLink, voidLinks } from '../one-time-links-commands.ts'
import { isPlaceholder } from '../verification/rules.ts'
import { requireFreshLogin } from '../passwords/login-guard-commands.ts'
import { getSignedInUser } from '../queries.ts'
import { removeWhole } from '../registration/commands.ts'
import { accountRefusal, emailChangeSeconds, storedEvents, type MessageChanges } from '../rules.ts'
import { phoneNotVerified, type updateUser as endpoint, tooManyAddresses, type addSavedAddress } from './contract.ts'
import { addressChangedMail, addressTakenMail, newAddressMail, oldAddressMail } from '../messages.ts'
import { type ChoiceEvent, addressColumns, type SavedAddress } from './queries.ts'

type Input = InputOf<typeof endpoint>['body']

/** What is stored with a link to a new address. */
interface NewAddress {
  email: string
  emailKey: string
}

declare module '../one-time-links-commands.ts' {
  interface SecretData {
    change_email: NewAddress
  }
}

const perUser = { name: 'change-email-user', per: 'user', count: 5, seconds: 3600 } as const
const perAddress = { name: 'change-email-address', per: 'user', count: 3, seconds: 3600 } as const

/** All fields are checked before any is written. */
export async function updateUser(ctx: Ctx, input: Input): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const user = await getSignedInUser(ctx)
  const changes = wantedOf(input, user.email)
  if (changes instanceof Refusal) return changes
  if (changes.phone !== undefined && changes.phone !== user.phone) return refuse(phoneNotVerified)
  const { address } = changes
  if (address) {
    const refused = (await requireFreshLogin(ctx, input)) ?? (await spendChange(ctx, user.id, address))
    if (refused) return refused
  }
  await ctx.tx(async (ctx) => {
    await saveNames(ctx, user.id, input)
    if (address) await askNewAddress(ctx, user, address)
  })
  return getSignedInUser(ctx)
}

/** The new address and number in stored form; no address if it is the current one. */
function wantedOf(input: Input, present: string): { address?: NewAddress; phone?: string } | Refusal {
  const errors: FieldErrors = {}
  const email = input.email === undefined ? undefined : parseEmail(input.email)
  if (email === null) errors.email = ['Invalid email']
  const phone = input.phone === undefined ? undefined : parsePhone(input.phone)
  if (phone === null) errors.phone = [phoneHint]
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  const isNew = typeof email === 'string' && emailKey(email) !== emailKey(present)
  return {
    ...(isNew ? { address: { email, emailKey: emailKey(email) } } : {}),
    ...(typeof phone === 'string' ? { phone } : {}),
  }
}

/** What is refused for the address’s sake uses up nothing of the person's own. */
async function spendChange(ctx: Ctx, userId: string, address: NewAddress): Promise<Refusal | undefined> {
  const tooMany = await spendDurable(ctx, perUser, userId)
  if (tooMany) return tooMany
  const tooFast = await spendForAddress(ctx, perAddress, address.emailKey)
  if (tooFast) await giveBackDurable(ctx, perUser, userId)
  return tooFast
}

async function saveNames(ctx: TxCtx, userId: string, { firstName, lastName }: Input) {
  const names = {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName: lastName || null }),
  }
  if (Object.keys(names).length === 0) return
  await ctx.db.updateTable('identity.user').set(names).where('id', '=', userId).execute()
}

/** The same steps for an address that already has an account; only the mail differs (T-004). */
async function askNewAddress(
  ctx: TxCtx,
  user: { id: string; email: string; firstName: string },
  address: NewAddress,
): Promise<void> {
  const { publicUrl, contacts } = ctx.config
  const token = await issueLink(ctx, {
    userId: user.id,
    purpose: 'change_email',
    seconds: emailChangeSeconds,
    data: address,
  })
  const owner = await findOwner(ctx, address.emailKey)
  const isTaken = owner !== undefined && (owner.emailVerifiedAt !== null || owner.status !== 'active')
  const newAddressNotice = isTaken
    ? addressTakenMail({ firstName: owner.firstName, url: publicUrl })
    : newAddressMail({ firstName: user.firstName, url: `${publicUrl}/change-email?token=${token}` })
  await mailAbout(ctx, isTaken ? owner.id : user.id, address.email, newAddressNotice)
  const changeDetails = { firstName: user.firstName, newAddress: address.email, url: publicUrl }
  await mailAbout(ctx, user.id, user.email, oldAddressMail(changeDetails, contacts))
}

const findOwner = (ctx: TxCtx, key: string) =>
  ctx.db
    .selectFrom('identity.user')
    .select(['id', 'status', 'firstName', 'emailVerifiedAt'])
    .where('emailKey', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The owner of the new address has followed its link. */
export const confirmNewAddress = (ctx: Ctx, token: string): Promise<{ detail: string; email: string } | Refusal> =>
  ctx.tx(async (ctx) => {
    const link = await spendLink(ctx, 'change_email', token)
    if (!link) return refuse(tokenExpired)
    const address = link.data
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['id', 'email', 'status', 'firstName', 'emailVerifiedAt', 'openedBy'])
      .where('id', '=', link.userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const isByPhone = user.openedBy === 'phone'
    if (accountRefusal({ ...user, isProvenByPhone: isByPhone }) || !(await isFreeFor(ctx, address)))
      return refuse(tokenExpired)
    await ctx.db
      .updateTable('identity.user')
      .set({
        email: address.email,
        emailKey: address.emailKey,
        emailVerifiedAt: ctx.clock.now(),
        // The account is like any other from here on, and codes to its number no longer open it.
        ...(isByPhone ? { openedBy: 'email' } : {}),
      })
      .where('id', '=', user.id)
      .execute()
    // The old address received these links, so they are void.
    await voidLinks(ctx, user.id)
    const changeDetails = { firstName: user.firstName, newAddress: address.email, url: ctx.config.publicUrl }
    await mailAbout(ctx, user.id, user.email, addressChangedMail(changeDetails, ctx.config.contacts))
    return { detail: 'Your email address is changed.', email: address.email }
  })

/** An unverified account with this address gives way to the person who has just verified it. */
async function isFreeFor(ctx: TxCtx, { emailKey: key }: NewAddress): Promise<boolean> {
  const owner = await findOwner(ctx, key)
  if (!owner) return true
  if (owner.emailVerifiedAt || owner.status !== 'active') return false
  await removeWhole(ctx, { id: owner.id, emailKey: key })
  return true
}

export const saveSettingsOf = (ctx: Ctx, userId: string, settings: MessageChanges): Promise<void> =>
  saveChoicesOf(
    ctx,
    userId,
    chosenRows(keysOf(storedEvents).map((event) => ({ ...settings[event], event: storedEvents[event] }))),
  )

interface Choice {
  event: ChoiceEvent
  channel: Channel
  isOn: boolean
}

/** Saves a user's choices of channels, in any role; each event and channel at most once. */
export async function saveChoicesOf(ctx: Ctx, userId: string, choices: readonly Choice[]): Promise<void> {
  if (choices.length === 0) return
  await ctx.db
    .insertInto('identity.message_setting')
    .values(choices.map((choice) => ({ ...choice, userId })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'event', 'channel']).doUpdateSet((eb) => ({ isOn: eb.ref('excluded.isOn') })),
    )
    .execute()
}

/** The words of a mail about an account, and its name in the message log. */
export interface AccountMail extends Mail {
  kind: string
  /** If it differs from the title. */
  subject?: string
}

/** Mails one address about one account. The words are deleted once sent, because they may contain a link that grants access. */
export async function mailAbout(
  ctx: TxCtx,
  userId: string,
  to: string,
  { kind, subject, ...mail }: AccountMail,
): Promise<void> {
  // The user has given only a number.
  if (to === '' || isPlaceholder(to)) return
  await queueMessage(ctx, {
    channel: 'email',
    to,
    kind,
    subjectId: userId,
    holdsSecret: true,
    subject: subject ?? mail.title,
    mail,
  })
}

type AddressInput = InputOf<typeof addSavedAddress>['body']

const mostAddresses = 20

export async function addAddress(ctx: Ctx, input: AddressInput): Promise<SavedAddress | Refusal> {
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

/** Changes an address of the caller's own; others are not found. */
export async function changeAddress(ctx: Ctx, id: string, input: AddressInput): Promise<SavedAddress | Refusal> {
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
  const deletion = await ctx.db
    .deleteFrom('identity.saved_address')
    .where('id', '=', id)
    .where('userId', '=', userIdOf(ctx.actor))
    .executeTakeFirst()
  return deletion.numDeletedRows === 0n ? refuse(commonRefusals.notFound) : undefined
}

function columnsOf(input: AddressInput) {
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
