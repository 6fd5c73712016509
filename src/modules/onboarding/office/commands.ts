import { expiryProblem } from '#modules/fleet/documents/rules.ts'
import { lockCompany } from '#modules/fleet/people/commands.ts'
import { findPersonRow, type PersonRow } from '#modules/fleet/people/queries.ts'
import { personPlace } from '#modules/fleet/people/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { saveDecision, scopeOfPerson } from '../decisions/commands.ts'
import { readKept } from '../decisions/queries.ts'
import { personNotWaiting, type decidePerson as decideEndpoint } from './contract.ts'
import type { PersonForNotice } from '../messages.ts'
import { findPersonVerification } from './people-queries.ts'

type Decision = InputOf<typeof decideEndpoint>['body']

/** About everything of a person that waits, together: the office saw the check, the name and the photo side by side. */
export const decidePerson = (
  ctx: Ctx,
  personId: string,
  decision: Decision,
): Promise<AnswerOf<typeof decideEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const found = await findPersonRow(tx, personId)
    if (!found) return refuse(commonRefusals.notFound)
    await lockCompany(tx, found.companyId)
    const row = await findPersonRow(tx, personId)
    if (!row?.waitsSince || row.version !== decision.version) return refuse(personNotWaiting)
    const flaw = flawOf(tx, decision)
    if (flaw) return flaw
    const isApproved = decision.decision === 'approve'
    const { companyId } = row
    const scope = scopeOfPerson({ companyId, personId })
    const before = await readKept(tx, scope)
    await decideCheck(tx, row, decision)
    await (isApproved ? takeOver(tx, row) : putBack(tx, row, decision.reason ?? ''))
    await recordAudit(tx, {
      action: isApproved ? 'person.approved' : 'person.refused',
      object: `person ${personId}`,
      after: { reason: decision.reason ?? null },
    })
    const person = { name: `${row.firstName} ${row.lastName}`, isApproved }
    const detail = { person, ...(decision.reason ? { reason: decision.reason } : {}) }
    await saveDecision(tx, scope, before, { kind: 'person', detail })
    await tx.emit({ type: 'fleet.people-changed', companyId })
    return findPersonVerification(tx, personId)
  })

export const personForNotice = (
  ctx: Ctx,
  { id, firstName, lastName }: Pick<PersonRow, 'id' | 'firstName' | 'lastName'>,
): PersonForNotice => ({
  id,
  name: `${firstName} ${lastName}`,
  url: `${ctx.config.publicUrl}/settings/people#${personPlace(id)}`,
})

function flawOf(ctx: Ctx, { decision, reason, expiresOn }: Decision): Refusal | undefined {
  if (decision === 'refuse' && !reason) return invalidField('reason', 'Enter what’s wrong. The driver will read this.')
  if (decision === 'approve' && expiresOn && expiresOn <= localDayOf(ctx.clock.now()))
    return invalidField('expires_on', 'This day is over: refuse the check.')
  const late = decision === 'approve' && expiresOn && expiryProblem(expiresOn, localDayOf(ctx.clock.now()))
  return late ? invalidField('expires_on', late) : undefined
}

/** The share code and the date of birth have done their work, whatever was decided; for an undo they are kept for a minute. */
async function decideCheck(ctx: TxCtx, { id: personId }: PersonRow, decision: Decision): Promise<void> {
  const isApproved = decision.decision === 'approve'
  const pending = await ctx.db
    .selectFrom('fleet.person_check')
    .select(['id', 'expiresOn'])
    .where('personId', '=', personId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (!pending) return
  if (isApproved) await endOlder(ctx, personId)
  await ctx.db
    .updateTable('fleet.person_check')
    .set({
      status: isApproved ? 'approved' : 'refused',
      reason: isApproved ? null : (decision.reason ?? null),
      sealed: null,
      expiresOn: isApproved && decision.expiresOn !== undefined ? decision.expiresOn : pending.expiresOn,
      decidedAt: ctx.clock.now(),
      decidedBy: userIdOf(ctx.actor),
    })
    .where('id', '=', pending.id)
    .execute()
}

/**
 * The earlier submission stays on record without its pictures, which are no longer needed: they are removed with those
 * kept for an undo.
 */
const endOlder = (ctx: TxCtx, personId: string) =>
  ctx.db
    .updateTable('fleet.person_check')
    .set({ status: 'replaced', uploadId: null })
    .where('personId', '=', personId)
    .where('status', 'in', ['approved', 'refused'])
    .execute()

/** Name and photo are now what customers see. */
const takeOver = (ctx: TxCtx, row: PersonRow) =>
  ctx.db
    .updateTable('fleet.person')
    .set((eb) => ({
      checkedFirstName: row.firstName,
      checkedLastName: row.lastName,
      checkedPhotoUploadId: row.photoUploadId,
      waitsSince: null,
      refusal: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute()

/** Withdraws a new name or photo; the approved ones stay. */
async function putBack(ctx: TxCtx, row: PersonRow, reason: string): Promise<void> {
  const { checkedFirstName, checkedLastName, checkedPhotoUploadId, photoUploadId } = row
  const wasApproved = checkedFirstName !== null && checkedLastName !== null
  const isNew =
    wasApproved &&
    (checkedFirstName !== row.firstName || checkedLastName !== row.lastName || checkedPhotoUploadId !== photoUploadId)
  await ctx.db
    .updateTable('fleet.person')
    .set((eb) => ({
      ...(wasApproved
        ? { firstName: checkedFirstName, lastName: checkedLastName, photoUploadId: checkedPhotoUploadId }
        : {}),
      waitsSince: null,
      refusal: isNew ? reason : null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute()
}
