// What a customer enters during the quote flow, and the actions that change it (spec §3).
import {
  DEFAULT_HELP_LEVEL,
  lesserHelp,
  NO_STAIRS,
  type HelpLevel,
  type Stairs,
  type VanCategory,
} from '#modules/fleet/rules.ts'
import { findItem } from '#modules/items/data.ts'
import type { OwnItem } from '#modules/items/rules.ts'
import type { quote } from '#modules/quoting/contract.ts'
import type { moveAgain } from '#modules/quoting/saved-moves/contract.ts'
import { furnitureMinutes } from '#modules/quoting/schedule/rules.ts'
import { formatDuration, type Minutes } from '#shared/duration.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'
import { keyed } from '#shared/records.ts'
import { stopTextNames, type StopTexts } from './stop-texts.ts'

export type JobKind = 'home_or_office' | 'furniture'
/** A thing of the list, or the customer's own: those count down from -1, have no category, and carry their size. */
export type OrderItem = { id: number; category: number; amount: number; own?: OwnItem }
/** A photo on the page. Its `url` lives as long as the page, so photos are never stored. */
export type OrderPhoto = { name: string; size: number; url: string }

export type OrderAddress = {
  formattedAddress: string
  city: string | null
  postcode: string | null
  placeId: string | null
  location: { lat: number; lng: number } | null
}

export type OrderPoint = StopTexts & {
  /** Text from the field; the request contains the normalised postcode. */
  postcode: string
  address: OrderAddress
  stairs: Stairs
  deliveryContactSameAsPickUp: boolean
}

/** A move that was kept, shared or booked before. */
export type MoveAgain = Camel<z.output<typeof moveAgain>>
export type Quote = Camel<z.output<typeof quote>>
export type PaymentMethod = Quote['paymentMethods'][number]

export type Order = {
  jobKind: JobKind
  items: OrderItem[]
  van: VanCategory | null
  needTailLift: boolean
  helpLevel: HelpLevel
  /** Somebody has picked the help level. Until then it follows the list. */
  isHelpChosen: boolean
  itemsToMoveText: string
  itemsToMovePhotos: OrderPhoto[]
  photosUploadId: string | null
  /** The file names of that upload, which are all that remains of them after a reload. */
  sentPhotoNames: string[]
  /** Ids of items to assemble. */
  assemblingItems: number[]
  /** Ids of items to dismantle. */
  dismantlingItems: number[]
  /** Chosen help level, or null for the same as the move; `assemblingHelpOf` gives the effective level. */
  assemblingHelp: HelpLevel | null
  dismantlingHelp: HelpLevel | null
  addedMinutes: number
  /** Waiting to expect on the day, in half hours up to four hours. */
  waitingMinutes: number
  note: string
  date: LocalDay | null
  /** "HH:MM", on the half hour. */
  time: string | null
  /** Pick-up first, drop-off last, stops between: two to ten. */
  routePoints: OrderPoint[]
  customerEmail: string
  selectedQuote: Quote | null
  /** Chosen payment method; `paymentMethodOf` gives the effective method for the chosen quote. */
  paymentMethod: PaymentMethod | null
  /** Whether another driver may take the job at the same price. */
  allowsHotJob: boolean
}

export type ItemAction =
  | { type: 'item-added'; id: number; category: number }
  | { type: 'amount-changed'; id: number; category: number; amount: number }
  | { type: 'category-replaced'; category: number; items: ReadonlyArray<{ id: number; amount: number }> }
  | { type: 'items-replaced'; items: ReadonlyArray<Omit<OrderItem, 'category'>> }
  | { type: 'own-item-added'; own: OwnItem; amount: number }
  | { type: 'items-reset' }
  | { type: 'assembling-changed'; id: number; isNeeded: boolean }
  | { type: 'dismantling-changed'; id: number; isNeeded: boolean }

export type RouteAction =
  | { type: 'move-entered'; from: string; to: string; date: LocalDay | null; jobKind: JobKind }
  | { type: 'point-changed'; index: number; change: Partial<OrderPoint> }
  | { type: 'ends-swapped' }
  | { type: 'stop-added' }
  | { type: 'stop-removed'; index: number }
  | { type: 'stop-moved'; from: number; to: number }

export type OrderAction =
  | ItemAction
  | RouteAction
  | { type: 'van-selected'; van: VanCategory }
  | { type: 'tail-lift-changed'; needTailLift: boolean }
  | { type: 'help-level-changed'; helpLevel: HelpLevel }
  | { type: 'photos-changed'; photos: OrderPhoto[]; clearUpload?: boolean }
  | { type: 'photos-uploaded'; uploadId: string }
  | { type: 'details-changed'; change: Partial<OrderDetails> }
  | { type: 'quote-selected'; quote: Quote | null }

/** Fields without rules of their own. */
export type OrderDetails = Pick<
  Order,
  | 'jobKind'
  | 'date'
  | 'time'
  | 'itemsToMoveText'
  | 'note'
  | 'customerEmail'
  | 'addedMinutes'
  | 'waitingMinutes'
  | 'assemblingHelp'
  | 'dismantlingHelp'
  | 'paymentMethod'
  | 'allowsHotJob'
>

/** Limits from the contract (`quotePayload`). */
export const MAX_AMOUNT = 500
export const MAX_ITEM_LINES = 200
export const MAX_STOPS = 8
export const MAX_WAITING_MINUTES = 4 * 60
/** The two texts travel as one note of at most 4000. */
export const MAX_ITEMS_TEXT = 1900
export const MAX_NOTE = 2000

export const emptyAddress: OrderAddress = {
  formattedAddress: '',
  city: null,
  postcode: null,
  placeId: null,
  location: null,
}

/** Whether the street is missing, or has neither a number nor a flat, so that the driver could not find the door. */
export const lacksAddress = ({ address, flatAndHouse }: OrderPoint): boolean => {
  const street = address.formattedAddress.trim()
  return street === '' || !(/\d/.test(street) || flatAndHouse.trim())
}

export const emptyPoint: OrderPoint = {
  postcode: '',
  address: emptyAddress,
  stairs: NO_STAIRS,
  deliveryContactSameAsPickUp: true,
  ...keyed(stopTextNames, () => ''),
}

export const initialOrder: Order = {
  jobKind: 'home_or_office',
  items: [],
  van: null,
  needTailLift: false,
  helpLevel: DEFAULT_HELP_LEVEL,
  isHelpChosen: false,
  itemsToMoveText: '',
  itemsToMovePhotos: [],
  photosUploadId: null,
  sentPhotoNames: [],
  assemblingItems: [],
  dismantlingItems: [],
  assemblingHelp: null,
  dismantlingHelp: null,
  addedMinutes: 0,
  waitingMinutes: 0,
  note: '',
  date: null,
  time: null,
  routePoints: [emptyPoint, emptyPoint],
  customerEmail: '',
  selectedQuote: null,
  paymentMethod: null,
  allowsHotJob: true,
}

/** The help level for assembling: as chosen, but at most that of the move (decisions §3). */
export const assemblingHelpOf = ({ assemblingHelp, helpLevel }: Order): HelpLevel =>
  lesserHelp(assemblingHelp ?? helpLevel, helpLevel)

/** The same for dismantling. */
export const dismantlingHelpOf = ({ dismantlingHelp, helpLevel }: Order): HelpLevel =>
  lesserHelp(dismantlingHelp ?? helpLevel, helpLevel)

/** The extra time, if any furniture is ticked; only then is its field shown. */
export const addedMinutesOf = ({ addedMinutes, assemblingItems, dismantlingItems }: Order): number =>
  assemblingItems.length + dismantlingItems.length > 0 ? addedMinutes : 0

/** How long the ticked pieces take, as the server will compute it, without the extra time. */
export function furnitureTimes(order: Order): { dismantling: Minutes; assembling: Minutes } {
  return {
    dismantling: furnitureMinutes(piecesOf(order, order.dismantlingItems), dismantlingHelpOf(order)),
    assembling: furnitureMinutes(piecesOf(order, order.assemblingItems), assemblingHelpOf(order)),
  }
}

/**
 * Time to dismantle and assemble the chosen furniture with the added minutes, as in “1 h 30 min”; empty if no furniture
 * was chosen or no help is booked.
 */
export function furnitureHelpText(order: Order): string {
  const { dismantling, assembling } = furnitureTimes(order)
  return dismantling + assembling > 0 ? formatDuration(dismantling + assembling + addedMinutesOf(order)) : ''
}

const piecesOf = (order: Order, ids: readonly number[]) =>
  ids.flatMap((id) => {
    const furnitureType = findItem(id)?.furnitureType
    return furnitureType ? [{ furnitureType, amount: amountOf(order, id) }] : []
  })

/** The payment method: as chosen if the company accepts it, otherwise card before cash. */
export const paymentMethodOf = ({ paymentMethod, selectedQuote }: Order): PaymentMethod => {
  const methods = selectedQuote?.paymentMethods ?? []
  if (paymentMethod && methods.includes(paymentMethod)) return paymentMethod
  return methods.includes('card') || methods.length === 0 ? 'card' : 'cash'
}

export const nameOf = ({ id, own }: Pick<OrderItem, 'id' | 'own'>): string => own?.name ?? findItem(id)?.name ?? ''

export const amountOf = ({ items }: Order, id: number): number => items.find((item) => item.id === id)?.amount ?? 0
