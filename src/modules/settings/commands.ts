import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { notifyChange } from '#platform/live.ts'
import { userIdOf } from '#platform/session.ts'
import { refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { planCancellation } from './dated-values/cancellation-commands.ts'
import { planCommission } from './dated-values/commission-commands.ts'
import {
  staleSettings,
  type changeSetting as changeEndpoint,
  type previewSetting as previewEndpoint,
} from './contract.ts'
import { type Change, type Plan, objectOf, type ChangeNote } from './dated-values/queries.ts'
import { planRoadCharge, planToll } from './dated-values/road-charges-commands.ts'
import type { Part } from './rules.ts'

function planOf(ctx: Ctx, change: Change): Promise<Plan | Refusal> {
  if (change.part === 'commission') return planCommission(ctx, change)
  if (change.part === 'road_charges') return planRoadCharge(ctx, change)
  if (change.part === 'tolls') return planToll(ctx, change)
  return planCancellation(ctx, change)
}

export async function previewSetting(ctx: Ctx, change: Change): Promise<AnswerOf<typeof previewEndpoint> | Refusal> {
  const plan = await planOf(ctx, change)
  if (plan instanceof Refusal) return plan
  const { name, before, after, fromDay } = plan
  return { name, before, after, fromDay, ...(await plan.effects()) }
}

type Asked = InputOf<typeof changeEndpoint>['body']

/** Applies one change at a time; a stale version is refused. */
export async function changeSetting(
  ctx: Ctx,
  { version, change }: Asked,
): Promise<AnswerOf<typeof changeEndpoint> | Refusal> {
  const { part } = change
  const made = await ctx.tx(async (tx) => {
    const next = await takeVersion(tx, part, version)
    if (next instanceof Refusal) return next
    const plan = await planOf(tx, change)
    if (plan instanceof Refusal) return plan
    const ids = await plan.write(tx, { createdAt: tx.clock.now(), createdBy: userIdOf(tx.actor) })
    const { name, before, after, fromDay, reason } = plan
    await note(tx, part, 'changed', { before: { name, words: before }, after: { name, words: after, fromDay, reason } })
    return { ids, version: next }
  })
  if (!(made instanceof Refusal)) eraseSettings(ctx)
  return made
}

/** Locks the part until the transaction ends. */
export async function takeVersion(tx: TxCtx, part: Part, version: number): Promise<number | Refusal> {
  const row = await tx.db
    .updateTable('settings.part')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('part', '=', part)
    .$if(!tx.config.guardOff.has('settings_version'), (update) => update.where('version', '=', version))
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? refuse(staleSettings)
}

interface Note {
  before?: ChangeNote
  after?: ChangeNote
}

/** Records a change for the office's list, and notifies every process that caches what prices depend on. */
export async function note(
  tx: TxCtx,
  part: Part,
  what: 'changed' | 'withdrawn' | 'checked',
  more: Note,
): Promise<void> {
  await recordAudit(tx, { action: `settings.${what}`, object: objectOf(part), ...more })
  await tx.emit({ type: 'settings.part-changed', part })
}

export const SETTINGS_TOPIC = 'settings'

export const notifySettings = (tx: TxCtx, { part }: { part: Part }): Promise<void> =>
  notifyChange(tx, { about: SETTINGS_TOPIC, ids: [part], to: [SETTINGS_TOPIC] })

/** This process reads them again at once, the others once they are notified. */
export function eraseSettings({ services }: Pick<Ctx, 'services'>): void {
  services.datedSettings.forget()
  services.tolls.forget()
}
