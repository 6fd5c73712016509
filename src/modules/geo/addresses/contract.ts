import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { postcodeField } from '../contract.ts'

export const addressLookupOff = refusal('address_lookup_off', 409, 'Addresses aren’t looked up here.')
export const addressLookupDown = refusal(
  'address_lookup_down',
  503,
  'We can’t look up addresses at the moment. Type yours in.',
)

export const listAddresses = endpoint({
  id: 'listAddresses',
  method: 'GET',
  path: '/postcodes/{postcode}/addresses/',
  summary: 'The addresses of a whole postcode, where the operator has set up a service that knows them.',
  access: 'public',
  params: z.object({ postcode: postcodeField }),
  answer: z.object({
    results: z.array(
      z.object({
        /** 'Flat 3, Heron Court', or empty. */
        flat_and_house: z.string(),
        /** '12 Grove Road' */
        street: z.string(),
      }),
    ),
  }),
  refusals: [addressLookupOff, addressLookupDown],
  limit: { name: 'addresses', per: 'address', count: 30, seconds: 600 },
})
