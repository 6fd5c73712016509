import { z } from 'zod'

/**
 * Schemas used in several answers or bodies, by their name in the published contract. A registry of its own, so that schemas
 * generated without it are written out in full.
 */
export const shapes = z.registry<{ id: string }>()

/** Names a schema for OpenAPI, where it is defined once. Names are unique. */
export function nameShape(id: string, schema: z.ZodType): void {
  shapes.add(schema, { id })
}
