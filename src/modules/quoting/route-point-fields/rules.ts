import { fromWire } from '#shared/wire.ts'

/**
 * Texts about a stop that do not affect the price, by wire name, with their maximum length. Everything that asks for, completes,
 * stores, shows or erases them uses this list: a new text is a line here and a field on the screen (docs/one-field.md).
 */
export const STOP_TEXTS = { flat_and_house: 120, contact_name: 100 } as const

/** The same, by camelCase name. */
export const stopTexts = fromWire(STOP_TEXTS)

export type StopTexts = Record<keyof typeof stopTexts, string | null>
