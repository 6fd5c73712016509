import { z } from 'zod'
import { CHANNELS } from './rules.ts'

/** Shapes of the choices by event and channel, for each role that has some. */

export const eventSettings = <const Events extends readonly [string, ...string[]]>(events: Events) =>
  z.array(
    z.object({
      event: z.enum(events),
      label: z.string(),
      email: z.boolean(),
      sms: z.boolean(),
      push: z.boolean(),
      /** Channels that cannot be switched off for this event. */
      always: z.array(z.enum(CHANNELS)),
    }),
  )

export const eventChanges = <const Events extends readonly [string, ...string[]]>(events: Events) =>
  z
    .array(
      z.strictObject({
        event: z.enum(events),
        email: z.boolean().optional(),
        sms: z.boolean().optional(),
        push: z.boolean().optional(),
      }),
    )
    .max(events.length)
