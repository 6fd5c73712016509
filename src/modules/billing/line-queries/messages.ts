import type { CompanyNotice } from '#modules/companies/commands.ts'

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
