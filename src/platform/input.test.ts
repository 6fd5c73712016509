import { expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from './input.ts'

const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value, { error: sentenceOf }).error?.issues.map(({ message }) => message) ?? []

test.each([
  [z.string(), undefined, 'This is missing.'],
  [z.string(), 5, 'Use text.'],
  [z.int(), 'five', 'Use a number.'],
  [z.int(), 1.5, 'Use a whole number.'],
  [z.number(), Number.POSITIVE_INFINITY, 'Use a number.'],
  [z.boolean(), 'yes', 'Use true or false.'],
  [z.array(z.string()), {}, 'Use a list.'],
  [z.strictObject({}), [], 'Use an object with fields.'],
  [z.strictObject({}), { colour: 1 }, 'There is no such field here.'],
  [z.enum(['cash', 'card']), 'gold', 'Use one of these: cash, card.'],
  [z.string().min(1), '', 'Fill this in.'],
  [z.string().min(3), 'ab', 'Use at least 3 characters.'],
  [z.string().max(2), 'abc', 'Use at most 2 characters.'],
  [z.int().min(1), 0, 'Use at least 1.'],
  [z.number().lt(5), 5, 'Use less than 5.'],
  [z.array(z.int()).max(1), [1, 2], 'List at most 1.'],
  [z.uuid(), 'x', 'Use an id exactly as it was given.'],
  [z.iso.date(), '1/2/2027', 'Use a date as YYYY-MM-DD.'],
  [z.string().regex(/^a$/), 'b', 'This is not in the required format.'],
  [z.union([z.string(), z.null()]), 5, 'This is not a valid value.'],
  [z.string('Say who.'), 5, 'Say who.'],
])('%#: a schema without words of its own', (schema, value, sentence) =>
  expect(messagesOf(schema, value)).toEqual([sentence]),
)
