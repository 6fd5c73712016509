import { refusal } from '#shared/endpoint.ts'
import { MAX_DOCUMENT_PAGES } from './rules.ts'

/** Why a document is refused. Errors name files by their position in the request: `files.0` is the first. */
export const notADocument = refusal('not_a_document', 422, 'Documents must be JPEG, PNG, WebP, AVIF or PDF files.')
export const noDocument = refusal('no_document', 422, 'Choose a photo or a PDF of the document.')
export const encryptedDocument = refusal(
  'encrypted_document',
  422,
  'This PDF is locked with a password. Save it without one, or take a photo of the document.',
)
export const activeDocument = refusal(
  'active_document',
  422,
  'This PDF holds scripts, attachments or forms. Print it to a new PDF, or take a photo of the document.',
)
export const tooManyPages = refusal(
  'too_many_pages',
  422,
  `This PDF has too many pages: at most ${MAX_DOCUMENT_PAGES}. Send only those that matter.`,
)
export const unreadableDocument = refusal(
  'unreadable_document',
  422,
  'This PDF is damaged or unusual and can’t be checked. Print it to a new PDF, or take a photo of the document.',
)
export const slowDocument = refusal(
  'slow_document',
  422,
  'This PDF takes too long to draw. Print it to a new PDF, or take a photo of the document.',
)
