import { sql } from 'kysely'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { lockDocument, refreshDraft } from '../documents/commands.ts'
import {
  alreadySaved,
  moreThanCharged,
  moreThanCorrected,
  type addCorrection as addEndpoint,
} from '../documents/contract.ts'
import type { DocumentKind } from '../documents/rules.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { findFacts } from '../ledger/queries.ts'
import { ABOUT_NO_BOOKING, movedOn, postingsOfCorrection, type Bearer, type BookingMoney } from '../ledger/rules.ts'
import {
  confirmLater,
  correctionsChanged,
  lookAgain,
  needsSecondPerson,
  nothingToConfirm,
  outsidePeriod,
  type confirmCorrections as confirmEndpoint,
} from './contract.ts'
import {
  countOtherConfirmers,
  customerLeftPence,
  findBalance,
  findDocumentMoney,
  findFeeMoney,
  findOwnCorrections,
  lockCustomerMoney,
  type FeeMoney,
} from './queries.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { formatPence, type Pence } from '#shared/money.ts'
import {
  bearerOf,
  correctedOf,
  creditBounds,
  cutOf,
  documentBounds,
  faultOf,
  mayConfirm,
  needsSecondLook,
  secondLookOf,
  overBounds,
  type AskedCorrection,
  type Bounds,
} from './rules.ts'
import { reverse } from './reversals-commands.ts'

type Asked = InputOf<typeof addEndpoint>['body']

/** Corrects a draft with an entry of the ledger, and recalculates the draft. */
export const addCorrection = (ctx: Ctx, request: Asked): Promise<AnswerOf<typeof addEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const { kind, id } = documentOf(request)
    const locked = await lockDocument(tx, kind, id)
    if (!locked) return refuse(commonRefusals.notFound)
    if (locked.status === 'saved') return refuse(alreadySaved)
    const correction = wantedOf(kind, request)
    const fault = faultOf(correction)
    if (fault) return invalidField(...fault)
    const borneBy = bearerOf(correction)
    const subject = await subjectOf(tx, kind, id, request, borneBy)
    if (subject instanceof Refusal) return subject
    const { halfOfPence, ...bounds } = await boundsOf(tx, kind, id, request, subject)
    const over = overBounds(kind, request.amountPence, bounds)
    if (over) return refuse(kind === 'sales_credit' ? moreThanCharged : moreThanCorrected, { detail: over })
    const author = await authorOf(tx)
    const { about, money, ...parties } = subject
    const corrects = correctedOf(correction)
    const cut = cutOf(correction, borneBy, money)
    const postings = postingsOfCorrection({ of: kind, corrects, borneBy, amountPence: request.amountPence, cut })
    const [entryId = ''] = await post(tx, [
      {
        ...parties,
        cause: `correction ${newId(tx.clock)}`,
        kind: 'correction',
        documentId: id,
        documentKind: kind,
        about: { ...about, corrects, borneBy, reason: request.reason, author },
        postings,
      },
    ])
    await refreshDraft(tx, id)
    const becomesPence = await findBalance(tx, id, subject.companyId)
    const { sizePence } = await findOwnCorrections(tx, id)
    if (needsSecondLook(sizePence, halfOfPence) && request.becomesPence !== becomesPence)
      return refuse(lookAgain, {
        detail: `This is a large correction. The document becomes ${formatPence(becomesPence)}. Check that, then confirm.`,
        suggested: { becomes_pence: String(becomesPence) },
      })
    await recordAudit(tx, {
      action: 'correction.added',
      object: `${kind} ${id}`,
      after: {
        correction: entryId,
        amountPence: request.amountPence,
        about: corrects,
        borneBy,
        reason: request.reason,
        bookingId: parties.bookingId,
      },
    })
    return {
      id: entryId,
      amountPence: request.amountPence,
      about: corrects,
      borneBy,
      commissionLessPence: movedOn(postings, 'commission'),
      vatLessPence: movedOn(postings, 'vat'),
      reason: request.reason,
      author,
      madeAt: tx.clock.now().toISOString(),
      companyId: parties.companyId,
      bookingId: parties.bookingId,
      reference: about.reference,
      madeOn: null,
      canDelete: true,
    }
  })

const wantedOf = (kind: DocumentKind, { amountPence, about, borneBy, booking }: Asked): AskedCorrection => ({
  of: kind,
  amountPence,
  about,
  borneBy,
  hasBooking: booking !== undefined,
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

interface Subject extends Pick<Entry, 'day' | 'bookingId' | 'companyId' | 'unitId' | 'customerId' | 'about'> {
  /** Figures of the booking that is corrected. */
  money?: BookingMoney
}

/**
 * Finds the subject of a correction: the unit of a statement, a company of an invoice run, the customer of a sales
 * credit; possibly a booking.
 */
async function subjectOf(
  ctx: TxCtx,
  kind: DocumentKind,
  id: string,
  { company, booking, about: corrected = 'goodwill' }: Asked,
  borneBy: Bearer,
): Promise<Subject | Refusal> {
  const document = await ctx.db
    .selectFrom('billing.document as d')
    .leftJoin('fleet.working_unit as u', 'u.id', 'd.unitId')
    .select(['d.startDay', 'd.endDay as day', 'd.unitId', 'd.customerId', 'u.companyId'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  const { startDay, ...parties } = document
  const subject = { ...parties, bookingId: null, about: ABOUT_NO_BOOKING }
  if (kind === 'invoice') {
    const companyId = await companyOn(ctx, id, company)
    if (companyId instanceof Refusal) return companyId
    subject.companyId = companyId
  }
  if (document.customerId) await lockCustomerMoney(ctx, document.customerId)
  if (!booking) return subject
  const fee = await feeOf(ctx, kind, booking, subject)
  if (fee instanceof Refusal) return fee
  if (kind === 'sales_credit' && (fee.day < startDay || fee.day > document.day))
    return refuse(outsidePeriod, { detail: outsideText(fee, startDay, document.day) })
  const isPlatforms = kind === 'sales_credit' && borneBy === 'platform'
  // VAT is within what a registered company takes off its price, and within nothing else that a customer is credited.
  const hasVat = !isPlatforms && (kind !== 'sales_credit' || corrected !== 'goodwill')
  return {
    ...subject,
    bookingId: fee.bookingId,
    customerId: fee.customerId,
    // What the platform bears is on no statement.
    unitId: isPlatforms ? null : fee.unitId,
    companyId: isPlatforms ? null : fee.companyId,
    about: {
      ...fee.about,
      roadChargesPence: 0,
      commissionPercent: 0,
      moverChargesVat: fee.about.moverChargesVat && hasVat,
    },
    money: fee.money,
  }
}

const outsideText = ({ about, day }: FeeMoney, from: LocalDay, to: LocalDay) =>
  `Booking ${about.reference} is of ${formatDateUk(day)}, and this credit is for ${formatDateUk(from)} to ${formatDateUk(to)}. Make a credit for a period that includes that day.`

async function companyOn(
  ctx: TxCtx,
  documentId: string,
  company: string | undefined,
): Promise<string | null | Refusal> {
  const [first, ...others] = await ctx.db
    .selectFrom('billing.sheet')
    .select('companyId')
    .where('documentId', '=', documentId)
    .$if(company !== undefined, (query) => query.where('companyId', '=', company ?? ''))
    .limit(2)
    .execute()
  if (first && others.length === 0) return first.companyId
  return invalidField('company', company ? 'This company isn’t on the invoice.' : 'Choose which company it’s for.')
}

/** Reads the booking’s fee under a lock against other refunds to its customer. */
async function feeOf(
  ctx: TxCtx,
  kind: DocumentKind,
  bookingId: string,
  { unitId, companyId, customerId }: Pick<Subject, 'unitId' | 'companyId' | 'customerId'>,
): Promise<FeeMoney | Refusal> {
  const facts = await findFacts(ctx, bookingId)
  if (facts && kind !== 'sales_credit') await lockCustomerMoney(ctx, facts.customerId)
  const fee = await findFeeMoney(ctx, bookingId)
  const belongsTo: Record<DocumentKind, boolean> = {
    statement: fee?.unitId === unitId,
    invoice: fee?.companyId === companyId,
    sales_credit: (fee ?? facts)?.customerId === customerId,
  }
  if (kind === 'statement' && facts?.parts.some((part) => part.unitId === unitId))
    return invalidField('booking', 'Correct it on the statement of its lead van.')
  if (!belongsTo[kind]) return invalidField('booking', NO_SUCH_BOOKING[kind])
  return (
    fee ?? refuse(moreThanCharged, { detail: 'Nothing was charged for this booking, so there is nothing to credit.' })
  )
}

const NO_SUCH_BOOKING: Record<DocumentKind, string> = {
  statement: 'This working unit has no such booking.',
  invoice: 'This company has no such booking.',
  sales_credit: 'This customer has no such booking.',
}

/** How much it may be, and what half of it is looked at twice: the document, or what a credit gives back. */
async function boundsOf(
  ctx: TxCtx,
  kind: DocumentKind,
  id: string,
  { about }: Asked,
  { money, customerId, companyId }: Subject,
): Promise<Bounds & { halfOfPence: Pence }> {
  if (kind === 'sales_credit') {
    const left = await customerLeftPence(ctx, customerId ?? '')
    return { ...creditBounds(about ?? 'goodwill', money, left), halfOfPence: money?.chargedPence ?? left }
  }
  const document = await findDocumentMoney(ctx, kind, id, companyId)
  return { ...documentBounds({ of: kind, about }, document, money), halfOfPence: document.worthPence }
}

/** A second person looks at corrections above £1,000, before their draft can be saved. */
export const confirmCorrections = (
  ctx: Ctx,
  { document: id, version }: InputOf<typeof confirmEndpoint>['body'],
): Promise<AnswerOf<typeof confirmEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const query = tx.db.selectFrom('billing.document').select(['kind', 'status', 'version']).where('id', '=', id)
    const document = await query.forUpdate().executeTakeFirst()
    if (document?.status !== 'draft') return refuse(commonRefusals.notFound)
    const { sizePence, entries, authors, lastAt, confirmedEntries } = await findOwnCorrections(tx, id)
    if (secondLookOf(sizePence, entries, confirmedEntries) !== 'needed') return refuse(nothingToConfirm)
    if (document.version !== version) return refuse(correctionsChanged)
    const userId = userIdOf(tx.actor)
    const now = tx.clock.now()
    const answer = mayConfirm({
      isAuthor: authors.includes(userId),
      others: await countOtherConfirmers(tx, userId),
      hoursSinceLast: lastAt ? (now.getTime() - lastAt.getTime()) / 3_600_000 : 0,
    })
    if (answer !== 'yes') return refuse(answer === 'another' ? needsSecondPerson : confirmLater)
    const confirmed = { entries, confirmedBy: userId, confirmedAt: now }
    await tx.db
      .insertInto('billing.correction_check')
      .values({ documentId: id, ...confirmed })
      .onConflict((conflict) => conflict.column('documentId').doUpdateSet(confirmed))
      .execute()
    await recordAudit(tx, { action: 'correction.confirmed', object: `${document.kind} ${id}`, after: { sizePence } })
    return { secondLook: 'done', confirmedAt: now.toISOString() }
  })

/** Takes a correction back while its document is a draft. Taken back again, it is so already. */
export const deleteCorrection = (ctx: Ctx, id: string): Promise<{ detail: string } | Refusal> =>
  ctx.tx(async (tx) => {
    const entry = await tx.db
      .selectFrom('billing.entry')
      .select(['id', 'documentId', 'documentKind', 'bookingId', 'about'])
      .select(
        sql<number>`(select max(abs(p.amount_pence)) from billing.posting p
          where p.entry_id = billing.entry.id and p.what in ('correction', 'commission'))::float8`.as('amountPence'),
      )
      .where('id', '=', id)
      .where('kind', '=', 'correction')
      .executeTakeFirst()
    const { documentId, documentKind } = entry ?? {}
    if (!documentId || !documentKind) return refuse(commonRefusals.notFound)
    const locked = await lockDocument(tx, documentKind, documentId)
    if (locked?.status === 'saved') return refuse(alreadySaved)
    const refused = await reverse(tx, sql`e.id = ${id}`)
    if (refused) return refused
    if (locked) await refreshDraft(tx, documentId)
    await recordAudit(tx, {
      action: 'correction.removed',
      object: `${documentKind} ${documentId}`,
      before: {
        correction: id,
        amountPence: entry?.amountPence,
        about: entry?.about.corrects,
        reason: entry?.about.reason,
        bookingId: entry?.bookingId,
      },
    })
    return { detail: 'The correction is taken back.' }
  })
