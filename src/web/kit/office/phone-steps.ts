import type { Role } from '#shared/endpoint.ts'

/** Where the office's way through the flow ends, and the steps that it takes the place of. */
export const specialBooking = '/special-booking'
const endOfFlow = ['/pick-a-driver', '/confirm-booking']

/** Page where an admin does the given one of the five steps (spec §2); null if an admin uses the step itself. */
export const adminStepFor = (role: Role | undefined, page: string): string | null =>
  role === 'admin' && endOfFlow.includes(page) ? specialBooking : null
