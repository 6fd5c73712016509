import { z } from 'zod'
import {
  commonRefusals,
  isFile,
  isStream,
  STAFF_ROLES,
  type Access,
  type Endpoint,
  type RefusalKind,
  type Staff,
  type StaffRole,
  type StreamAnswer,
} from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/records.ts'
import { shapes } from '#shared/schemas.ts'
import { apiDocsPage, withAttribution } from './api-docs.ts'
import type { Api } from './serve.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1, generated from the objects that validate requests and answers. */
export function openApiOf(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  const shared = new SharedParts()
  for (const endpoint of [...endpoints].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    ;(paths[`/api${endpoint.path}`] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, shared)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vanfare',
      version: '1',
      description:
        'Money is integer pence, GBP. Instants are UTC ISO 8601; days and hours are Europe/London. Durations are hh:mm:ss, distances metres. ' +
        'Errors are RFC 9457 problem+json with a stable code. A missing trailing slash works too.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: shared.schemaOf(problem, 'output'), ...shared.schemas() },
      responses: shared.responses(),
    },
  }
}

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** What could be sent instead, by the path of its field. */
  suggested: z.record(z.string(), z.string()).optional(),
  request_id: z.string().optional(),
})

/** Shared components: named shapes, and refusals that any endpoint may give. */
class SharedParts {
  readonly #schemas = new Map<string, Json>()
  readonly #responses = new Map<string, Json>()

  schemas = (): Json => sorted(this.#schemas)
  responses = (): Json => sorted(this.#responses)

  schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
    const written = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: shapes })
    const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { $schema: _, $defs = {}, ...rest }: Json & { $defs?: Record<string, Json> } = JSON.parse(text)
    for (const [name, shape] of Object.entries($defs)) this.#keep(this.#schemas, name, shape)
    return rest
  }

  /** Refusals with one status. Common ones are defined once, named after their codes: `TooFast`, `ForbiddenOrAccountBlocked`. */
  refused(kinds: readonly RefusalKind[]): Json {
    const response = {
      description: kinds.map((kind) => `\`${kind.code}\`: ${kind.detail}`).join(' '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
    if (!kinds.every((kind) => Object.values<RefusalKind>(commonRefusals).includes(kind))) return response
    const name = kinds
      .map(({ code }) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .join('Or')
    this.#keep(this.#responses, name, response)
    return { $ref: `#/components/responses/${name}` }
  }

  #keep(parts: Map<string, Json>, name: string, part: Json) {
    const known = parts.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(part)) throw new Error(`Two shapes are called ${name}`)
    parts.set(name, part)
  }
}

const sorted = (parts: ReadonlyMap<string, Json>): Json =>
  Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))

function operationOf(endpoint: Endpoint, shared: SharedParts): Json {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.keyless ? { description: keylessText(endpoint.keyless) } : {}),
    tags: [endpoint.path.split('/')[1]],
    security: securityOf(endpoint.access),
    'x-access': endpoint.access === 'public' ? ['public'] : [...endpoint.access],
    ...(endpoint.staff ? { 'x-staff': staffOf(endpoint.staff) } : {}),
    parameters: parametersOf(endpoint, shared),
    ...(endpoint.body ? { requestBody: bodyOf(endpoint.body, endpoint.form, shared) } : {}),
    responses: responsesOf(endpoint, shared),
  }
}

export const keylessText = (reason: string): string => `Takes no Idempotency-Key: ${reason}`

const staffOf = (staff: Staff): readonly StaffRole[] => (typeof staff === 'string' ? STAFF_ROLES : staff)

const securityOf = (access: Access) => (access === 'public' ? [{}] : [{ bearer: [] }])

function parametersOf(endpoint: Endpoint, shared: SharedParts): Json[] {
  const of = (schema: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path',
      schema: shared.schemaOf(field, 'input'),
    }))
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }
  return [
    ...of(endpoint.params, 'path'),
    ...of(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [key] : []),
    ...(isStream(endpoint.answer) ? [lastEventId] : []),
  ]
}

const bodyOf = (body: z.ZodType | 'multipart', form: Endpoint['form'], shared: SharedParts): Json =>
  body === 'multipart'
    ? { required: true, content: { 'multipart/form-data': { schema: formSchema(form, shared) } } }
    : { required: true, content: { 'application/json': { schema: shared.schemaOf(body, 'input') } } }

const file = { type: 'string', format: 'binary' }
const text = { type: 'string' }

function formSchema(form: Endpoint['form'], shared: SharedParts): Json {
  if (!form) return { type: 'object', additionalProperties: file }
  const { properties, required } = form.fields ? shared.schemaOf(form.fields, 'input') : {}
  const files = { [form.files]: { type: 'array', items: file } }
  const others: unknown[] = Array.isArray(required) ? required : []
  return { type: 'object', properties: { ...files, ...fieldsOf(properties) }, required: [form.files, ...others] }
}

function responsesOf(endpoint: Endpoint, shared: SharedParts): Json {
  const status = String(endpoint.status ?? 200)
  const success =
    status === '204'
      ? { description: 'Done' }
      : {
          description: 'Success',
          content: contentOf(endpoint.answer, shared),
        }
  const byStatus = new Map<number, RefusalKind[]>()
  for (const kind of refusalsOf(endpoint)) byStatus.set(kind.status, [...(byStatus.get(kind.status) ?? []), kind])
  const refused = [...byStatus].sort(([a], [b]) => a - b).map(([code, kinds]) => [String(code), shared.refused(kinds)])
  return { [status]: success, ...Object.fromEntries(refused) }
}

function contentOf(answer: Endpoint['answer'], shared: SharedParts): Json {
  if (isStream(answer)) return { 'text/event-stream': { schema: text, 'x-events': eventsOf(answer, shared) } }
  if (!isFile(answer)) return { 'application/json': { schema: shared.schemaOf(answer, 'output') } }
  return Object.fromEntries(answer.types.map((type) => [type, { schema: schemaOfFile(type) }]))
}

const schemaOfFile = (type: string): Json => {
  // The type has no schema, because its contents grow with what is stored: it is a file to keep, not an interface.
  if (type === 'application/json') return { type: 'object', 'x-file': true }
  return type.startsWith('text/') ? text : file
}

/** OpenAPI 3.1 cannot describe the events of a stream, so this lists the JSON of `data` by event name. */
const eventsOf = ({ events }: StreamAnswer, shared: SharedParts): Json =>
  Object.fromEntries(Object.entries(events).map(([name, data]) => [name, shared.schemaOf(data, 'output')]))

const lastEventId = { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string', maxLength: 64 } }

/** The endpoint's own refusals and those its shape makes possible. */
export function refusalsOf(endpoint: Endpoint): RefusalKind[] {
  const common: RefusalKind[] = [commonRefusals.tooFast, commonRefusals.unavailable]
  if (endpoint.access !== 'public') {
    common.push(commonRefusals.unauthenticated, commonRefusals.forbidden)
    common.push(commonRefusals.accountDeleted, commonRefusals.accountBlocked)
  }
  if (endpoint.staff && endpoint.staff !== 'self') common.push(commonRefusals.staffRole, commonRefusals.twoStepNeeded)
  if (endpoint.params) common.push(commonRefusals.notFound, commonRefusals.uriTooLong)
  if (endpoint.body || endpoint.query) common.push(commonRefusals.invalid)
  // A body is parsed even if the endpoint declares none, and path parameters may be malformed too.
  if (endpoint.method !== 'GET') common.push(commonRefusals.tooLarge, commonRefusals.wrongType)
  if (endpoint.method !== 'GET' || endpoint.params) common.push(commonRefusals.malformed)
  if (endpoint.idempotent) common.push(commonRefusals.keyReused)
  if (isStream(endpoint.answer)) common.push(commonRefusals.tooManyStreams)
  return [...new Set([...common, ...(endpoint.refusals ?? [])])]
}

/** `attribution` is what the licence of the data that is answered asks to be shown, if anything. */
export function registerApiDocs(api: Api, attribution: () => Promise<string | null>): void {
  // Generated on first request.
  let document: string | undefined
  let page: string | undefined
  api.fastify.get('/api/openapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send((document ??= JSON.stringify(openApiOf(api.endpoints), null, 2))),
  )
  api.fastify.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(withAttribution((page ??= apiDocsPage(api.endpoints, refusalsOf)), await attribution())),
  )
}
