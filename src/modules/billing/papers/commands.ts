import { sql } from 'kysely'
import { isPlaceholder } from '#modules/identity/accounts/opened-by-phone/rules.ts'
import { queueMessage } from '#modules/notifications/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { parseEmail } from '#shared/email.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { lockDocument } from '../documents/commands.ts'
import { draftChanged } from '../documents/contract.ts'
import type { DocumentKind } from '../documents/rules.ts'
import { datesOf } from './blocks/rules.ts'
import type { statementPapers } from './contract.ts'
import { writePapers, type PaperWriter } from './gateway.ts'
import { paperMail } from './messages.ts'
import { listPrints, type SheetPrint } from './prints/queries.ts'
import { fileName } from './queries.ts'
import { summaryText } from './rules.ts'

/** So many are laid out and then mailed in one transaction: what breaks off later was sent so far, and is not sent again. */
const AT_ONCE = 20

type Sent = AnswerOf<(typeof statementPapers)['send']>

/** Mails what was not mailed to its recipient in this version. Repeated, it does nothing. */
export async function sendDocument(
  ctx: Ctx,
  writer: PaperWriter,
  kind: DocumentKind,
  id: string,
): Promise<Sent | Refusal> {
  const found = await listRecipients(ctx, kind, id)
  const [first] = found
  if (!first) return refuse(commonRefusals.notFound)
  const addressed = found.filter(({ recipient }) => recipient !== undefined)
  const open = addressed.filter(({ isSent }) => !isSent)
  let mailed = 0
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const done = await sendSome(ctx, writer, { kind, id, version: first.version }, open.slice(from, from + AT_ONCE))
    if (done instanceof Refusal) return done
    mailed += done
  }
  return { mailed, mailedBefore: addressed.length - mailed, withoutAddress: found.length - addressed.length }
}

interface Recipient {
  sheetId: string
  version: number
  recipient: string | undefined
  isSent: boolean
}

async function listRecipients(ctx: Ctx, kind: DocumentKind, id: string): Promise<Recipient[]> {
  const { rows } = await sql<{ id: string; version: number; email: string | null; sent: string[] }>`
    select s.id, d.version, s.party ->> 'email' as email,
      array(select m.recipient from billing.delivery m where m.sheet_id = s.id and m.version = d.version) as sent
    from billing.document d join billing.sheet s on s.document_id = d.id
    where d.id = ${id} and d.kind = ${kind} order by s.number, s.id`.execute(ctx.db)
  return rows.map(({ id: sheetId, version, email, sent }) => {
    const recipient = email && !isPlaceholder(email) ? (parseEmail(email) ?? undefined) : undefined
    return { sheetId, version, recipient, isSent: recipient !== undefined && sent.includes(recipient) }
  })
}

interface Which {
  kind: DocumentKind
  id: string
  version: number
}

async function sendSome(
  ctx: Ctx,
  writer: PaperWriter,
  which: Which,
  recipients: readonly Recipient[],
): Promise<number | Refusal> {
  const papers = new Map<string, { found: SheetPrint; content: string }>()
  for await (const found of listPrints(
    ctx,
    recipients.map(({ sheetId }) => sheetId),
  ))
    papers.set(found.sheet.id, { found, content: await printed(ctx, writer, found) })
  return ctx.tx(async (tx) => {
    const document = await lockDocument(tx, which.kind, which.id)
    // What was laid out is not what it says any more.
    if (document?.version !== which.version) return refuse(draftChanged)
    let mailed = 0
    for (const { sheetId, recipient } of recipients) {
      const paper = papers.get(sheetId)
      if (!paper || recipient === undefined || !(await claim(tx, which, { sheetId, recipient }))) continue
      await mail(tx, which, recipient, paper)
      mailed += 1
    }
    if (mailed > 0)
      await recordAudit(tx, {
        action: 'document.sent',
        object: `${which.kind} ${which.id}`,
        after: { version: which.version, mailed },
      })
    return mailed
  })
}

async function printed(ctx: Ctx, writer: PaperWriter, { print, at }: SheetPrint): Promise<string> {
  const { title, author } = print.paper
  const chunks: Buffer[] = []
  const bytes = writePapers(writer, userIdOf(ctx.actor), { title, author, at, prints: [print] })
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('base64')
}

/** Whether it is ours to send: two who press the button at once send it once. */
async function claim(
  tx: TxCtx,
  { id: documentId, version }: Which,
  { sheetId, recipient }: { sheetId: string; recipient: string },
): Promise<boolean> {
  const row = await tx.db
    .insertInto('billing.delivery')
    .values({ documentId, sheetId, version, recipient, at: tx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sheetId')
    .executeTakeFirst()
  return row !== undefined
}

async function mail(
  tx: TxCtx,
  { id }: Which,
  to: string,
  { found: { sheet, print }, content }: { found: SheetPrint; content: string },
): Promise<void> {
  const { title } = print.paper
  await queueMessage(tx, {
    channel: 'email',
    to,
    subjectId: id,
    ...paperMail({
      title,
      period: datesOf(sheet).period,
      summary: summaryText(sheet),
      isDraft: sheet.number === null,
      url: tx.config.publicUrl,
    }),
    attachments: [{ name: fileName(title), contentType: 'application/pdf', content }],
  })
}
