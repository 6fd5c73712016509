/** The homes from which a list may begin, as on a button; what they hold is data, fetched once one is chosen. */
export const HOME_SIZES = [
  { id: 'studio', name: 'Studio' },
  { id: 'one', name: '1 bedroom' },
  { id: 'two', name: '2 bedrooms' },
  { id: 'three', name: '3 bedrooms' },
  { id: 'four', name: '4 bedrooms' },
] as const
export type HomeSize = (typeof HOME_SIZES)[number]['id']
