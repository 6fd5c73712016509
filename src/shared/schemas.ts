import { z } from 'zod'
import { isRealDay, parseDateUk } from './local-time.ts'

/**
 * Schemas used in several answers or bodies, by their name in the published contract. A registry of its own, so that schemas
 * generated without it are written out in full.
 */
export const shapes = z.registry<{ id: string }>()

/** Names a schema for OpenAPI, where it is defined once. Names are unique. */
export function nameShape(id: string, schema: z.ZodType): void {
  shapes.add(schema, { id })
}

/** A day that is sent as DD/MM/YYYY or as ISO, and read as ISO. `hint` says how to enter it. */
export const dayField = (hint: string) =>
  z
    .string(hint)
    .trim()
    .max(10, hint)
    .transform((text, context) => {
      const found = isRealDay(text) ? text : parseDateUk(text)
      if (found) return found
      context.addIssue(hint)
      return z.NEVER
    })
