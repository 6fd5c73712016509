/** Who of the office has the same unit or person open (ADR 0029). Pure. */

/** A look is said again this often, in seconds, and counts for somewhat more than twice as long. */
export const LOOK_SECONDS = 20
export const LOOK_COUNTS_SECONDS = 45
