/** Dispatched on the window when a call of the page finds that its session has ended. */
export const sessionEnded = 'vanfare:session-ended'
