import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('ids are UUIDs of version 7, none comes twice, and later ones sort after earlier ones', () => {
  const made = Array.from({ length: 3000 }, newId)
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(made).size).toBe(3000)
  expect(made.toSorted()).toEqual(made)
})
