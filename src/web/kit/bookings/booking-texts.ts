// Trips, time and waiting in words.
import { isFinished, type BookingStatus, type RejectReason } from '#modules/bookings/rules.ts'
import { type HelpLevel, STAIRS_OPTIONS } from '#modules/fleet/rules.ts'
import type { listSavedAddresses } from '#modules/identity/profile/contract.ts'
import { countOf } from '#shared/texts.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import type { ReceiptLine } from '#web/ui/receipt.tsx'

/** Labels of the reasons that the driver chooses from. */
export const REASON_LABELS: Record<RejectReason, string> = {
  broken_van: 'The van has broken down',
  personal: 'Personal reasons',
  due_to_prevoius_booking: 'I have another job then',
  canceled_by_customer: 'The customer cancelled it',
}

/** "1 trip", "3 trips". */
export const tripsText = (trips: number): string => countOf(trips, 'trip')

const NUMBERS = ['No', 'One', 'Two', 'Three']

/** "Two vans, one day"; nothing where one van does it in a day. */
export const planText = ({ plan }: { plan?: { vans: number; days: number } | null | undefined }): string =>
  plan && (plan.vans > 1 || plan.days > 1)
    ? `${NUMBERS[plan.vans]} van${plan.vans > 1 ? 's' : ''}, ${plan.days > 1 ? 'two days' : 'one day'}`
    : ''

interface Timed {
  trips: number
  totalTime: string
}

/** "3 trips, 10 h 30 min", or only the time if there is one trip. */
export function timeAndTrips({ trips, totalTime }: Timed): string {
  const time = formatDuration(minutesOfTimeString(totalTime))
  return trips > 1 ? `${tripsText(trips)}, ${time}` : time
}

/** "1 h 30 min", or undefined if no waiting is expected. */
export function expectedWaiting({ declaredWaiting }: { declaredWaiting: string }): string | undefined {
  const minutes = minutesOfTimeString(declaredWaiting)
  return minutes > 0 ? formatDuration(minutes) : undefined
}

// Texts about a price, offered or agreed.

const crewLines: Record<HelpLevel, string> = {
  no_help: 'Driver only',
  driver_helps: 'Driver, who helps',
  one_porter: 'Driver and 1 helper',
  two_porters: 'Driver and 2 helpers',
}

/** The lines of a quote for the receipt; the first labour line names the crew, unless each van of a plan has its own. */
export function receiptLines(
  lines: readonly (ReceiptLine & { van?: number | undefined })[],
  help: HelpLevel,
): ReceiptLine[] {
  const labour = lines.findIndex(({ code }) => code.startsWith('labour'))
  return lines.map(({ code, label, amountPence, van }, index) => ({
    code,
    label,
    amountPence,
    ...(index === labour && van === undefined ? { detail: crewLines[help] } : {}),
  }))
}

/** Name of the one figure of a booking. */
export const figureName = ({ status, finalPence }: { status: BookingStatus; finalPence: number | null }): string =>
  finalPence === null ? (isFinished(status) ? 'By the hours to confirm' : 'Agreed') : 'In the end'

/** "This price includes VAT of £75.52." */
export const vatText = (vatPence: number): string =>
  vatPence > 0 ? `This price includes VAT of ${formatPence(vatPence)}.` : 'Not VAT-registered.'

// What the roads of a move cost, or might, in the words of the screens.

interface Toll {
  name: string
  amountPence: number | null
  isCertain: boolean
}

const named = (tolls: readonly Toll[]): string =>
  tolls
    .map(({ name, amountPence }) => `${name} (${amountPence === null ? 'by the hour' : formatPence(amountPence)})`)
    .join('; ')

/** Which tolls are in the price, and which might be met and are not. */
export function tollNotes(tolls: readonly Toll[]): string[] {
  const [certain, possible] = [tolls.filter(({ isCertain }) => isCertain), possibleTolls(tolls)]
  return [
    ...(certain.length > 0 ? [`In the price at cost, on the way we worked out: ${named(certain)}.`] : []),
    ...(possible.length > 0
      ? [
          `Depending on the road, the driver may meet a toll: ${named(possible)}. It isn’t in the price, and the driver may not add it without your consent.`,
        ]
      : []),
  ]
}

const possibleTolls = (tolls: readonly Toll[]) => tolls.filter(({ isCertain }) => !isCertain)

/** Beside a ceiling, where it does not hold everything that the roads may cost. */
export const ceilingNote = (tolls: readonly Toll[]): string | null =>
  possibleTolls(tolls).length > 0 ? 'A toll that depends on the road isn’t in it.' : null

/** What the screens call a point of the route within a sentence. */
export const pointName = (index: number, count: number): string =>
  index === 0 ? 'the pick-up' : index === count - 1 ? 'the drop-off' : `stop ${index}`

export type SavedAddress = AnswerOf<typeof listSavedAddresses>['results'][number]

/** "Flat 3, 12, Grove Road, E17 4QH, 2 flights". */
export const placeText = ({ flatAndHouse, formattedAddress, postcode, stairs }: SavedAddress): string =>
  [
    flatAndHouse,
    formattedAddress,
    postcode,
    stairs > 0 ? STAIRS_OPTIONS.find(({ value }) => value === stairs)?.label : null,
  ]
    .filter(Boolean)
    .join(', ')
