/** What becomes of a booking whose unit may take no jobs any more: others are asked, it ends, or whoever has begun it goes on. */
export const SUSPENSION_OUTCOMES = ['hot', 'ends', 'goes_on'] as const
export type AfterLoss = (typeof SUSPENSION_OUTCOMES)[number]
