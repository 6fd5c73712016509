import { z } from 'zod'
import { endpoint, file } from '#shared/endpoint.ts'
import { documentFilters } from '../documents/contract.ts'
import type { DocumentKind } from '../documents/rules.ts'

/** Lists and documents as CSV, for spreadsheets and accountants. */

const params = z.object({ id: z.uuid() })
const answer = file('text/csv')

const tablesOf = <const Path extends string, const Name extends string>(
  kind: DocumentKind,
  { path, name, noun }: { path: Path; name: Name; noun: string },
) => ({
  kind,
  noun,
  list: endpoint({
    id: `export${name}s`,
    method: 'GET',
    path: `/admin/${path}/download-csv/`,
    summary: `The ${noun}s that the list with these filters shows, as CSV`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    reads: kind,
    query: z.object(documentFilters),
    answer,
  }),
  lines: endpoint({
    id: `export${name}Lines`,
    method: 'GET',
    path: `/admin/${path}/{id}/download-csv/`,
    summary: `The lines and corrections of one ${noun} as CSV`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    reads: kind,
    params,
    answer,
  }),
})

export const statementTables = tablesOf('statement', { path: 'statements', name: 'Statement', noun: 'statement' })
export const invoiceTables = tablesOf('invoice', { path: 'invoices', name: 'Invoice', noun: 'invoice' })
export const creditTables = tablesOf('sales_credit', {
  path: 'sales-credit',
  name: 'SalesCredit',
  noun: 'sales credit invoice',
})

export const exportOwnStatements = endpoint({
  id: 'exportOwnStatements',
  method: 'GET',
  path: '/billing/statements/download-csv/',
  summary: 'The statements of a company’s units as CSV',
  access: ['driver'],
  answer,
})

export const exportOwnStatementLines = endpoint({
  id: 'exportOwnStatementLines',
  method: 'GET',
  path: '/billing/statements/{id}/download-csv/',
  summary: 'The lines and corrections of one of a company’s own statements as CSV',
  access: ['driver'],
  params,
  answer,
})
