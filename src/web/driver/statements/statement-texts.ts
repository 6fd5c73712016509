// Texts of a statement, for the company that receives it.
import type { listOwnStatements } from '#modules/billing/line-queries/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { Pence } from '#shared/money.ts'

export type StatementSummary = AnswerOf<typeof listOwnStatements>['results'][number]

/** "Statement STM-2026/27-00007" */
export const titleOf = ({ number }: Pick<StatementSummary, 'number'>): string =>
  number ? `Statement ${number}` : 'Draft statement'

/** Who pays whom. */
export function dueText(balancePence: Pence): string {
  if (balancePence === 0) return 'Nothing is due'
  return balancePence > 0 ? 'Vanfare pays you' : 'You pay Vanfare'
}
