// Drafts of the booking flow, made by the actions that the screens send.
import type { HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { draftReducer, initialDraft, type Draft, type DraftAction } from '#web/quote-flow/draft/draft.ts'
import type { Order, OrderPhoto } from '#web/quote-flow/draft/order.ts'
import { quotesAnswer } from './quote.ts'

export const run = (...actions: DraftAction[]): Draft => actions.reduce(draftReducer, initialDraft)
export const after = (...actions: DraftAction[]): Order => run(...actions).order

export const sofa = { id: 102, category: 1 }
export const bed = { id: 903, category: 9 }
export const boxes = { id: 802, category: 8 }
export const add = (item: typeof sofa): DraftAction => ({ type: 'item-added', ...item })
export const amount = (item: typeof sofa, count: number): DraftAction => ({
  type: 'amount-changed',
  ...item,
  amount: count,
})
export const van = (category: (typeof VAN_CATEGORIES)[number]): DraftAction => ({ type: 'van-selected', van: category })
export const tailLift = (needTailLift: boolean): DraftAction => ({ type: 'tail-lift-changed', needTailLift })
export const crew = (helpLevel: (typeof HELP_LEVELS)[number]): DraftAction => ({
  type: 'help-level-changed',
  helpLevel,
})
export const postcode = (index: number, text: string): DraftAction => ({
  type: 'point-changed',
  index,
  change: { postcode: text },
})
export const note = (text: string): DraftAction => ({ type: 'details-changed', change: { note: text } })
export const assemble = (id: number, isNeeded = true): DraftAction => ({ type: 'assembling-changed', id, isNeeded })
export const dismantle = (id: number, isNeeded = true): DraftAction => ({ type: 'dismantling-changed', id, isNeeded })
export const enter = (from: string, to: string): DraftAction => ({
  type: 'move-entered',
  from,
  to,
  date: '2026-11-28',
  jobKind: 'furniture',
})
export const postcodes = (order: Order) => order.routePoints.map((point) => point.postcode)
export const ask = (key?: string): DraftAction => ({ type: 'remote-requested', slot: 'companyQuotes', key })
export const answer = (key?: string): DraftAction => ({
  type: 'remote-received',
  slot: 'companyQuotes',
  key,
  data: quotesAnswer,
})
export const fail = (key?: string): DraftAction => ({
  type: 'remote-failed',
  slot: 'companyQuotes',
  key,
  error: 'No line',
})
export const quotes = (...actions: DraftAction[]) => run(...actions).remote.companyQuotes
export const photo: OrderPhoto = { name: 'landing.jpg', size: 1000, url: 'blob:1' }
