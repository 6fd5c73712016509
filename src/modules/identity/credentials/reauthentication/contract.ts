import { z } from 'zod'
import { refusal } from '#shared/endpoint.ts'

/** T-030: changes that a stolen session must not be able to make require the password, unless the login is at most five minutes old. */
export const reauthRequired = refusal('reauth_required', 403, 'Enter your password to do this.')

/** From a text message or an app; both display it in two groups. */
export const sixDigits = z
  .string({ error: 'Required' })
  .overwrite((text) => text.replaceAll(/\s/g, ''))
  .regex(/^[0-9]{6}$/, 'The code has six digits.')

/** In the body of every endpoint that may require it. */
export const currentPassword = z.string().min(1, 'Required').max(1024).nullish()
