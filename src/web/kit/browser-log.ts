/** Logs what the browser could not store or read. `cause` is the browser's error, never the stored value. */
export type Warn = (message: string, ...cause: unknown[]) => void

// oxlint-disable-next-line no-console -- the browser has no other log, and the specification asks for one (§8)
export const warnOnConsole: Warn = (message, ...cause) => console.warn(message, ...cause)
