import { z } from 'zod'
import { endpoint, file } from '#shared/endpoint.ts'
import { documentFilters, draftChanged, noData } from '../documents/contract.ts'
import type { DocumentKind } from '../documents/rules.ts'

/** The PDFs of statements, invoices and sales credits: to download and to email. */

const params = z.object({ id: z.uuid() })

const sent = z.object({
  /** Just now. */
  mailed: z.int(),
  /** Each paper goes to its recipient once in each version. */
  mailed_before: z.int(),
  without_address: z.int(),
})

const pdfEndpointsOf = <const Path extends string, const Name extends string>(
  kind: DocumentKind,
  { path, name, noun }: { path: Path; name: Name; noun: string },
) => ({
  kind,
  noun,
  download: endpoint({
    id: `download${name}`,
    method: 'GET',
    path: `/admin/${path}/{id}/download-report/`,
    summary: `The ${noun} as a PDF; of an invoice run all of them, or one company’s`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    reads: kind,
    params,
    query: z.object({ company: z.uuid().optional() }),
    answer: file('application/pdf'),
  }),
  /** A GET because the specification has it so; it can be repeated. */
  sendByGet: endpoint({
    id: `send${name}ByGet`,
    method: 'GET',
    path: `/admin/${path}/{id}/send/`,
    summary: `As POST: email what was not emailed before`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    params,
    answer: sent,
    refusals: [draftChanged],
  }),
  send: endpoint({
    id: `send${name}`,
    method: 'POST',
    path: `/admin/${path}/{id}/send/`,
    summary: `Email the ${noun}, to each recipient once in each version`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    params,
    answer: sent,
    refusals: [draftChanged],
  }),
  downloadAll: endpoint({
    id: `downloadAll${name}s`,
    method: 'GET',
    path: `/admin/${path}/download-all-drivers-pdf/`,
    summary: `Every ${noun} that the list with these filters shows, in one PDF`,
    access: ['admin'],
    staff: ['owner', 'billing'],
    reads: kind,
    query: z.object({ ...documentFilters, saved_only: z.enum(['true', 'false']).default('false') }),
    answer: file('application/pdf'),
    refusals: [noData],
  }),
})

export const statementPdfs = pdfEndpointsOf('statement', { path: 'statements', name: 'Statement', noun: 'statement' })
export const invoicePdfs = pdfEndpointsOf('invoice', { path: 'invoices', name: 'Invoice', noun: 'invoice' })
export const creditPdfs = pdfEndpointsOf('sales_credit', {
  path: 'sales-credit',
  name: 'SalesCredit',
  noun: 'sales credit invoice',
})

export const downloadOwnStatement = endpoint({
  id: 'downloadOwnStatement',
  method: 'GET',
  path: '/billing/statements/{id}/download-report/',
  summary: 'One of a company’s own statements as a PDF',
  access: ['driver'],
  params,
  answer: file('application/pdf'),
})
