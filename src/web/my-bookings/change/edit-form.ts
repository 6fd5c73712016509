// The form for what a customer changes by themselves: its fields' names, and what is sent of them.
import type { editBooking } from '#modules/bookings/changes/editing/contract.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import type { Booking } from '../booking-view.ts'

/** Fields are named after their path on the wire, so that an error finds its field. */
export const pointField = (number: number, name: string): string => `route_points.${number}.${name}`
export const itemField = (index: number): string => `items.${index}.note`

type Body = InputOf<typeof editBooking>['body']
type Editable = Pick<Booking, 'routePoints' | 'items'>

/** Whether a later stop has the pick-up’s contact, so that no other name is shown there. */
export const hasPickUpsContact = ({ routePoints: [first] }: Editable, point: Booking['routePoints'][number]): boolean =>
  point.deliveryContactSameAsPickUp &&
  point.contactName === first?.contactName &&
  point.contactNumber === first.contactNumber

/** What is sent: the booking as it is, with what was typed. A field that the form does not have stays. */
export function editIn(form: FormData, { routePoints, items }: Editable): Body {
  const enteredOr = (name: string, known: string | null): string | null => (form.has(name) ? textIn(form, name) : known)
  const contactOf = (point: Booking['routePoints'][number]) => ({
    contactName: enteredOr(pointField(point.number, 'contact_name'), point.contactName),
    contactNumber: enteredOr(pointField(point.number, 'contact_number'), point.contactNumber),
  })
  const [first] = routePoints
  return {
    customerNote: textIn(form, 'customer_note'),
    routePoints: routePoints.map((point, index) => {
      const isSame = index > 0 && form.has(pointField(point.number, 'same'))
      return {
        number: point.number,
        formattedAddress: enteredOr(pointField(point.number, 'formatted_address'), addressOf(point)),
        flatAndHouse: enteredOr(pointField(point.number, 'flat_and_house'), point.flatAndHouse),
        ...contactOf(isSame && first ? first : point),
        ...(index > 0 ? { deliveryContactSameAsPickUp: isSame } : {}),
      }
    }),
    items: items.map(({ note, ...item }, index) => ({ ...item, note: enteredOr(itemField(index), note) })),
  }
}

export const addressOf = ({ formattedAddress, address }: Booking['routePoints'][number]): string | null =>
  formattedAddress ?? address?.formattedAddress ?? null

/** What was typed, by the fields' names: a page that comes back without script has it still. */
export type FormValues = Readonly<Record<string, string>>

export const readFormValues = (form: FormData): FormValues =>
  Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
