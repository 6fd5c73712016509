import { chosenRows, fixedErrors, isChannelOn } from '#modules/notifications/choices/rules.ts'
import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import type { Mail } from '#modules/notifications/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type InputOf } from '#shared/endpoint.ts'
import type { saveNotificationSettings } from './contract.ts'
import { findOwnerToNotify, listSettings } from './queries.ts'
import { EVENT_RULES, type CompanyEvent } from './rules.ts'

export const saveSettings = (ctx: Ctx, companyId: string, wanted: InputOf<typeof saveNotificationSettings>['body']) =>
  ctx.tx(async (tx) => {
    const errors = fixedErrors(EVENT_RULES, wanted)
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    const rows = chosenRows(wanted).map((row) => ({ ...row, companyId }))
    if (rows.length > 0)
      await tx.db
        .insertInto('companies.notification_setting')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['companyId', 'event', 'channel']).doUpdateSet((eb) => ({ isOn: eb.ref('excluded.isOn') })),
        )
        .execute()
    return listSettings(tx, companyId)
  })

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
  if (isChannelOn(EVENT_RULES, owner.choices, event, 'push'))
    await queuePush(ctx, owner.userId, { kind, mail: told.mail, subjectId })
  if (told.isPushOnly) return
  if (isChannelOn(EVENT_RULES, owner.choices, event, 'email'))
    await queueMessage(ctx, {
      channel: 'email',
      to: owner.email,
      kind,
      subject,
      subjectId,
      mail: told.mail,
      settings: SETTINGS,
    })
  if (owner.confirmedPhone && isChannelOn(EVENT_RULES, owner.choices, event, 'sms'))
    await queueMessage(ctx, { channel: 'sms', to: owner.confirmedPhone, kind, text: told.sms, subjectId })
}
