import fc from 'fast-check'
import { z } from 'zod'

/** As much of JSON Schema as Zod writes of our contracts. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
}

/** What a schema cannot say by itself, by the name of the field. */
const examples: Record<string, string> = {
  postcode: 'E17 4QH',
  partial: 'E17',
  email: 'jane@example.com',
  password: 'Kettle-on-at-7',
  new_password: 'Kettle-on-at-8',
  phone: '+447700900123',
  contact_number: '+447700900123',
  customer_email: 'jane@example.com',
  time: '10:30',
  base_postcode: 'E17 4QH',
  company_number: '12345678',
  vat_number: 'GB980780684',
  insurance_number: 'HR-2231/9',
  sort_code: '20-45-42',
  account_number: '31926819',
  registration: 'LK72 VNF',
  reason: 'The insurance document doesn’t name the van.',
  tax_number: '1234567895',
  number: 'GB980780684',
  start_date: '04/12/2026',
  end_date: '04/12/2026',
  from_day: '04/12/2026',
  check_by: '04/12/2026',
}

const formats: Record<string, string> = {
  email: 'jane@example.com',
  uuid: '0193a8b0-0000-7000-8000-000000000000',
  date: '2026-12-04',
  time: '10:30:00',
  'date-time': '2026-12-04T10:30:00Z',
  uri: 'https://example.com/',
}

const schemas = new WeakMap<z.ZodType, Schema>()

/** Written once for each: thousands of requests are made after one schema. */
export function schemaOf(schema: z.ZodType): Schema {
  const known = schemas.get(schema)
  if (known) return known
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  schemas.set(schema, made)
  return made
}

/** Of which an endpoint takes one: the first is given. */
const ALTERNATIVES: readonly (readonly string[])[] = [['statement', 'invoice', 'sales_credit_invoice']]

function isLeftOut(key: string, properties: object): boolean {
  const first = ALTERNATIVES.find((keys) => keys.includes(key))?.[0]
  return first !== undefined && first !== key && Object.hasOwn(properties, first)
}

/** A value that the schema takes, as plain as possible, with every field that it knows. */
export function sampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (choice) return sampleOf(choice, name)
  if (Array.isArray(schema.type))
    return sampleOf({ ...schema, type: schema.type.find((type) => type !== 'null') }, name)
  if (schema.type === 'object') {
    const properties = schema.properties ?? {}
    return Object.fromEntries(
      Object.entries(properties).flatMap(([key, field]) =>
        isLeftOut(key, properties) ? [] : [[key, sampleOf(field, key)]],
      ),
    )
  }
  if (schema.type === 'array') {
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sampleOf(schema.items ?? {}, name))
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
  if (schema.type === 'boolean') return false
  return schema.type === 'null' ? null : sampleText(schema, name)
}

function sampleText({ format, pattern, minLength = 1 }: Schema, name: string): string {
  const known = examples[name] ?? formats[format ?? '']
  if (known) return known
  if (!pattern) return 'x'.repeat(Math.max(1, minLength))
  const text = matching.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 7 })[0]
  matching.set(pattern, text ?? '')
  return text ?? ''
}

const matching = new Map<string, string>()

/** Every place in a value, the value itself first: `['route_points', 0, 'postcode']`. */
export function placesIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  const inner = Array.isArray(value)
    ? [...value.entries()].slice(0, 1)
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
      : []
  return [at, ...inner.flatMap(([key, item]) => placesIn(item, [...at, key]))]
}

/** The value as JSON, with this text instead of what stands at the place: also what no value could be written as. */
export function jsonWith(value: unknown, place: readonly (string | number)[], text: string): string {
  const [key, ...rest] = place
  if (key === undefined) return text
  const replaced = (item: unknown, isIt: boolean) => (isIt ? jsonWith(item, rest, text) : JSON.stringify(item))
  if (Array.isArray(value)) return `[${value.map((item, index) => replaced(item, index === key)).join(',')}]`
  const entries = Object.entries(value as object).map(
    ([name, item]) => `${JSON.stringify(name)}:${replaced(item, name === key)}`,
  )
  return `{${entries.join(',')}}`
}

/** Whether the schema has a field at this path, as written in `errors`: `route_points.0.postcode`. */
export function hasPath(schema: Schema, path: string): boolean {
  return path === '' || inside(schema, path.split('.'))
}

function inside(schema: Schema, keys: string[]): boolean {
  const [key, ...rest] = keys
  if (key === undefined) return true
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some((choice) => inside(choice, keys))
  if (schema.type === 'array') return /^\d+$/.test(key) && inside(schema.items ?? {}, rest)
  const field = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
  if (field) return inside(field, rest)
  return typeof schema.additionalProperties === 'object' && inside(schema.additionalProperties, rest)
}
