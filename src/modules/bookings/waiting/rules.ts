/**
 * Outcomes for a booking whose unit may take no more jobs: others are asked, it ends, or a driver who has begun goes
 * on.
 */
export const SUSPENSION_OUTCOMES = ['hot', 'ends', 'goes_on'] as const
export type AfterLoss = (typeof SUSPENSION_OUTCOMES)[number]

/** How the office stopped the unit that had a booking. */
export const STOPS = ['blocked', 'deactivated', 'owner_blocked'] as const
export type Stop = (typeof STOPS)[number]
