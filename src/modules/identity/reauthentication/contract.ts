import { z } from 'zod'
import { refusal } from '#shared/endpoint.ts'

/** T-030: what a stolen session must not do asks for the password, unless the log-in is at most five minutes old. */
export const reauthRequired = refusal('reauth_required', 403, 'Enter your password to do this.')

/** In the body of every endpoint that may ask for it. */
export const currentPassword = z.string().min(1, 'Required').max(1024).nullish()
