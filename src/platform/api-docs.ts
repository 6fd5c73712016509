import { z } from 'zod'
import { commonRefusals, isFile, isStream, type Endpoint, type RefusalKind } from '#shared/endpoint.ts'

/** The contract as a page: plain HTML without script. */
export function apiDocsPage(endpoints: readonly Endpoint[], refusalsOf: (endpoint: Endpoint) => RefusalKind[]): string {
  const sorted = [...endpoints].sort((a, b) => (a.path < b.path ? -1 : 1))
  const groups = Map.groupBy(sorted, ({ path }) => path.split('/')[1] ?? '')
  const kinds = new Map(
    [...Object.values(commonRefusals), ...endpoints.flatMap(refusalsOf)].map((kind) => [kind.code, kind]),
  )
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vanfare API</title><style>${style}</style></head><body><main>
<h1>Vanfare API</h1>
<p>Everything the pages can do, over HTTP. The machine-readable contract is <a href="/api/openapi.json">openapi.json</a>. Money is integer pence,
instants are UTC, days and hours are Europe/London, durations are hh:mm:ss, distances metres. Log in at <code>/api/users/login/</code> and send
<code>Authorization: Bearer …</code>.</p>
<nav aria-label="Contents"><ul>${[...groups.keys()].map((name) => `<li><a href="#group-${escape(name)}">${escape(name)}</a></li>`).join('')}<li><a href="#errors">errors</a></li></ul></nav>
${[...groups].map(([name, list]) => `<h2 id="group-${escape(name)}">${escape(name)}</h2>${list.map((endpoint) => section(endpoint, refusalsOf)).join('')}`).join('')}
<h2 id="errors">Errors</h2><p>Each is <code>application/problem+json</code>; <code>errors</code> maps a field path to its messages.</p>
<dl>${[...kinds.values()]
    .sort((a, b) => a.status - b.status)
    .map(
      (kind) =>
        `<dt id="${escape(kind.code)}"><code>${kind.status} ${escape(kind.code)}</code></dt><dd>${escape(kind.detail)}</dd>`,
    )
    .join('')}</dl>
</main></body></html>`
}

/** The page with what the licence of the data asks to be shown at its foot. */
export const withAttribution = (page: string, attribution: string | null): string =>
  attribution === null ? page : page.replace('</main>', () => `<footer><p>${escape(attribution)}</p></footer></main>`)

function section(endpoint: Endpoint, refusalsOf: (endpoint: Endpoint) => RefusalKind[]): string {
  const access = endpoint.access === 'public' ? 'everybody' : endpoint.access.join(', ')
  const refusals = refusalsOf(endpoint).map(
    (kind) => `<a href="#${escape(kind.code)}">${kind.status} ${escape(kind.code)}</a>`,
  )
  return `<section id="${escape(endpoint.id)}"><h3><code>${endpoint.method} /api${escape(endpoint.path)}</code></h3>
<p>${escape(endpoint.summary.replace(/\.$/, ''))}. For: ${escape(access)}.${keyText(endpoint)}</p>
${schemaBlock('Path', endpoint.params, 'input')}${schemaBlock('Query', endpoint.query, 'input')}
${endpoint.body === 'multipart' ? multipartBlock(endpoint) : schemaBlock('Body', endpoint.body, 'input')}
${answerBlock(endpoint)}
<p>May refuse with ${refusals.join(', ')}.</p></section>`
}

function keyText({ idempotent, keyless }: Endpoint): string {
  if (idempotent) return ' Takes an <code>Idempotency-Key</code>.'
  return keyless ? ` Takes no <code>Idempotency-Key</code>: ${escape(keyless)}` : ''
}

function answerBlock({ status = 200, answer }: Endpoint): string {
  if (status === 204) return '<p>Answers 204 without a body.</p>'
  if (isStream(answer)) {
    const events = Object.entries(answer.events).map(([name, data]) => schemaBlock(`Event ${name}`, data, 'output'))
    return `<p>Answers server-sent events: <code>text/event-stream</code>.</p>${events.join('')}`
  }
  if (!isFile(answer)) return schemaBlock(`Answer ${status}`, answer, 'output')
  return `<p>Answers a file: ${answer.types.map((type) => `<code>${escape(type)}</code>`).join(' or ')}.</p>`
}

function multipartBlock({ form }: Endpoint): string {
  const field = form ? ` in the field <code>${escape(form.files)}</code>` : ''
  return `<p>Body: files as <code>multipart/form-data</code>${field}.</p>${schemaBlock('Fields beside the files', form?.fields, 'input')}`
}

function schemaBlock(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const text = schemaText(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema)
  return `<details><summary>${escape(title)}</summary><pre tabindex="0">${escape(text)}</pre></details>`
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `body{margin:0;background:#f6f3ea;color:#13211b;font:17px/1.5 Overpass,Arial,sans-serif}main{max-width:60rem;margin:auto;padding:2rem 1rem}
a{color:#0b5a3c}code,pre{font:15px/1.45 ui-monospace,monospace;overflow-wrap:anywhere}pre{background:#fff;border:1px solid #dcd6c6;border-radius:8px;padding:1rem;overflow:auto;max-height:32rem}
section{background:#fff;border:1px solid #dcd6c6;border-radius:12px;padding:.5rem 1.25rem;margin:1rem 0}h3{font-size:1.05rem}summary{cursor:pointer;min-height:2.75rem;align-content:center;font-weight:600}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;padding:0;list-style:none}nav a{display:block;min-height:2rem;align-content:center}dt{margin-top:.75rem}dd{margin:0}:focus-visible{outline:3px solid #0b4ea2;outline-offset:2px}`

/** The subset of JSON Schema that Zod produces for our contracts. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** A schema in readable form: one field a line, `?` for optional ones, bounds in brackets. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  if (schema.anyOf) return schema.anyOf.map((one) => schemaText(one, indent)).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = [schema.type ?? 'any'].flat()
  return types.map((type) => typeText(type, schema, indent)).join(' | ')
}

function typeText(type: string, schema: JsonSchema, indent: string): string {
  if (type === 'object') return objectText(schema, indent)
  if (type === 'array') return `[${schemaText(schema.items ?? {}, indent)}]${range(schema.minItems, schema.maxItems)}`
  if (type === 'string') return `${formatText(schema)}${range(schema.minLength, schema.maxLength)}`
  if (type !== 'integer' && type !== 'number') return type
  const least = schema.minimum ?? schema.exclusiveMinimum
  const most = schema.maximum ?? schema.exclusiveMaximum
  return `${type}${range(isBound(least) ? least : undefined, isBound(most) ? most : undefined)}`
}

/** Integers always have the bounds of a double, so those say nothing about the field. */
const isBound = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER

function objectText({ properties, required, additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties ?? {}).map(([name, field]) => {
    const mark = required?.includes(name) ? '' : '?'
    const usual = field.default === undefined ? '' : ` = ${JSON.stringify(field.default)}`
    return `${inner}${name}${mark}: ${schemaText(field, inner)}${usual}`
  })
  if (typeof additionalProperties === 'object') lines.push(`${inner}…: ${schemaText(additionalProperties, inner)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** A format says more than the pattern that checks it. */
const formatText = ({ format, pattern }: JsonSchema): string => format ?? (pattern ? `string /${pattern}/` : 'string')

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return ''
  if (least === most) return ` (${least})`
  return ` (${least ?? ''}…${most ?? ''})`
}
