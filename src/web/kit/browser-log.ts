/** What a person's browser could not keep or read; `cause` is only what the browser itself threw, never what was stored. */
export type Warn = (message: string, ...cause: unknown[]) => void

// oxlint-disable-next-line no-console -- the browser has no other log, and the specification asks for one (§8)
export const warnOnConsole: Warn = (message, ...cause) => console.warn(message, ...cause)
