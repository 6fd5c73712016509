// The texts a customer can write about a stop, each declared once. Its type and default, its storage in the browser, the API request, the
// mapping of errors and the field on the screen all follow from this table (docs/decisions/0016).

export interface StopText {
  /** Maximum length, as in the contract. */
  max: number
  /** Facts about the place move with it when the ends are swapped; the contact stays. */
  of: 'place' | 'contact'
  label: string
  isOptional?: boolean
  placeholder?: string
  type?: 'tel'
  /** At the pick-up, where customers usually enter themselves. */
  autoComplete?: string
}

export const STOP_TEXTS = {
  flatAndHouse: { max: 120, of: 'place', label: 'Flat and house', placeholder: 'If there is one' },
  contactName: { max: 100, of: 'contact', label: 'Contact name', isOptional: true, autoComplete: 'name' },
  contactNumber: {
    max: 40,
    of: 'contact',
    label: 'Contact number',
    isOptional: true,
    placeholder: '07700 900123',
    type: 'tel',
    autoComplete: 'tel',
  },
} as const satisfies Record<string, StopText>

type Texts = typeof STOP_TEXTS
export type StopTextName = keyof Texts
type NameOf<Of> = { [Name in StopTextName]: Texts[Name]['of'] extends Of ? Name : never }[StopTextName]
export type PlaceTexts = Record<NameOf<'place'>, string>
export type ContactTexts = Record<NameOf<'contact'>, string>
export type StopTexts = Record<StopTextName, string>

// The table has no other keys than its type.
export const stopTextNames = Object.keys(STOP_TEXTS) as StopTextName[]

const isOf = <Of extends StopText['of']>(of: Of) =>
  stopTextNames.filter((name): name is NameOf<Of> => STOP_TEXTS[name].of === of)
export const placeTextNames = isOf('place')
export const contactTextNames = isOf('contact')

/** One value for each of these names. */
export const eachText = <Name extends StopTextName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
