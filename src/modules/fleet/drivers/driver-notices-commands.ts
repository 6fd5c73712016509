import { saveChoicesOf } from '#modules/identity/profile/commands.ts'
import { chosenRows, fixedErrors, isChannelOn, type Mail } from '#modules/notifications/rules.ts'
import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type InputOf } from '#shared/endpoint.ts'
import type { saveJobNotices as saveEndpoint } from './contract.ts'
import { findDriverToTell, listJobNotices } from './queries.ts'
import { HIRED_EVENT_RULES, type HiredEvent } from './rules.ts'

export const saveJobNotices = (ctx: Ctx, userId: string, wanted: InputOf<typeof saveEndpoint>['body']) =>
  ctx.tx(async (tx) => {
    const errors = fixedErrors(HIRED_EVENT_RULES, wanted)
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    await saveChoicesOf(tx, userId, chosenRows(wanted))
    return listJobNotices(tx, userId)
  })

/** What a hired driver is told of a job of their unit: never a price. */
export interface DriverNotice {
  kind: string
  subject: string
  mail: Mail
  sms: string
  /** The booking. */
  subjectId: string
  /** Said by mail and text already, so that only browsers hear it. */
  isPushOnly?: boolean
}

const SETTINGS = '/account#notifications'

/** Notifies a unit's hired driver on the channels they chose; by SMS only to a confirmed number. */
export async function tellDriver(ctx: TxCtx, unitId: string, event: HiredEvent, notice: DriverNotice): Promise<void> {
  const driver = await findDriverToTell(ctx, unitId, event)
  if (!driver) return
  const { kind, subject, subjectId, mail, sms } = notice
  const isOn = (channel: 'email' | 'sms' | 'push') => isChannelOn(HIRED_EVENT_RULES, driver.choices, event, channel)
  if (isOn('push')) await queuePush(ctx, driver.userId, { kind, mail, subjectId })
  if (notice.isPushOnly) return
  if (isOn('email'))
    await queueMessage(ctx, {
      channel: 'email',
      to: driver.email,
      kind,
      subject,
      subjectId,
      mail,
      settings: SETTINGS,
    })
  if (driver.confirmedPhone && isOn('sms'))
    await queueMessage(ctx, { channel: 'sms', to: driver.confirmedPhone, kind, text: sms, subjectId })
}
