import { listCreditClients, invoices, salesCredits, statements } from '#modules/billing/documents/contract.ts'
import { creditPdfs, invoicePdfs, statementPdfs } from '#modules/billing/pdf-documents/contract.ts'
import { findUnits } from '#modules/onboarding/verification/contract.ts'
import type { Call } from '#shared/call.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'
import type { SubjectKind } from './families.ts'

/** A working unit or a client, as the office picks one. */
export interface Subject {
  id: string
  name: string
  registration: string | null
  detail: string | null
}

export interface Subjects {
  results: Subject[]
  count: number
}

const MOST_TEXT = 100
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The first that match. Without a search: every unit, or the clients to whom something is owed. */
export async function findSubjects(call: Call, kind: SubjectKind, text: string): Promise<Subjects> {
  const query = { q: text.slice(0, MOST_TEXT), pageSize: 20 }
  if (kind === 'client') {
    const { results, count } = dataOf(await call(listCreditClients, { query }))
    return { count, results: results.map(({ id, name, email }) => ({ id, name, registration: null, detail: email })) }
  }
  const { results, count } = dataOf(await call(findUnits, { query }))
  return {
    count,
    results: results.map(({ id, name, registration, company }) => ({
      id,
      name: company.name,
      registration,
      detail: name,
    })),
  }
}

/** The id that an address names; what is none is ignored. */
export function subjectIn(search: URLSearchParams, kind: SubjectKind): string | undefined {
  const id = search.get(kind) ?? ''
  return UUID.test(id) ? id : undefined
}

/** The calls of each kind. Their schemas stay on the server. */
export const CALLS = { statement: statements, invoice: invoices, sales_credit: salesCredits } as const

export const PAPERS = { statement: statementPdfs, invoice: invoicePdfs, sales_credit: creditPdfs } as const
