import { invoices, salesCredits, statements } from '#modules/billing/documents/contract.ts'
import { creditPapers, invoicePapers, statementPapers } from '#modules/billing/pdf-documents/contract.ts'

/** The calls of each kind. Their schemas stay on the server. */
export const CALLS = { statement: statements, invoice: invoices, sales_credit: salesCredits } as const

export const PAPERS = { statement: statementPapers, invoice: invoicePapers, sales_credit: creditPapers } as const
