import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { changeStop, lift, lockStop, viewStop } from './commands.ts'
import { noAppeal, type decideAppeal as decideEndpoint } from './contract.ts'

/** The office's answer. After "it stands" the driver may appeal again in two weeks (fleet/units/rules). */
export const decideAppeal = (
  ctx: Ctx,
  unitId: string,
  { decision, reason, sentAt }: InputOf<typeof decideEndpoint>['body'],
): Promise<AnswerOf<typeof decideEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const unit = await lockStop(tx, unitId)
    if (!unit) return refuse(commonRefusals.notFound)
    const { officeBlock, appeal, appealedAt, appealAnsweredAt } = unit
    if (!officeBlock || !appeal || !appealedAt || appealAnsweredAt) return refuse(noAppeal)
    if (sentAt && new Date(sentAt).getTime() !== appealedAt.getTime()) return refuse(noAppeal)
    if (decision === 'lift') await lift(tx, unit, reason)
    else {
      const detail = { reason, appeal: { text: appeal, sentAt: appealedAt.toISOString() } }
      const answer = { appealAnswer: reason, appealAnsweredAt: tx.clock.now() }
      await changeStop(tx, unit, answer, { kind: 'appeal_upheld', detail })
      await recordAudit(tx, {
        action: 'working_unit.appeal_upheld',
        object: `working_unit ${unitId}`,
        after: { reason },
      })
    }
    return viewStop(tx, unitId)
  })
