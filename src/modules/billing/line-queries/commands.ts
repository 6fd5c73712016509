import { notifyOwner } from '#modules/companies/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { ownCompanyOf, userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { lockDocument } from '../documents/commands.ts'
import { notADraft } from '../documents/contract.ts'
import { answeredAlready, queriedAlready, type queryLine as queryEndpoint } from './contract.ts'
import { queryAnswered } from '../messages.ts'
import { isOwnStatement } from './queries.ts'

type LineQuery = AnswerOf<typeof queryEndpoint>

/** The owner asks about a line while it can still be changed. Asked again in the same words, it is asked already. */
export const queryLine = (
  ctx: Ctx,
  documentId: string,
  { entryId, text }: { entryId: string; text: string },
): Promise<LineQuery | Refusal> =>
  ctx.tx(async (tx) => {
    const document = (await isOwnStatement(tx, documentId)) && (await lockDocument(tx, 'statement', documentId))
    if (!document) return refuse(commonRefusals.notFound)
    const lineQuery = await tx.db
      .selectFrom('billing.line_query')
      .select(['id', 'text', 'askedAt', 'answer', 'answeredAt'])
      .where('documentId', '=', documentId)
      .where('entryId', '=', entryId)
      .executeTakeFirst()
    if (lineQuery) return lineQuery.text === text ? viewOf(lineQuery) : refuse(queriedAlready)
    if (document.status === 'saved') return refuse(notADraft)
    const line = await tx.db
      .selectFrom('billing.sheet_entry as se')
      .innerJoin('billing.sheet as s', 's.id', 'se.sheetId')
      .select('se.entryId')
      .where('s.documentId', '=', documentId)
      .where('se.entryId', '=', entryId)
      .executeTakeFirst()
    if (!line) return invalidField('entry_id', 'This statement has no such line.')
    const row = { id: newId(tx.clock), text, askedAt: tx.clock.now(), answer: null, answeredAt: null }
    await tx.db
      .insertInto('billing.line_query')
      .values({
        ...row,
        documentId,
        entryId,
        companyId: ownCompanyOf(tx.actor).id,
        askedBy: userIdOf(tx.actor),
      })
      .execute()
    return viewOf(row)
  })

/** Answers for the office and notifies the owner. Repeated with the same text, it changes nothing. */
export const answerQuery = (ctx: Ctx, id: string, text: string): Promise<LineQuery | Refusal> =>
  ctx.tx(async (tx) => {
    const lineQuery = await tx.db
      .selectFrom('billing.line_query')
      .select(['id', 'text', 'askedAt', 'answer', 'answeredAt', 'companyId', 'documentId'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!lineQuery) return refuse(commonRefusals.notFound)
    if (lineQuery.answer !== null) return lineQuery.answer === text ? viewOf(lineQuery) : refuse(answeredAlready)
    const answeredAt = tx.clock.now()
    await tx.db
      .updateTable('billing.line_query')
      .set({ answer: text, answeredAt, answeredBy: userIdOf(tx.actor) })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, { action: 'statement_query.answered', object: `statement ${lineQuery.documentId}` })
    const exchange = { id: lineQuery.documentId, question: lineQuery.text, answer: text }
    await notifyOwner(tx, lineQuery.companyId, 'statement_ready', queryAnswered(tx.config.publicUrl, exchange))
    return viewOf({ ...lineQuery, answer: text, answeredAt })
  })

const viewOf = (row: { id: string; text: string; askedAt: Date; answer: string | null; answeredAt: Date | null }) => ({
  id: row.id,
  text: row.text,
  askedAt: row.askedAt.toISOString(),
  answer: row.answer,
  answeredAt: row.answeredAt?.toISOString() ?? null,
})
