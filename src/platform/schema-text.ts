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
