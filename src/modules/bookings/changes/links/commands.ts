import { randomInt } from 'node:crypto'
import { noMobile } from '#modules/identity/opened-accounts/contract.ts'
import { codeExpired, noSms } from '#modules/identity/verification/contract.ts'
import { spendCode } from '#modules/identity/verification/phones-commands.ts'
import { codeSeconds, codeTries, smsFlaw } from '#modules/identity/verification/rules.ts'
import { queueMessage } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { macOf, macsOf } from '#platform/secret-key.ts'
import { newCode } from '#platform/secrets.ts'
import { tellingNetwork } from '#platform/shared-networks.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf, invalidField } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { parseCode } from '#shared/typed-code.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { hashOf } from '../../gateway.ts'
import { notifyCompany, notifyCustomer, notifyHiredDriver } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { idOfToken, codeMac, isCodeMac, tokenOf } from '../gateway.ts'
import { sideOf, findOpenChange } from '../queries.ts'
import {
  type findPageByCode,
  type makeScreenCode,
  type textDayCode,
  linkOver,
  linkUsed,
  linkWithdrawn,
  tooManyKeysLinks,
  type getKeys,
  type makeKeysLink,
} from './contract.ts'
import { CODE_LENGTH, CODE_MINUTES, keysLinkExpiry, MOST_KEYS_LINKS } from '../rules.ts'
import { keysReleased, keysReleasedToCompany } from '../messages.ts'
import { findKeysLink, keysLinksOf, keysLinkView, type KeysLinkFound, type KeysLinkView } from './queries.ts'
import { isAgreed, isUnderWay } from '../../rules.ts'

const expiryOf = ({ end, status }: BookingNow) => keysLinkExpiry({ end, isInProgress: isUnderWay(status) })

/** Creates a link for the customer or the driver, who may send it on. */
export const linkForKeys = (
  ctx: Ctx,
  bookingId: string,
  request: InputOf<typeof makeKeysLink>['body'],
): Promise<KeysLinkView | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const side = booking && sideOf(tx, booking)
    if (!side) return refuse(commonRefusals.notFound)
    if (!isAgreed(booking.status) || expiryOf(booking) <= tx.clock.now()) return refuse(commonRefusals.conflict)
    const links = await keysLinksOf(tx, booking.id)
    const forName = request?.forName || null
    // Each side has one link for each name.
    const same = links.find(
      (link) =>
        !link.withdrawnAt && nameKey(link.forName) === nameKey(forName) && (forName !== null || link.madeBy === side),
    )
    if (same) return keysLinkView(tx, { ...booking, side }, same)
    if (links.length >= MOST_KEYS_LINKS) return refuse(tooManyKeysLinks)
    const made = await tx.db
      .insertInto('bookings.keys_link')
      .values({ bookingId: booking.id, forName, madeBy: side, createdAt: tx.clock.now() })
      .returning(['id', 'forName', 'madeBy', 'createdAt', 'releasedAt', 'withdrawnAt'])
      .executeTakeFirstOrThrow()
    return keysLinkView(tx, { ...booking, side }, made)
  })

const nameKey = (name: string | null): string => (name ?? '').toLowerCase()

/** Withdraws a link for either side; its holder learns that it is withdrawn. A repeated call changes nothing. */
export const withdrawLink = (ctx: Ctx, bookingId: string, linkId: string): Promise<KeysLinkView | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const side = booking && sideOf(tx, booking)
    if (!side) return refuse(commonRefusals.notFound)
    const link = (await keysLinksOf(tx, booking.id)).find(({ id }) => id === linkId)
    if (!link) return refuse(commonRefusals.notFound)
    if (link.releasedAt) return refuse(linkUsed)
    if (link.withdrawnAt) return keysLinkView(tx, { ...booking, side }, link)
    const withdrawnAt = tx.clock.now()
    await tx.db.updateTable('bookings.keys_link').set({ withdrawnAt }).where('id', '=', link.id).execute()
    return keysLinkView(tx, { ...booking, side }, { ...link, withdrawnAt })
  })

type Keys = AnswerOf<typeof getKeys>

export async function showKeys(ctx: Ctx, token: string): Promise<Keys | Refusal> {
  const id = idOfToken(ctx, 'keys', token)
  const found = id ? await findKeysLink(ctx, id) : undefined
  if (!found) return refuseMiss(ctx, 'keys-link')
  return keysOf(ctx, found)
}

/**
 * Releases the keys once, with any of the links; a repeated call returns the first time. Two taps at once are
 * serialised by the booking's lock.
 */
export async function release(ctx: Ctx, token: string): Promise<Keys | Refusal> {
  const id = idOfToken(ctx, 'keys', token)
  const found = id ? await findKeysLink(ctx, id) : undefined
  if (!id || !found) return refuseMiss(ctx, 'keys-link')
  const { bookingId } = found
  return ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const link = await findKeysLink(tx, id)
    if (!booking || !link) return refuse(commonRefusals.notFound)
    const shown = keysOf(tx, link)
    if (shown instanceof Refusal || shown.releasedAt) return shown
    const now = tx.clock.now()
    await tx.db.updateTable('bookings.keys_link').set({ releasedAt: now }).where('id', '=', id).execute()
    await tx.emit({
      type: 'bookings.keys-released',
      bookingId,
      unitId: booking.unitId,
      data: { at: now.toISOString() },
    })
    await notifyBothSides(tx, bookingId, now, link.forName)
    return { ...shown, releasedAt: now.toISOString() }
  })
}

async function notifyBothSides(ctx: TxCtx, bookingId: string, at: Date, by: string | null): Promise<void> {
  const parties = await findParties(ctx, bookingId)
  await notifyCustomer(ctx, parties, keysReleased(at, by))
  const template = keysReleasedToCompany(at, by)
  await notifyCompany(ctx, parties, 'booking_changed', template)
  await notifyHiredDriver(ctx, parties, 'job_changed', template)
}

/** A withdrawn link shows nothing, nor does one for a move that is cancelled or ended before today. */
function keysOf(ctx: Ctx, link: KeysLinkFound): Keys | Refusal {
  const { withdrawnAt, releasedAt, status, startAt, endAt, routePoints, name } = link
  if (withdrawnAt) return refuse(linkWithdrawn)
  const isOn = isAgreed(status)
  const expiresAt = keysLinkExpiry({ end: endAt, isInProgress: isUnderWay(status) })
  if ((!isOn && !releasedAt) || expiresAt <= ctx.clock.now()) return refuse(linkOver)
  return {
    outcode: outcodeOf(routePoints.at(-1)?.postcode ?? '') ?? '',
    startAt: startAt.toISOString(),
    moverName: name ?? 'The company',
    releasedAt: releasedAt?.toISOString() ?? null,
  }
}

/** Makes a code for the driver's screen. One at a time for a booking. */
export const showCode = (ctx: Ctx, bookingId: string): Promise<AnswerOf<typeof makeScreenCode> | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || sideOf(tx, booking) !== 'mover') return refuse(commonRefusals.notFound)
    if (!isAgreed(booking.status)) return refuse(commonRefusals.conflict)
    const code = newCode(CODE_LENGTH)
    const row = {
      mac: macOf(tx.config, 'screen code', code),
      expiresAt: addMinutes(tx.clock.now(), CODE_MINUTES),
      network: tellingNetwork(tx),
      textMac: null,
      textPhone: null,
      textTries: 0,
      textExpiresAt: null,
    }
    await tx.db
      .insertInto('bookings.screen_code')
      .values({ bookingId: booking.id, ...row })
      .onConflict((conflict) => conflict.column('bookingId').doUpdateSet(row))
      .execute()
    return { code, expiresAt: row.expiresAt.toISOString() }
  })

type FormValues = InputOf<typeof findPageByCode>['body']

/**
 * Finds the change that waits for the customer, whose page asks for a code itself, or else their booking. The person
 * reading the screen may be the driver, so the booking's link is returned only to its customer: signed in, or by the
 * code texted to them.
 */
export async function pageByCode(ctx: Ctx, formValues: FormValues): Promise<AnswerOf<typeof findPageByCode> | Refusal> {
  const found = await findCode(ctx, formValues.code)
  if (found instanceof Refusal) return found
  const { bookingId, customerId } = found
  const change = await findOpenChange(ctx, bookingId)
  if (change?.awaits === 'customer') return { address: `/change/${tokenOf(ctx, 'change', change.id)}` }
  const isTheirs = ctx.actor.kind === 'customer' && ctx.actor.userId === customerId
  const flaw = isTheirs ? undefined : await findFlaw(ctx, bookingId, formValues.textCode)
  if (flaw === 'unproved') return { address: null }
  return flaw ?? { address: `/booking/${hashOf(ctx, bookingId)}` }
}

async function findFlaw(ctx: Ctx, bookingId: string, textCode: string | undefined) {
  if (textCode === undefined) return 'unproved'
  // A wrong guess is recorded although the command is refused.
  const tried = await ctx.tx(async (tx) => {
    const issued = await tx.db
      .selectFrom('bookings.screen_code')
      .select(['textMac', 'textPhone', 'textTries'])
      .where('bookingId', '=', bookingId)
      .where('textExpiresAt', '>', tx.clock.now())
      .forUpdate()
      .executeTakeFirst()
    if (!issued?.textMac || !issued.textPhone || issued.textTries >= codeTries) return 'expired'
    const isRight = isCodeMac(tx, `day ${bookingId}`, issued.textPhone, textCode, issued.textMac)
    const change = isRight ? { textMac: null, textPhone: null } : { textTries: issued.textTries + 1 }
    await tx.db.updateTable('bookings.screen_code').set(change).where('bookingId', '=', bookingId).execute()
    return isRight ? 'right' : 'wrong'
  })
  if (tried === 'expired') return refuse(codeExpired)
  return tried === 'wrong' ? invalidField('text_code', 'That isn’t the code from the text.') : undefined
}

/** Texts the code to the customer's own number and to no other; the limits are those of every code (T-028). */
export async function textToCustomer(ctx: Ctx, code: string): Promise<AnswerOf<typeof textDayCode> | Refusal> {
  const found = await findCode(ctx, code)
  if (found instanceof Refusal) return found
  const { bookingId, phone } = found
  if (!phone || smsFlaw(phone, ctx.config.smsPrefixes))
    return refuse(noMobile, { detail: 'We can only text UK mobile numbers. Log in to open your booking.' })
  if (ctx.config.appMode === 'production' && !ctx.config.sms) return refuse(noSms)
  const tooFast = await spendCode(ctx, { purpose: 'consent', owner: `day ${bookingId}`, phone })
  if (tooFast) return tooFast
  const sent = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(ctx.clock.now().getTime() + codeSeconds * 1000)
  await ctx.tx(async (tx) => {
    await tx.db
      .updateTable('bookings.screen_code')
      .set({
        textMac: textMacOf(tx, bookingId, phone, sent),
        textPhone: phone,
        textTries: 0,
        textExpiresAt: expiresAt,
      })
      .where('bookingId', '=', bookingId)
      .execute()
    await queueMessage(tx, {
      channel: 'sms',
      to: phone,
      kind: 'day_code',
      text: `Vanfare: ${sent} opens your booking. It works for 10 minutes. Don’t tell it to anybody, your driver included.`,
      subjectId: bookingId,
      holdsSecret: true,
    })
  })
  const phoneEnding = phone.slice(-3)
  const detail = `We have sent a code to your number that ends in ${phoneEnding}.`
  return { detail, phoneEnding, expiresAt: expiresAt.toISOString() }
}

interface Found {
  bookingId: string
  customerId: string
  phone: string | null
}

async function findCode(ctx: Ctx, input: string): Promise<Found | Refusal> {
  const code = parseCode(input, CODE_LENGTH)
  if (!code) return invalidField('code', 'The code has six letters and digits.')
  const row = await ctx.db
    .selectFrom('bookings.screen_code as s')
    .innerJoin('bookings.booking as b', 'b.id', 's.bookingId')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .select(['s.bookingId', 'b.customerId', 'u.phone'])
    .where('s.mac', 'in', macsOf(ctx.config, 'screen code', code))
    .where('s.expiresAt', '>', ctx.clock.now())
    .executeTakeFirst()
  return row ?? refuseMiss(ctx, 'day-code')
}

const textMacOf = (ctx: Ctx, bookingId: string, phone: string, code: string): Buffer =>
  codeMac(ctx, `day ${bookingId}`, phone, code)
