import { z } from 'zod'
import {
  heicPhoto,
  slowPhoto,
  tooManyPixels,
  unreadablePhoto,
  activeDocument,
  encryptedDocument,
  noDocument,
  notADocument,
  slowDocument,
  tooManyPages,
  unreadableDocument,
} from '#modules/files/contract.ts'
import { MAX_DOCUMENT_PAGES } from '#modules/files/documents/rules.ts'
import { endpoint, file, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { van } from '../vans/contract.ts'
import { COMPANY_DOCUMENTS, MOST_FILES, MOST_PAGES, DOCUMENT_KINDS } from './rules.ts'

/** Documents: submit, replace, withdraw. Only their company and admins can read the files (T-114). */

export const documentRefusals = [
  notADocument,
  noDocument,
  heicPhoto,
  unreadablePhoto,
  tooManyPixels,
  slowPhoto,
  encryptedDocument,
  activeDocument,
  tooManyPages,
  unreadableDocument,
  slowDocument,
] as const

export const notWaiting = refusal('not_waiting', 409, 'This document has already been checked. Send a new one instead.')

export const submission = z.object({
  id: z.uuid(),
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(['pending', 'approved', 'refused']),
  number: z.string().nullable(),
  /** First day on which the document no longer counts. */
  expires_on: z.iso.date().nullable(),
  /** What it pays at most, where it says so: for the whole move, and for one item. */
  cover_pence: z.int().nullable(),
  cover_per_item_pence: z.int().nullable(),
  /** Days until it expires; negative afterwards. */
  days_left: z.int().nullable(),
  /** Why the office refused it. */
  reason: z.string().nullable(),
  submitted_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  /** Pages of it are still being turned into pictures. */
  is_being_drawn: z.boolean(),
  /** A photo has one page, a PDF the pages that were drawn of it. */
  files: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      pages: z.array(
        z.object({
          page: z.int(),
          url: z.string(),
          bytes: z.int(),
          width: z.int().nullable(),
          height: z.int().nullable(),
        }),
      ),
    }),
  ),
})
nameShape('DocumentSubmission', submission)

/** All about one kind of document: its standing, the document that counts, and the newest one if that is different. */
export const document = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  label: z.string(),
  scope: z.enum(['unit', 'company']),
  is_required: z.boolean(),
  standing: z.enum(['missing', 'pending', 'refused', 'expired', 'approved', 'expiring']),
  current: submission.nullable(),
  newest: submission.nullable(),
})
nameShape('Document', document)

const expiresOn = z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).optional()
const number = z.string().trim().max(60, 'Keep this under 60 characters.').optional()
/** Amount as a multipart form carries it. */
const coverField = z
  .string()
  .regex(/^[1-9]\d{0,10}$/, 'Enter whole pence.')
  .transform(Number)
  .optional()
const coverFields = { cover_pence: coverField, cover_per_item_pence: coverField }
const unitId = z.object({ id: z.uuid() })
const uploads = { name: 'documents', per: 'user', count: 60, seconds: 3600 } as const

export const listUnitDocuments = endpoint({
  id: 'listUnitDocuments',
  method: 'GET',
  path: '/company/working-unit/{id}/docs/',
  summary: 'Every kind of document of a unit, those of its company among them',
  access: ['driver'],
  params: unitId,
  answer: z.array(document),
})

export const uploadUnitDocument = endpoint({
  id: 'uploadUnitDocument',
  method: 'POST',
  path: '/company/working-unit/{id}/docs/',
  summary: `Hand in a document: up to ${MOST_FILES} photos or PDFs of it, ${MOST_PAGES} pages in all and in order; of a card both sides. One that waits is replaced; one that was approved counts while it runs`,
  access: ['driver'],
  params: unitId,
  body: 'multipart',
  form: {
    files: 'files',
    fields: z.strictObject({
      kind: z.enum(DOCUMENT_KINDS, { error: 'Choose which document this is.' }),
      number,
      expires_on: expiresOn,
      ...coverFields,
    }),
  },
  status: 201,
  answer: document,
  keyless: 'a document takes the place of the one that waits, so the same twice is one.',
  refusals: documentRefusals,
  limit: uploads,
})

export const cancelUnitDocument = endpoint({
  id: 'cancelUnitDocument',
  method: 'POST',
  path: '/company/working-unit/{id}/docs-cancel/',
  summary: 'Withdraw a document that hasn’t been checked',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({ document_id: z.uuid('Choose which document.') }),
  answer: z.array(document),
  refusals: [notWaiting],
})

export const listCompanyDocuments = endpoint({
  id: 'listCompanyDocuments',
  method: 'GET',
  path: '/company/upload-company-docs/',
  summary: 'The documents that cover the whole company',
  access: ['driver'],
  answer: z.array(document),
})

export const uploadCompanyDocument = endpoint({
  ...uploadUnitDocument,
  id: 'uploadCompanyDocument',
  path: '/company/upload-company-docs/',
  summary: 'Hand in a document that covers the whole company',
  params: undefined,
  form: {
    files: 'files',
    fields: z.strictObject({
      kind: z.enum(COMPANY_DOCUMENTS, { error: 'Choose which document this is.' }),
      number,
      expires_on: expiresOn,
      ...coverFields,
    }),
  },
})

export const getDocumentFile = endpoint({
  id: 'getDocumentFile',
  method: 'GET',
  path: '/company/docs/{document_id}/files/{file_id}/',
  summary: 'A page of a document as a picture (image/webp); what was sent as a PDF is never handed out itself',
  access: ['driver', 'admin'],
  staff: ['owner', 'support'],
  reads: 'document',
  params: z.object({ document_id: z.uuid(), file_id: z.uuid() }),
  query: z.object({ page: z.coerce.number().int().min(1).max(MAX_DOCUMENT_PAGES).default(1) }),
  answer: file('image/webp'),
})

/** What the office approved of a van, and what its driver has said since. Saved with the van (vans/contract.ts). */

const declaration = van.extend({
  id: z.uuid(),
  status: z.enum(['pending', 'refused']),
  /** Why it was refused; while it waits, why the office asks again. */
  reason: z.string().nullable(),
  submitted_at: z.iso.datetime(),
  /** The unit takes no jobs until the office has decided. */
  pauses_unit: z.boolean(),
})

export const vanFacts = z.object({
  /** What searches, prices, zones and tolls reckon with. Null until the office has approved the van for the first time. */
  approved: van.nullable(),
  /** What the driver said last, if it is not what was approved: it counts once the office has approved it. */
  declared: declaration.nullable(),
})
nameShape('VanFacts', vanFacts)
