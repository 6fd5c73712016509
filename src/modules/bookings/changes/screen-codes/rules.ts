/** The code on a driver’s screen. Pure. */
export const CODE_LENGTH = 6
export const CODE_MINUTES = 15
