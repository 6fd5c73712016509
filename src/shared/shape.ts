import { z } from 'zod'

/**
 * Shapes that several answers or bodies have, by the name that the published contract gives them. A registry of its own: whoever asks
 * for a schema without it gets the whole.
 */
export const shapes = z.registry<{ id: string }>()

/** Says what a shape is called in OpenAPI, where it stands once. Names are unique. */
export function nameShape(id: string, schema: z.ZodType): void {
  shapes.add(schema, { id })
}
