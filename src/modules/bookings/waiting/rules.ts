/** What becomes of a booking whose unit may take no jobs any more: others are asked, it ends, or whoever has begun it goes on. */
export const AFTER_LOSS = ['hot', 'ends', 'goes_on'] as const
export type AfterLoss = (typeof AFTER_LOSS)[number]
