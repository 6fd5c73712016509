import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiOf } from '#platform/openapi.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { listEndpoints, OPENAPI_FILE, openApiText } from '../../scripts/write-openapi.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  maxItems?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  pattern?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  'x-file'?: true
}

interface Operation {
  operationId: string
  summary: string
  security: object[]
  'x-access': string[]
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Named = [name: string, operation: Operation]

function operations(): Named[] {
  const document = openApiOf(listEndpoints())
  const paths = resolved(document['paths'], document) as Record<string, Record<string, Operation>>
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]): Named => [`${method.toUpperCase()} ${path}`, operation]),
  )
}

/** With everything that is referred to put in its place. A reference to nothing fails. */
function resolved(part: unknown, document: object): unknown {
  if (Array.isArray(part)) return part.map((item) => resolved(item, document))
  if (part === null || typeof part !== 'object') return part
  if (!('$ref' in part)) {
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, document)]))
  }
  const target = String(part.$ref)
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  if (target === undefined) throw new Error(`${String(part.$ref)} leads nowhere`)
  return resolved(target, document)
}

/** Every schema within a schema, by its path. */
function walk(schema: Schema, path: string): [path: string, schema: Schema][] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]): [string, Schema] => [`${path}.${name}`, one]),
    ...(schema.items ? [[`${path}[]`, schema.items] as [string, Schema]] : []),
    ...[schema.anyOf, schema.allOf, schema.oneOf].flatMap((all) =>
      (all ?? []).map((one): [string, Schema] => [path, one]),
    ),
  ]
  return [[path, schema], ...inner.flatMap(([at, one]) => walk(one, at))]
}

const is = ({ type }: Schema, name: string) => (Array.isArray(type) ? type.includes(name) : type === name)

/** A whole-text pattern in which nothing may be repeated without end. */
const isBoundedPattern = (pattern: string) => /^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern)

function unbounded(schema: Schema): string | undefined {
  if (schema.enum || schema.const !== undefined) return undefined
  if (!schema.type && !schema.anyOf && !schema.allOf && !schema.oneOf) return 'takes anything'
  if (is(schema, 'object') && schema.additionalProperties !== false) return 'takes unknown fields'
  if (is(schema, 'array') && schema.maxItems === undefined) return 'takes an endless list'
  if (is(schema, 'string') && schema.maxLength === undefined && !isBoundedPattern(schema.pattern ?? '')) {
    return 'takes an endless text'
  }
  if (is(schema, 'number') || is(schema, 'integer')) {
    const [least, most] = [schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum]
    if (least === undefined || most === undefined) return 'takes any number'
  }
  return undefined
}

const flawsOf = (schemas: [path: string, schema: Schema][]) =>
  schemas.flatMap(([path, schema]) => {
    const flaw = unbounded(schema)
    return flaw ? [`${path} ${flaw}`] : []
  })

const bodies = (): [string, Schema][] =>
  operations().flatMap(([name, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema
    return schema ? [[name, schema] as [string, Schema]] : []
  })

describe('the published contract', () => {
  it('is written down as it stands: if not, run "node scripts/write-openapi.ts"', () => {
    expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(openApiText(listEndpoints()))
  })

  it('says each shared shape once, and holds none that nobody refers to', () => {
    const text = openApiText(listEndpoints())
    const { components } = JSON.parse(text) as { components: Record<'schemas' | 'responses', object> }
    const names = [
      ...Object.keys(components.schemas).map((name) => `schemas/${name}`),
      ...Object.keys(components.responses).map((name) => `responses/${name}`),
    ]
    expect(names).toEqual(expect.arrayContaining(['schemas/Booking', 'schemas/Quote', 'responses/TooFast']))
    expect(names.filter((name) => !text.includes(`"#/components/${name}"`))).toEqual([])
  })

  it('is what the server serves', async () => {
    const response = await app.app.fastify.inject('/api/openapi.json')
    expect(`${response.body}\n`).toBe(openApiText(listEndpoints()))
  })

  it('has a path for every route of the API, and a route for every path', () => {
    const anonymous = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, '{}').replace(/\/$/, '')
    const published = operations().map(([name]) => anonymous(name))
    const own = ['GET /api/openapi.json', 'GET /api/docs']
    const printed = printedRoutes(app.app.fastify.printRoutes({ commonPrefix: false })).map(anonymous)
    const served = printed.filter((name) => name.includes('/api/') && !own.includes(name))
    expect(served.toSorted()).toEqual(published.toSorted())
  })

  it('can be read by people, every operation of it', async () => {
    const response = await app.app.fastify.inject('/api/docs')
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const missing = operations().filter(([, { operationId }]) => !response.body.includes(`id="${operationId}"`))
    expect(missing).toEqual([])
  })

  it('names every operation once, says who may call it and how it refuses', () => {
    const all = operations().map(([, operation]) => operation)
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    for (const operation of all) {
      expect(operation.summary.length).toBeGreaterThan(5)
      const isPublic = operation['x-access'].includes('public')
      expect(operation.security).toEqual(isPublic ? [{}] : [{ bearer: [] }])
      const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
      expect(refusals.map(([status]) => status)).toEqual(
        expect.arrayContaining(isPublic ? ['429'] : ['401', '403', '429']),
      )
      for (const [, { content }] of refusals) expect(Object.keys(content ?? {})).toEqual(['application/problem+json'])
    }
  })
})

/** The tree that Fastify prints, as lines of method and whole path. HEAD comes with every GET. */
function printedRoutes(tree: string): string[] {
  const branch: string[] = []
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line)
    if (!match) return []
    const [, indent = '', segment = '', methods = ''] = match
    const depth = indent.length / 4
    // Two names of one parameter are printed as one segment.
    branch.splice(depth, Infinity, segment.replaceAll(/\|:\w+/g, ''))
    const path = branch.join('')
    return methods.split(', ').flatMap((method) => (method && method !== 'HEAD' ? [`${method} ${path}`] : []))
  })
}

/** Takes back what GET answers, whatever that has besides: it reads what it knows and ignores the rest. */
const TAKES_BACK = /^PUT \/api\/booking\/\{id\}\/.* takes unknown fields$/

describe('what may be sent', () => {
  it('has no unknown fields, endless lists, endless texts or unbounded numbers in a body', () => {
    expect(bodies().length).toBeGreaterThan(5)
    const flaws = bodies().flatMap(([name, schema]) => flawsOf(walk(schema, name)))
    expect(flaws.filter((flaw) => !TAKES_BACK.test(flaw))).toEqual([])
  })

  it('has no unbounded text or number in a path or a query', () => {
    const parameters = operations().flatMap(([name, operation]) =>
      operation.parameters.flatMap(({ name: parameter, schema }) => walk(schema, `${name} ${parameter}`)),
    )
    expect(parameters.length).toBeGreaterThan(10)
    expect(flawsOf(parameters)).toEqual([])
  })

  it('is refused with its path where a field is not known, at any depth', async () => {
    const response = await app.app.fastify.inject({
      method: 'POST',
      url: '/api/booking/route-details/',
      payload: {
        route_points: [{ number: 0, postcode: 'E17 4QH', stairs: 0, floor: 3, address: { lat: 1 } }],
        total: 1,
      },
    })
    const { errors } = response.json<{ errors: Record<string, string[]> }>()
    expect([response.statusCode, Object.keys(errors)]).toEqual([
      422,
      expect.arrayContaining(['total', 'route_points.0.floor', 'route_points.0.address.lat']),
    ])
  })
})

describe('what is answered', () => {
  it('declares no JSON as text, not even a file to keep', () => {
    const asText = operations().flatMap(([name, { responses }]) =>
      Object.values(responses).some(({ content }) => content?.['application/json']?.schema.type === 'string')
        ? [name]
        : [],
    )
    expect(asText).toEqual([])
    const files = operations().filter(([, { responses }]) =>
      Object.values(responses).some(({ content }) => content?.['application/json']?.schema['x-file']),
    )
    expect(files.map(([, { operationId }]) => operationId)).toEqual(
      expect.arrayContaining(['exportOwnData', 'getDayRecord', 'getDriverDayRecord']),
    )
  })

  it('has no field that the contract does not name', () => {
    const open = operations().flatMap(([name, { responses }]) =>
      // A refusal maps the paths of whatever was wrong.
      Object.entries(responses).flatMap(([status, { content }]) =>
        Number(status) >= 400
          ? []
          : Object.values(content ?? {}).flatMap(({ schema }) =>
              walk(schema, name).filter(
                ([, one]) => is(one, 'object') && !one['x-file'] && one.additionalProperties !== false,
              ),
            ),
      ),
    )
    expect(open).toEqual([])
  })
})
