import type { Role } from '#shared/endpoint.ts'

/** Where the office's way through the flow ends, and the steps that it takes the place of. */
export const specialBooking = '/special-booking'
const endOfFlow = ['/pick-a-driver', '/confirm-booking']

/** Of the five steps, those that an admin does elsewhere (spec §2). */
export const adminStepFor = (role: Role | undefined, page: string): string | null =>
  role === 'admin' && endOfFlow.includes(page) ? specialBooking : null
