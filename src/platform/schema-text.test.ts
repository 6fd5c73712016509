import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemaText, type JsonSchema } from './schema-text.ts'

const text = (schema: z.ZodType) => schemaText(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)

test.each([
  [z.string(), 'string'],
  [z.string().min(1).max(100), 'string (1…100)'],
  [
    z
      .string()
      .max(20)
      .regex(/^\+\d+$/),
    String.raw`string /^\+\d+$/ (…20)`,
  ],
  [z.uuid(), 'uuid'],
  [z.iso.datetime().nullable(), 'date-time | null'],
  [z.int(), 'integer'],
  [z.int().min(0).max(9), 'integer (0…9)'],
  [z.number().min(1), 'number (1…)'],
  [z.boolean().nullish(), 'boolean | null'],
  [z.enum(['cash', 'card']), '"cash" | "card"'],
  [z.literal(5), '5'],
  [z.array(z.string()).max(10), '[string] (…10)'],
  [z.array(z.int()).length(24), '[integer] (24)'],
  [z.strictObject({}), '{}'],
  [z.record(z.string(), z.int()), '{\n  …: integer\n}'],
])('%#', (schema, shown) => expect(text(schema)).toBe(shown))

test('objects in lists, fields that may be left out, and what stands for them then', () => {
  const schema = z.strictObject({
    points: z.array(z.strictObject({ postcode: z.string(), stairs: z.int().optional() })).min(2),
    needTailLift: z.boolean().default(false),
  })
  expect(text(schema)).toBe(`{
  points: [{
    postcode: string
    stairs?: integer
  }] (2…)
  needTailLift?: boolean = false
}`)
})
