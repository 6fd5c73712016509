import { z } from 'zod'
import { multilineText } from '#modules/companies/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { document, documentSummary, lineQuery, notADraft } from '../documents/contract.ts'

/** A company's own statements; what it asks about a line of a draft, and the office's answer, which stays with the line. */

const id = z.object({ id: z.uuid() })
const queryText = multilineText(1000).pipe(z.string().min(1, 'Write a sentence.'))

export const queriedAlready = refusal('queried_already', 409, 'There is a query about this line already.')
export const answeredAlready = refusal(
  'query_answered',
  409,
  'Someone has already answered this query. Reload the page.',
)

export const listOwnStatements = endpoint({
  id: 'listOwnStatements',
  method: 'GET',
  path: '/billing/statements/',
  summary: 'The statements of a company’s units, the newest first; drafts too, for questions',
  access: ['driver'],
  query: z.object({ ...keyPageQuery, working_unit: z.uuid().optional() }),
  answer: keyPageOf(documentSummary),
})

export const getOwnStatement = endpoint({
  id: 'getOwnStatement',
  method: 'GET',
  path: '/billing/statements/{id}/',
  summary: 'One of a company’s own statements with its lines',
  access: ['driver'],
  params: id,
  answer: document,
})

export const queryLine = endpoint({
  id: 'queryLine',
  method: 'POST',
  path: '/billing/statements/{id}/queries/',
  summary: 'Ask the office about a line of a draft',
  access: ['driver'],
  params: id,
  body: z.strictObject({ entry_id: z.uuid('Choose a line.'), text: queryText }),
  status: 201,
  answer: lineQuery,
  refusals: [notADraft, queriedAlready],
  keyless: 'a line is queried once.',
  limit: { name: 'query-line', per: 'user', count: 100, seconds: 3600 },
})

export const answerQuery = endpoint({
  id: 'answerQuery',
  method: 'POST',
  path: '/admin/statement-queries/{id}/answer/',
  summary: 'Answer a company’s query about a line and notify the company',
  access: ['admin'],
  staff: ['owner', 'billing'],
  params: id,
  body: z.strictObject({ text: queryText }),
  answer: lineQuery,
  refusals: [answeredAlready],
})
