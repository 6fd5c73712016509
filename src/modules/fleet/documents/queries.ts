import { sql } from 'kysely'
import type { z } from 'zod'
import { readPhoto } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { jsonRow } from '#platform/json-columns.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { daysBetween, localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { Camel } from '#shared/wire.ts'
import { FACTS, isSafeUntilDecided, type DeclaredVan } from './declarations-rules.ts'
import type { submission, document, vanFacts } from './contract.ts'
import {
  isCompanyDocument,
  newestDocument,
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  requiredDocuments,
  validDocument,
  documentStatusOf,
  type Document,
  type VanWithDocuments,
  type DocumentKind,
} from './rules.ts'

export type DocumentView = Camel<z.output<typeof document>>
type SubmissionView = Camel<z.output<typeof submission>>

export interface SubmissionRow extends Document {
  status: 'pending' | 'approved' | 'refused'
  id: string
  companyId: string
  unitId: string | null
  number: string | null
  coverPence: number | null
  coverPerItemPence: number | null
  reason: string | null
  decidedAt: Date | null
  isBeingDrawn: boolean
  files: FileRow[]
}

interface FileRow {
  id: string
  name: string | null
  position: number
  page: number
  bytes: number
  width: number | null
  height: number | null
}

/** The only type that is sent: PDFs stored before they were drawn are not. */
const SHOWN = 'image/webp'
/** What a worker still has to turn into pictures (files/document-pages). */
const TO_DRAW = 'application/pdf'

/** Whether the document aliased `d` is being drawn. */
const isBeingDrawn = sql<boolean>`exists (select from files.file f where f.upload_id = d.upload_id and f.content_type = ${TO_DRAW})`
const filesOfDocument = sql<FileRow[]>`coalesce((select json_agg(json_build_object('id', f.id, 'name', f.original_name,
    'position', f.position, 'page', f.page, 'bytes', f.bytes, 'width', f.width, 'height', f.height) order by f.position, f.page)
  from files.file f where f.upload_id = d.upload_id and f.content_type = ${SHOWN}), '[]')`

/** Every document ever submitted by a company and its units, with its files. */
export const submissions = (ctx: Ctx, companyId: string) =>
  ctx.db
    .selectFrom('fleet.document as d')
    .select(['d.id', 'd.companyId', 'd.unitId', 'd.kind', 'd.status', 'd.number', 'd.expiresOn', 'd.reason'])
    .select(['d.submittedAt', 'd.decidedAt', 'd.coverPence', 'd.coverPerItemPence'])
    .select([isBeingDrawn.as('isBeingDrawn'), filesOfDocument.as('files')])
    .where('d.companyId', '=', companyId)
    .orderBy('d.submittedAt')

const COUNTS: readonly SubmissionRow['status'][] = ['pending', 'approved', 'refused']

/** The row as JSON from the database. */
export type SubmissionJson = Omit<SubmissionRow, 'submittedAt' | 'decidedAt'> & {
  submittedAt: string
  decidedAt: string | null
}

/**
 * Documents as a column: the rows of `listDocuments` for the unit that the statement calls `u` and its company, oldest
 * first.
 */
export const submissionsOfUnit = sql<SubmissionJson[]>`coalesce((select json_agg(json_build_object('id', d.id,
    'companyId', d.company_id, 'unitId', d.unit_id, 'kind', d.kind, 'status', d.status, 'number', d.number, 'expiresOn', d.expires_on,
    'reason', d.reason, 'submittedAt', d.submitted_at, 'decidedAt', d.decided_at, 'coverPence', d.cover_pence,
    'coverPerItemPence', d.cover_per_item_pence, 'isBeingDrawn', ${isBeingDrawn}, 'files', ${filesOfDocument}) order by d.submitted_at)
  from fleet.document d where d.company_id = u.company_id and (d.unit_id is null or d.unit_id = u.id)
    and d.status = any (${[...COUNTS]}::text[])), '[]')`

export const submissionOf = ({ submittedAt, decidedAt, ...row }: SubmissionJson): SubmissionRow => ({
  ...row,
  submittedAt: new Date(submittedAt),
  decidedAt: decidedAt === null ? null : new Date(decidedAt),
})

/** Documents that count or await something, for a company and all its units, with their files. One round trip. */
export const listDocuments = (ctx: Ctx, companyId: string): Promise<SubmissionRow[]> =>
  submissions(ctx, companyId)
    .where('d.status', 'in', COUNTS)
    .$narrowType<{ status: SubmissionRow['status'] }>()
    .execute()

/** Every kind of document this unit has or may need, in list order. */
export function documentsOfUnit(
  submissions: readonly SubmissionRow[],
  unit: { id: string; van: VanWithDocuments | null },
  today: LocalDay,
): DocumentView[] {
  const required = requiredDocuments(unit.van, today)
  const own = submissions.filter(({ unitId }) => unitId === null || unitId === unit.id)
  // The kind dates from before people had checks of their own: shown if there is one, no longer asked for.
  const kinds = DOCUMENT_KINDS.filter((kind) => kind !== 'right_to_work' || own.some((one) => one.kind === kind))
  return kinds.map((kind) => documentView(own, kind, required.includes(kind), today))
}

/** Company-wide documents. One is required if a unit needs it. */
export function documentsOfCompany(
  submissions: readonly SubmissionRow[],
  vans: readonly (VanWithDocuments | null)[],
  today: LocalDay,
): DocumentView[] {
  const required = new Set((vans.length > 0 ? vans : [null]).flatMap((van) => requiredDocuments(van, today)))
  const own = submissions.filter(({ unitId }) => unitId === null)
  return DOCUMENT_KINDS.filter(isCompanyDocument).map((kind) => documentView(own, kind, required.has(kind), today))
}

function documentView(
  submissions: readonly SubmissionRow[],
  kind: DocumentKind,
  isRequired: boolean,
  today: LocalDay,
): DocumentView {
  const ofKind = submissions.filter((submission) => submission.kind === kind)
  const current = validDocument(ofKind, today)
  const newest = newestDocument(ofKind)
  return {
    kind,
    label: DOCUMENT_LABELS[kind],
    scope: isCompanyDocument(kind) ? 'company' : 'unit',
    isRequired,
    standing: documentStatusOf(ofKind, today),
    current: current ? submissionView(current, today) : null,
    newest: newest && newest !== current ? submissionView(newest, today) : null,
  }
}

export const submissionView = (row: SubmissionRow, today: LocalDay): SubmissionView => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  number: row.number,
  expiresOn: row.expiresOn,
  coverPence: row.coverPence,
  coverPerItemPence: row.coverPerItemPence,
  daysLeft: row.expiresOn === null ? null : daysBetween(today, row.expiresOn),
  reason: row.reason,
  submittedAt: row.submittedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  isBeingDrawn: row.isBeingDrawn,
  files: [...Map.groupBy(row.files, ({ position }) => position).values()].map((pages, index) =>
    fileView(row, pages, index),
  ),
})

/** Identified by its first page. */
function fileView(row: SubmissionRow, pages: readonly FileRow[], index: number): SubmissionView['files'][number] {
  const id = pages[0]?.id ?? ''
  return {
    id,
    name: pages[0]?.name ?? `${DOCUMENT_LABELS[row.kind]}, ${index + 1}`,
    pages: pages.map(({ page, bytes, width, height }) => ({
      page,
      url: `/api/company/docs/${row.id}/files/${id}/?page=${page}`,
      bytes,
      width,
      height,
    })),
  }
}

export async function findUnitDocuments(ctx: Ctx, unitId: string, companyId: string): Promise<DocumentView[]> {
  const [submissions, van] = await Promise.all([listDocuments(ctx, companyId), findVanWithDocuments(ctx, unitId)])
  return documentsOfUnit(submissions, { id: unitId, van }, localDayOf(ctx.clock.now()))
}

async function findVanWithDocuments(ctx: Ctx, unitId: string): Promise<VanWithDocuments | null> {
  const row = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .select(vanWithDocuments.as('van'))
    .where('u.id', '=', unitId)
    .executeTakeFirst()
  return row?.van ?? null
}

export async function findCompanyDocuments(ctx: Ctx, companyId: string): Promise<DocumentView[]> {
  const submissions = await listDocuments(ctx, companyId)
  const units = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('fleet.van as v', 'v.unitId', 'u.id')
    .select(vanWithDocuments.as('van'))
    .where('u.companyId', '=', companyId)
    .execute()
  const vans = units.map(({ van }) => van)
  return documentsOfCompany(submissions, vans, localDayOf(ctx.clock.now()))
}

/** Reads the file for the document's company and for admins; for others it does not exist (T-114). */
export async function readDocumentFile(
  ctx: Ctx,
  { documentId, fileId, page }: { documentId: string; fileId: string; page: number },
): Promise<RawAnswer | Refusal> {
  const isForAll = ctx.actor.kind === 'admin' || ctx.config.guardOff.has('own_document')
  const companyId = isForAll ? null : ownCompanyOf(ctx.actor).id
  const file = await ctx.db
    .selectFrom('fleet.document as d')
    .innerJoin('files.file as first', 'first.uploadId', 'd.uploadId')
    .innerJoin('files.file as f', (join) =>
      join.onRef('f.uploadId', '=', 'first.uploadId').onRef('f.position', '=', 'first.position'),
    )
    .select('f.id')
    .where('d.id', '=', documentId)
    .where('first.id', '=', fileId)
    .where('first.page', '=', 1)
    .where('f.page', '=', page)
    .where('f.contentType', '=', SHOWN)
    .$if(companyId !== null, (query) => query.where('d.companyId', '=', companyId))
    .executeTakeFirst()
  return file ? readPhoto(ctx, file.id) : refuse(commonRefusals.notFound)
}

type VanFactsView = Camel<z.output<typeof vanFacts>>
type Declared = NonNullable<DeclaredVan['declared']> & { submittedAt: string }

export interface DeclaredVanRow extends DeclaredVan {
  declared: Declared | null
}

/** The declared van as a column, for the unit that the statement calls `u`. */
export const declaredVan = sql<DeclaredVanRow | null>`(
  select json_build_object('isApproved', v.approved_at is not null, 'inForce', ${jsonRow('fleet.van', 'v', FACTS)}, 'declared', (
    select ${jsonRow('fleet.van_declaration', 's', ['id', 'status', 'reason', 'submittedAt', ...FACTS])}
    from fleet.van_declaration s where s.unit_id = v.unit_id and s.status <> 'approved'))
  from fleet.van v where v.unit_id = u.id)`

export async function findDeclaredVan(ctx: Ctx, unitId: string): Promise<DeclaredVanRow | null> {
  const row = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .select(declaredVan.as('van'))
    .where('u.id', '=', unitId)
    .executeTakeFirst()
  return row?.van ?? null
}

export function factsView(row: DeclaredVanRow | null): VanFactsView | null {
  if (!row) return null
  const { isApproved, inForce, declared } = row
  return {
    approved: isApproved ? inForce : null,
    declared: declared && {
      ...declared,
      submittedAt: new Date(declared.submittedAt).toISOString(),
      pausesUnit: isApproved && declared.status === 'pending' && !isSafeUntilDecided(inForce, declared),
    },
  }
}

/**
 * Facts that decide which documents a van needs, as a column for the unit that the statement calls `u`. Until the
 * office has decided, the heavier of two gross weights counts and the older of two years: a driver's claim does not
 * waive a licence or an MOT.
 */
export const vanWithDocuments = sql<VanWithDocuments | null>`(
  select json_build_object('grossWeightKg', greatest(v.gross_weight_kg, s.gross_weight_kg),
    'year', case when v.year is not null and (s.unit_id is null or s.year is not null) then least(v.year, s.year) end)
  from fleet.van v left join fleet.van_declaration s on s.unit_id = v.unit_id and s.status = 'pending' where v.unit_id = u.id)`
