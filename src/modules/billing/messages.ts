import type { CompanyNotice } from '#modules/companies/commands.ts'
import type { NewMail } from '#modules/notifications/commands.ts'

export const queryAnswered = (
  publicUrl: string,
  { id, question, answer }: Record<'id' | 'question' | 'answer', string>,
): CompanyNotice => {
  const url = `${publicUrl}/statements/${id}`
  return {
    kind: 'statement_query_answered',
    subjectId: id,
    subject: 'We have answered your question about a statement',
    sms: `Vanfare: our office has answered your question about a statement. ${url}`,
    mail: {
      title: 'Your question is answered',
      paragraphs: [`You asked: “${question}”`, `Our office says: “${answer}”`],
      action: { label: 'See the statement', url },
    },
  }
}

/** The mail that brings a paper. */
interface PdfMail {
  /** "VAT invoice INV-2026/27-00001". */
  title: string
  period: string
  /** "Vanfare pays you £12.00". */
  summary: string
  /** It was neither saved nor numbered. */
  isDraft: boolean
  /** Label of the button, which opens the page of a statement or the home page. */
  button: string
  url: string
}

export const pdfMail = ({
  title,
  period,
  summary,
  isDraft,
  button,
  url,
}: PdfMail): Pick<NewMail, 'kind' | 'subject' | 'mail'> => ({
  kind: 'billing_paper',
  subject: `${title}, ${period}`,
  mail: {
    title,
    eyebrow: period,
    paragraphs: [
      `${summary}. Full details are in the attached PDF.`,
      isDraft
        ? 'This is a draft: please look at it, and ask us soon about a line that is wrong.'
        : 'Keep it with your accounts.',
    ],
    action: { label: button, url },
  },
})
