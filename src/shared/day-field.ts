import { z } from 'zod'
import { isRealDay, parseDateUk } from './local-time.ts'

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
