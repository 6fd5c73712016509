import { z } from 'zod'
import { heicPhoto, slowPhoto, tooManyPixels, unreadablePhoto } from '#modules/files/contract.ts'
import {
  activePaper,
  encryptedPaper,
  noPaper,
  notAPaper,
  slowPaper,
  tooManyPages,
  unreadablePaper,
} from '#modules/files/documents/contract.ts'
import { MAX_PAPER_PAGES } from '#modules/files/documents/rules.ts'
import { endpoint, file, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'
import { COMPANY_PAPERS, MOST_FILES, PAPER_KINDS } from './rules.ts'

/** Papers: handed in, replaced, taken back. Their bytes go to their company and to admins, and to nobody else (T-114). */

export const paperRefusals = [
  notAPaper,
  noPaper,
  heicPhoto,
  unreadablePhoto,
  tooManyPixels,
  slowPhoto,
  encryptedPaper,
  activePaper,
  tooManyPages,
  unreadablePaper,
  slowPaper,
] as const

export const notWaiting = refusal('not_waiting', 409, 'This paper was checked already. Hand in a new one instead.')

export const document = z.object({
  id: z.uuid(),
  kind: z.enum(PAPER_KINDS),
  status: z.enum(['pending', 'approved', 'refused']),
  number: z.string().nullable(),
  /** From this day on it no longer counts. */
  expires_on: z.iso.date().nullable(),
  /** Days until then; negative once it has run out. */
  days_left: z.int().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  submitted_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  /** As they were handed in: a photo has one page, a PDF those that were drawn of it. */
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
nameShape('Document', document)

/** All about one kind of paper: what it is worth, the one that counts, and the newest where that is another. */
export const paper = z.object({
  kind: z.enum(PAPER_KINDS),
  label: z.string(),
  scope: z.enum(['unit', 'company']),
  is_required: z.boolean(),
  standing: z.enum(['missing', 'pending', 'refused', 'expired', 'approved', 'expiring']),
  current: document.nullable(),
  newest: document.nullable(),
})
nameShape('Paper', paper)

const expiresOn = z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).optional()
const number = z.string().trim().max(60, 'Keep this under 60 characters.').optional()
const unitId = z.object({ id: z.uuid() })
const uploads = { name: 'papers', per: 'user', count: 60, seconds: 3600 } as const

export const listUnitDocuments = endpoint({
  id: 'listUnitDocuments',
  method: 'GET',
  path: '/company/working-unit/{id}/docs/',
  summary: 'Every kind of paper of a unit, those of its company among them',
  access: ['driver'],
  params: unitId,
  answer: z.array(paper),
})

export const uploadUnitDocument = endpoint({
  id: 'uploadUnitDocument',
  method: 'POST',
  path: '/company/working-unit/{id}/docs/',
  summary: `Hand in a paper: up to ${MOST_FILES} photos or PDFs of it. One that waits is replaced; one that was approved counts while it runs`,
  access: ['driver'],
  params: unitId,
  body: 'multipart',
  form: {
    files: 'files',
    fields: z.strictObject({
      kind: z.enum(PAPER_KINDS, { error: 'Say which paper this is.' }),
      number,
      expires_on: expiresOn,
    }),
  },
  status: 201,
  answer: paper,
  keyless: 'a paper takes the place of the one that waits, so the same twice is one.',
  refusals: paperRefusals,
  limit: uploads,
})

export const cancelUnitDocument = endpoint({
  id: 'cancelUnitDocument',
  method: 'POST',
  path: '/company/working-unit/{id}/docs-cancel/',
  summary: 'Take back a paper that still waits to be checked',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({ document_id: z.uuid('Say which paper.') }),
  answer: z.array(paper),
  refusals: [notWaiting],
})

export const listCompanyDocuments = endpoint({
  id: 'listCompanyDocuments',
  method: 'GET',
  path: '/company/upload-company-docs/',
  summary: 'The papers that cover the whole company',
  access: ['driver'],
  answer: z.array(paper),
})

export const uploadCompanyDocument = endpoint({
  ...uploadUnitDocument,
  id: 'uploadCompanyDocument',
  path: '/company/upload-company-docs/',
  summary: 'Hand in a paper that covers the whole company',
  params: undefined,
  form: {
    files: 'files',
    fields: z.strictObject({
      kind: z.enum(COMPANY_PAPERS, { error: 'Say which paper this is.' }),
      number,
      expires_on: expiresOn,
    }),
  },
})

export const getDocumentFile = endpoint({
  id: 'getDocumentFile',
  method: 'GET',
  path: '/company/docs/{document_id}/files/{file_id}/',
  summary: 'A page of a paper as a picture (image/webp); what was sent as a PDF is never handed out itself',
  access: ['driver', 'admin'],
  params: z.object({ document_id: z.uuid(), file_id: z.uuid() }),
  query: z.object({ page: z.coerce.number().int().min(1).max(MAX_PAPER_PAGES).default(1) }),
  answer: file('image/webp'),
})
