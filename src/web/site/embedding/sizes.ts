import { FROM_PRICE_SIZES, type FromPriceSize } from '#modules/quoting/from-price/contract.ts'

/** The size in an address; a flat for anything unknown. */
export const readSize = (text: string | null): FromPriceSize => FROM_PRICE_SIZES.find((size) => size === text) ?? 'flat'
