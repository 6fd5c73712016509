import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import { CHANNELS, type Channel, type Mail } from '#modules/notifications/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type FieldErrors, type InputOf } from '#shared/endpoint.ts'
import type { saveNotificationSettings } from './contract.ts'
import { findOwnerToNotify, listSettings } from './queries.ts'
import { EVENT_RULES, isChannelOn, type CompanyEvent } from './rules.ts'

export const saveSettings = (ctx: Ctx, companyId: string, wanted: InputOf<typeof saveNotificationSettings>['body']) =>
  ctx.tx(async (tx) => {
    const errors: FieldErrors = {}
    wanted.forEach((choice, index) => {
      for (const channel of EVENT_RULES[choice.event].always)
        if (choice[channel] === false) errors[`${index}.${channel}`] = ['These messages cannot be switched off.']
    })
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    for (const choice of wanted)
      for (const channel of CHANNELS) {
        const isOn = choice[channel]
        if (isOn !== undefined) await save(tx, companyId, { event: choice.event, channel, isOn })
      }
    return listSettings(tx, companyId)
  })

const save = (
  ctx: TxCtx,
  companyId: string,
  { event, channel, isOn }: { event: CompanyEvent; channel: Channel; isOn: boolean },
) =>
  ctx.db
    .insertInto('companies.notification_setting')
    .values({ companyId, event, channel, isOn })
    .onConflict((conflict) => conflict.columns(['companyId', 'event', 'channel']).doUpdateSet({ isOn }))
    .execute()

export interface CompanyNotice {
  /** The message's name in the message log. */
  kind: string
  subject: string
  mail: Mail
  sms: string
  /** The booking, unit or document it is about. */
  subjectId?: string
  /** Said by mail and text already, so that only browsers hear it. */
  isPushOnly?: boolean
}

const SETTINGS = '/settings/notifications'

/** Notifies a company's owner on the channels they chose; by SMS only to a confirmed number. */
export async function tellOwner(
  ctx: TxCtx,
  companyId: string,
  event: CompanyEvent,
  told: CompanyNotice,
): Promise<void> {
  const owner = await findOwnerToNotify(ctx, companyId, event)
  if (!owner) return
  const { kind, subject, subjectId } = told
  if (isChannelOn(owner.choices, event, 'push'))
    await queuePush(ctx, owner.userId, { kind, mail: told.mail, subjectId })
  if (told.isPushOnly) return
  if (isChannelOn(owner.choices, event, 'email'))
    await queueMessage(ctx, {
      channel: 'email',
      to: owner.email,
      kind,
      subject,
      subjectId,
      mail: told.mail,
      settings: SETTINGS,
    })
  if (owner.confirmedPhone && isChannelOn(owner.choices, event, 'sms'))
    await queueMessage(ctx, { channel: 'sms', to: owner.confirmedPhone, kind, text: told.sms, subjectId })
}
