// What a customer can write about one stop, each text declared once. Its type and default, what the browser keeps, what the API is
// sent, where an error of the API belongs and the field on the screen all follow from this table (docs/decisions/0016).
import { keysOf } from '#shared/records.ts'

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
  flatAndHouse: { max: 120, of: 'place', label: 'House or flat number', placeholder: 'Such as 12 or Flat 3' },
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
export type ContactTexts = Record<NameOf<'contact'>, string>
export type StopTexts = Record<StopTextName, string>

export const stopTextNames = keysOf(STOP_TEXTS)

const stopTextNamesOf = <Of extends StopText['of']>(of: Of) =>
  stopTextNames.filter((name): name is NameOf<Of> => STOP_TEXTS[name].of === of)
export const placeTextNames = stopTextNamesOf('place')
export const contactTextNames = stopTextNamesOf('contact')
