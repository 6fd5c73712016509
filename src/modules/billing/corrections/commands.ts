import { sql } from 'kysely'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { lockDocument, refreshDraft } from '../documents/commands.ts'
import { alreadySaved, type addCorrection as addEndpoint } from '../documents/contract.ts'
import type { DocumentKind } from '../documents/rules.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { findFacts } from '../ledger/queries.ts'
import { ABOUT_NO_BOOKING, postingsOfCorrection } from '../ledger/rules.ts'
import { reverse } from './reversals/commands.ts'

type Asked = InputOf<typeof addEndpoint>['body']

/** Corrects a draft: an entry of the ledger, and the draft is worked out anew. */
export const addCorrection = (ctx: Ctx, asked: Asked): Promise<AnswerOf<typeof addEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const { kind, id } = documentOf(asked)
    const locked = await lockDocument(tx, kind, id)
    if (!locked) return refuse(commonRefusals.notFound)
    if (locked.status === 'saved') return refuse(alreadySaved)
    const subject = await subjectOf(tx, kind, id, asked)
    if (subject instanceof Refusal) return subject
    const author = await authorOf(tx)
    const { about, ...parties } = subject
    const [entryId = ''] = await post(tx, [
      {
        ...parties,
        cause: `correction ${newId(tx.clock)}`,
        kind: 'correction',
        documentId: id,
        documentKind: kind,
        about: { ...about, reason: asked.reason, author },
        postings: postingsOfCorrection(
          kind === 'sales_credit'
            ? { of: kind, amountPence: asked.amountPence, isMovers: parties.unitId !== null }
            : { of: kind, amountPence: asked.amountPence },
        ),
      },
    ])
    await refreshDraft(tx, id)
    await recordAudit(tx, {
      action: 'correction.added',
      object: `${kind} ${id}`,
      after: { correction: entryId, amountPence: asked.amountPence, reason: asked.reason },
    })
    return {
      id: entryId,
      amountPence: asked.amountPence,
      reason: asked.reason,
      author,
      madeAt: tx.clock.now().toISOString(),
      companyId: parties.companyId,
      bookingId: parties.bookingId,
    }
  })

function documentOf({ statement, invoice, salesCreditInvoice }: Asked): { kind: DocumentKind; id: string } {
  if (statement !== undefined) return { kind: 'statement', id: statement }
  return invoice === undefined
    ? { kind: 'sales_credit', id: salesCreditInvoice ?? '' }
    : { kind: 'invoice', id: invoice }
}

async function authorOf(ctx: TxCtx): Promise<string> {
  const { firstName, lastName } = await ctx.db
    .selectFrom('identity.user')
    .select(['firstName', 'lastName'])
    .where('id', '=', userIdOf(ctx.actor))
    .executeTakeFirstOrThrow()
  return [firstName, lastName].filter(Boolean).join(' ')
}

type Subject = Pick<Entry, 'day' | 'bookingId' | 'companyId' | 'unitId' | 'customerId' | 'about'>

/** Whom the correction is about: the unit of a statement, a company of an invoice run, the customer of a sales credit and perhaps a mover. */
async function subjectOf(
  ctx: TxCtx,
  kind: DocumentKind,
  id: string,
  { company, booking }: Asked,
): Promise<Subject | Refusal> {
  const document = await ctx.db
    .selectFrom('billing.document as d')
    .leftJoin('fleet.working_unit as u', 'u.id', 'd.unitId')
    .select(['d.endDay as day', 'd.unitId', 'd.customerId', 'u.companyId'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  const subject = { ...document, bookingId: null, about: ABOUT_NO_BOOKING }
  if (kind === 'statement') return subject
  if (kind === 'invoice') {
    const [first, ...others] = await ctx.db
      .selectFrom('billing.sheet')
      .select('companyId')
      .where('documentId', '=', id)
      .$if(company !== undefined, (query) => query.where('companyId', '=', company ?? ''))
      .limit(2)
      .execute()
    if (first && others.length === 0) return { ...subject, companyId: first.companyId }
    return invalidField('company', company ? 'This company isn’t on the invoice.' : 'Say which company it is for.')
  }
  if (!booking) return subject
  const facts = await findFacts(ctx, booking)
  if (!facts || facts.customerId !== document.customerId)
    return invalidField('booking', 'This customer has no such booking.')
  const { paidBy: _, ...none } = ABOUT_NO_BOOKING
  return {
    ...subject,
    bookingId: facts.id,
    unitId: facts.unitId,
    companyId: facts.companyId,
    about: { ...none, ...facts.about, paidBy: facts.paidBy, pricePence: facts.pricePence },
  }
}

/** Takes a correction back while its document is a draft. Taken back again, it is so already. */
export const deleteCorrection = (ctx: Ctx, id: string): Promise<{ detail: string } | Refusal> =>
  ctx.tx(async (tx) => {
    const entry = await tx.db
      .selectFrom('billing.entry')
      .select(['id', 'documentId', 'documentKind'])
      .where('id', '=', id)
      .where('kind', '=', 'correction')
      .executeTakeFirst()
    const { documentId, documentKind } = entry ?? {}
    if (!documentId || !documentKind) return refuse(commonRefusals.notFound)
    const locked = await lockDocument(tx, documentKind, documentId)
    if (locked?.status === 'saved') return refuse(alreadySaved)
    await reverse(tx, sql`e.id = ${id}`)
    if (locked) await refreshDraft(tx, documentId)
    await recordAudit(tx, {
      action: 'correction.removed',
      object: `${documentKind} ${documentId}`,
      before: { correction: id },
    })
    return { detail: 'The correction is taken back.' }
  })
