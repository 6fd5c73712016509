import { z } from 'zod'
import { addDays, isRealDay, lateDayProblem, parseDateUk, type LocalDay } from './local-time.ts'

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

/** Refuses a longer period than this, its first and last day included, and says the last day that it may have. */
export const shortPeriod =
  (mostDays: number) =>
  (
    { start_date: from, end_date: to }: { start_date: LocalDay; end_date: LocalDay },
    context: z.RefinementCtx,
  ): void => {
    const last = addDays(from, mostDays - 1)
    const late = lateDayProblem(to, last, `Choose at most ${mostDays} days, with a last day`)
    if (late) context.addIssue({ code: 'custom', path: ['end_date'], message: late })
  }
