import { refusal } from '#shared/endpoint.ts'

/** One registration belongs to one unit. */
export const registrationTaken = refusal('registration_taken', 409, 'This registration belongs to another unit.')
