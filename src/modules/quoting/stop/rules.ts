import { fromWire } from '#shared/wire.ts'

/**
 * What is said of a stop in words and prices nothing, by its name on the wire, with the most characters. All of it is asked, completed,
 * kept, shown and erased from this list: a further text is a line here, and a field on the screen (docs/one-field.md).
 */
export const STOP_TEXTS = { flat_and_house: 120, contact_name: 100 } as const

/** The same by its names in the code. */
export const stopTexts = fromWire(STOP_TEXTS)

export type StopTexts = Record<keyof typeof stopTexts, string | null>
