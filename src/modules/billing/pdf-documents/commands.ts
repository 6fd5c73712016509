import { sql } from 'kysely'
import { isPlaceholder } from '#modules/identity/verification/rules.ts'
import { queueMessages, type NewMail } from '#modules/notifications/commands.ts'
import { recordAudits } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { parseEmail } from '#shared/email.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { fileName } from '#shared/texts.ts'
import { draftChanged } from '../documents/contract.ts'
import type { DocumentKind } from '../documents/rules.ts'
import { datesOf } from './layout-rules.ts'
import type { statementPdfs } from './contract.ts'
import { writeEach, type PdfWriter } from './gateway.ts'
import { pdfMail } from '../messages.ts'
import { listPrints, type SheetPrint } from './queries.ts'
import { summaryText } from './rules.ts'

/** Documents laid out and emailed per transaction, so that a later failure does not resend earlier ones. */
const AT_ONCE = 20

type Sent = AnswerOf<(typeof statementPdfs)['send']>

/** Emails the documents that were not yet sent to their recipient in this version. Repeated, it does nothing. */
export async function sendDocument(
  ctx: Ctx,
  writer: PdfWriter,
  kind: DocumentKind,
  id: string,
): Promise<Sent | Refusal> {
  return (await sendDocuments(ctx, writer, kind, [id])).get(id) ?? refuse(commonRefusals.notFound)
}

/** The same for several of one kind. One that is not there has no answer. */
export async function sendDocuments(
  ctx: Ctx,
  writer: PdfWriter,
  kind: DocumentKind,
  ids: readonly string[],
): Promise<Map<string, Sent | Refusal>> {
  const found = await listRecipients(ctx, kind, ids)
  const open = found.filter(({ recipient, isSent }) => recipient !== undefined && !isSent)
  const mailed: Mailed = new Map()
  for (let from = 0; from < open.length; from += AT_ONCE) {
    // Reports a document that changed during sending once, and skips its remaining sheets.
    const some = open
      .slice(from, from + AT_ONCE)
      .filter(({ documentId }) => !(mailed.get(documentId) instanceof Refusal))
    for (const [id, count] of await sendSome(ctx, writer, kind, some)) mailed.set(id, sumOf(mailed.get(id), count))
  }
  return new Map(
    [...Map.groupBy(found, ({ documentId }) => documentId)].map(([id, recipients]) => [
      id,
      answerOf(recipients, mailed.get(id) ?? 0),
    ]),
  )
}

/** Number of emails sent for each document, or the reason for none. */
type Mailed = Map<string, number | Refusal>

const sumOf = (before: number | Refusal = 0, count: number | Refusal): number | Refusal =>
  before instanceof Refusal || count instanceof Refusal ? count : before + count

function answerOf(recipients: readonly Recipient[], mailed: number | Refusal): Sent | Refusal {
  if (mailed instanceof Refusal) return mailed
  const addressed = recipients.filter(({ recipient }) => recipient !== undefined).length
  return { mailed, mailedBefore: addressed - mailed, withoutAddress: recipients.length - addressed }
}

interface Recipient {
  documentId: string
  sheetId: string
  version: number
  recipient: string | undefined
  isSent: boolean
}

async function listRecipients(ctx: Ctx, kind: DocumentKind, ids: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<{ documentId: string; id: string; version: number; email: string | null; sent: string[] }>`
    select d.id as document_id, s.id, d.version, s.party ->> 'email' as email,
      array(select m.recipient from billing.delivery m where m.sheet_id = s.id and m.version = d.version) as sent
    from billing.document d join billing.sheet s on s.document_id = d.id
    where d.id = any (${[...ids]}::uuid[]) and d.kind = ${kind} order by s.number, s.id`.execute(ctx.db)
  return rows.map(({ documentId, id: sheetId, version, email, sent }) => {
    const recipient = email && !isPlaceholder(email) ? (parseEmail(email) ?? undefined) : undefined
    return { documentId, sheetId, version, recipient, isSent: recipient !== undefined && sent.includes(recipient) }
  })
}

interface RenderedSheet {
  found: SheetPrint
  content: string
}

async function sendSome(
  ctx: Ctx,
  writer: PdfWriter,
  kind: DocumentKind,
  recipients: readonly Recipient[],
): Promise<Mailed> {
  const renderedSheets = await renderSheets(ctx, writer, recipients)
  return ctx.tx(async (tx) => {
    const versions = await lockVersions(tx, kind, recipients)
    // What was laid out is not what it says any more.
    const [changed, same] = partition(recipients, ({ documentId, version }) => versions.get(documentId) !== version)
    const claimed = await claim(tx, same)
    const mails = same.flatMap(({ documentId, sheetId, recipient }) => {
      const sheet = renderedSheets.get(sheetId)
      const isOurs = sheet && recipient !== undefined && claimed.has(sheetId)
      return isOurs ? [{ documentId, mail: mailOf(tx, { kind, id: documentId }, recipient, sheet) }] : []
    })
    await queueMessages(
      tx,
      mails.map(({ mail }) => mail),
    )
    const counts = Map.groupBy(mails, ({ documentId }) => documentId)
    await recordAudits(
      tx,
      [...counts].map(([id, { length: mailed }]) => ({
        action: 'document.sent',
        object: `${kind} ${id}`,
        after: { version: versions.get(id), mailed },
      })),
    )
    return new Map<string, number | Refusal>([
      ...[...counts].map(([id, { length }]): [string, number] => [id, length]),
      ...changed.map(({ documentId }): [string, Refusal] => [documentId, refuse(draftChanged)]),
    ])
  })
}

function partition<T>(rows: readonly T[], isFirst: (row: T) => boolean): [T[], T[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))]
}

async function renderSheets(
  ctx: Ctx,
  writer: PdfWriter,
  recipients: readonly Recipient[],
): Promise<Map<string, RenderedSheet>> {
  const found: SheetPrint[] = []
  const sheetIds = recipients.map(({ sheetId }) => sheetId)
  for await (const one of listPrints(ctx, sheetIds)) found.push(one)
  const files = await writeEach(writer, userIdOf(ctx.actor), found)
  return new Map(
    found.map((one, index) => [one.sheet.id, { found: one, content: files[index]?.toString('base64') ?? '' }]),
  )
}

async function lockVersions(
  tx: TxCtx,
  kind: DocumentKind,
  recipients: readonly Recipient[],
): Promise<Map<string, number>> {
  const ids = [...new Set(recipients.map(({ documentId }) => documentId))]
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('billing.document')
    .select(['id', 'version'])
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Which sheets are ours to send: two who press the button at once send them once. */
async function claim(tx: TxCtx, recipients: readonly Recipient[]): Promise<Set<string>> {
  const at = tx.clock.now()
  const values = recipients.flatMap(({ documentId, sheetId, version, recipient }) =>
    recipient === undefined ? [] : [{ documentId, sheetId, version, recipient, at }],
  )
  if (values.length === 0) return new Set()
  const rows = await tx.db
    .insertInto('billing.delivery')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('sheetId')
    .execute()
  return new Set(rows.map(({ sheetId }) => sheetId))
}

function mailOf(
  { config }: TxCtx,
  { kind, id }: { kind: DocumentKind; id: string },
  to: string,
  { found: { sheet, print }, content }: RenderedSheet,
): NewMail {
  const { title } = print.pdf
  return {
    channel: 'email',
    to,
    subjectId: id,
    ...pdfMail({
      title,
      period: datesOf(sheet).period,
      summary: summaryText(sheet),
      isDraft: sheet.number === null,
      ...(kind === 'statement'
        ? { button: 'See the statement', url: `${config.publicUrl}/statements/${id}` }
        : { button: 'Open Vanfare', url: config.publicUrl }),
    }),
    attachments: [{ name: fileName(title), contentType: 'application/pdf', content }],
  }
}
