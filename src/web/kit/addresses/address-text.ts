import { STAIRS_OPTIONS } from '#modules/fleet/rules.ts'
import type { listSavedAddresses } from '#modules/identity/profile/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

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
