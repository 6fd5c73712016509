/**
 * Outcomes for a booking whose unit may take no more jobs: others are asked, it ends, or a driver who has begun goes
 * on.
 */
export const SUSPENSION_OUTCOMES = ['hot', 'ends', 'goes_on'] as const
export type AfterLoss = (typeof SUSPENSION_OUTCOMES)[number]
