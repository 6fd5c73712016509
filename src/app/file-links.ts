import { text as textOf } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exportIncome, exportRecords } from '#modules/billing/income/contract.ts'
import {
  creditPdfs,
  downloadOwnStatement,
  invoicePdfs,
  statementPdfs,
} from '#modules/billing/pdf-documents/contract.ts'
import { exportSellers } from '#modules/billing/sellers/contract.ts'
import {
  creditTables,
  exportOwnStatementLines,
  exportOwnStatements,
  invoiceTables,
  statementTables,
} from '#modules/billing/csv-exports/contract.ts'
import { exportBookings } from '#modules/board/bookings/contract.ts'
import { exportClaims } from '#modules/bookings/claims/contract.ts'
import { exportFigures } from '#modules/figures/contract.ts'
import { exportCompanies } from '#modules/office/companies/contract.ts'
import { exportPeople } from '#modules/office/people/contract.ts'
import { exportAudit } from '#modules/settings/audit/contract.ts'
import { exportSettingChanges } from '#modules/settings/contract.ts'
import { fieldsOf } from '#shared/records.ts'
import { commonHeaders } from './page-headers.ts'
import type { Visit } from './web.ts'

interface FileLinks {
  isHttps: boolean
  visit: (request: FastifyRequest, address: string) => Promise<Visit>
}

const PREFIX = '/files'

/** Files that a page links to: `/files` before the path of the API. */
const LINKED = [
  ...[statementPdfs, invoicePdfs, creditPdfs].flatMap(({ download, downloadAll }) => [download, downloadAll]),
  downloadOwnStatement,
  ...[statementTables, invoiceTables, creditTables].flatMap(({ list, lines }) => [list, lines]),
  exportOwnStatements,
  exportOwnStatementLines,
  exportIncome,
  exportRecords,
  exportSellers,
  exportFigures,
  exportBookings,
  exportClaims,
  exportCompanies,
  exportPeople,
  exportAudit,
  exportSettingChanges,
]

/**
 * Where a link to a file leads without script: the file streams on from the API, to the person whose cookie came with the request. With
 * script the browser asks the API itself, and says on the page what went wrong.
 */
export function serveFileLinks(fastify: FastifyInstance, links: FileLinks): void {
  for (const { method, path } of LINKED)
    fastify.route({
      method,
      url: `${PREFIX}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      handler: (request, reply) => sendOn(fastify, links, request, reply),
    })
}

async function sendOn(
  fastify: FastifyInstance,
  { isHttps, visit }: FileLinks,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers(commonHeaders(isHttps)).header('cache-control', 'no-store, private')
  const { bearer, setCookies } = await visit(request, request.ip)
  for (const cookie of setCookies) reply.header('set-cookie', cookie)
  if (!bearer) return reply.redirect('/', 303)
  const abortController = new AbortController()
  reply.raw.once('close', () => abortController.abort())
  const answer = await fastify.inject({
    method: 'GET',
    url: `/api${request.url.slice(PREFIX.length)}`,
    headers: { authorization: `Bearer ${bearer}` },
    remoteAddress: request.ip,
    payloadAsStream: true,
    signal: abortController.signal,
  })
  if (answer.statusCode >= 400) return refuseAsText(reply, answer.statusCode, await textOf(answer.stream()))
  for (const name of SENT_ON) {
    const value = answer.headers[name]
    if (value !== undefined) reply.header(name, value)
  }
  return reply.status(answer.statusCode).send(answer.stream())
}

const SENT_ON = ['content-type', 'content-disposition'] as const

/** For a person: without script there is no page to say it on. */
const refuseAsText = (reply: FastifyReply, status: number, body: string) =>
  reply.status(status).type('text/plain; charset=utf-8').send(sentenceIn(body))

function sentenceIn(body: string): string {
  try {
    const { detail } = fieldsOf(JSON.parse(body))
    if (typeof detail === 'string') return `${detail}\n`
  } catch {
    // The answer is no problem of the API: a proxy in between gave it.
  }
  return 'The file could not be made. Go back and try again.\n'
}
