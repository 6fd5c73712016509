import { refusal } from '#shared/endpoint.ts'
import { MAX_PAPER_PAGES } from './rules.ts'

/** Why a paper is not taken. Refused files are named by their place in the request: `files.0` is the first. */
export const notAPaper = refusal('not_a_paper', 422, 'Papers must be JPEG, PNG, WebP, AVIF or PDF files.')
export const noPaper = refusal('no_paper', 422, 'Choose a photo or a PDF of the paper.')
export const encryptedPaper = refusal(
  'encrypted_paper',
  422,
  'This PDF is locked with a password. Save it without one, or take a photo of the paper.',
)
export const activePaper = refusal(
  'active_paper',
  422,
  'This PDF holds scripts, attachments or forms. Print it to a new PDF, or take a photo of the paper.',
)
export const tooManyPages = refusal(
  'too_many_pages',
  422,
  `This PDF has too many pages: at most ${MAX_PAPER_PAGES}. Send only those that matter.`,
)
export const unreadablePaper = refusal(
  'unreadable_paper',
  422,
  'This PDF is damaged or unusual and cannot be checked. Print it to a new PDF, or take a photo of the paper.',
)
export const slowPaper = refusal(
  'slow_paper',
  422,
  'This PDF takes too long to draw. Print it to a new PDF, or take a photo of the paper.',
)
