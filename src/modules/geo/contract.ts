import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { normalisePlace, normalisePostcode } from '#shared/uk-postcode.ts'
import { NATIONS } from './outcodes/rules.ts'
import {
  NOT_A_PLACE_MESSAGE,
  NOT_A_POSTCODE_MESSAGE,
  notAPlace,
  notAPostcode,
  PRECISIONS,
  UNKNOWN_POSTCODE_MESSAGE,
} from './rules.ts'

const normalisedField = (normalise: (text: string) => string | null, hint: string, why: (text: string) => string) =>
  z
    .string({ error: hint })
    .max(16, hint)
    .transform((text, context) => {
      const found = normalise(text)
      if (found !== null) return found
      context.addIssue({ code: 'custom', message: why(text) })
      return z.NEVER
    })

/** A field for a whole postcode, in any spelling, normalised to 'E17 4QH'. */
export const postcodeField = normalisedField(normalisePostcode, NOT_A_POSTCODE_MESSAGE, notAPostcode)

/** The same, or an outward code ('E17') where an approximate answer will do. */
export const placeField = normalisedField(normalisePlace, NOT_A_PLACE_MESSAGE, notAPlace)

/** How precisely a place is known: to metres, about 1–3 km, or about 10–28 km. */
export const precisionField = z.enum(PRECISIONS)

/** What one zone says of a place. */
const zoneAnswer = z.object({
  code: z.string(),
  name: z.string(),
  /** Whether it asks vans below its standard for money, or keeps them out. */
  kind: z.enum(['charge', 'ban']),
  is_inside: z.boolean(),
  precision: precisionField,
  /** The edge of the zone may run through the known area of the place. */
  is_approximate: z.boolean(),
})

export const unknownPostcode = refusal('unknown_postcode', 404, UNKNOWN_POSTCODE_MESSAGE)
export const unknownPlace = refusal('unknown_place', 422, 'We don’t know one of these postcodes.')
export const seaCrossing = refusal('sea_crossing', 422, 'We can’t quote for moves that cross the sea.')
const lookups = { name: 'postcodes', per: 'address', count: 300, seconds: 60 } as const

export const autocompletePostcode = endpoint({
  id: 'autocompletePostcode',
  method: 'GET',
  path: '/postcodes/{partial}/autocomplete/',
  summary:
    'Postcodes that begin like this, at most ten; outcodes where no postcodes are known. A single one equal to what was sent counts as none.',
  access: 'public',
  params: z.object({ partial: z.string().max(200) }),
  answer: z.array(z.string()).max(10),
  limit: lookups,
})

export const suggestPlaces = endpoint({
  id: 'suggestPlaces',
  method: 'GET',
  path: '/postcodes/suggestions/',
  summary:
    'Places that begin like this, by postcode or by name, at most ten: districts (an outward code and its name) and postcodes with the name of their district.',
  access: 'public',
  query: z.object({ text: z.string().max(60) }),
  answer: z
    .array(
      z.object({
        /** 'E17 4QH', or the outward code of a whole district. */
        postcode: z.string(),
        /** 'Walthamstow' */
        place: z.string(),
      }),
    )
    .max(10),
  limit: lookups,
})

export const isUlezCharged = endpoint({
  id: 'isUlezCharged',
  method: 'GET',
  path: '/postcodes/is-ulezcharged/',
  summary: 'Whether a postcode lies in the Ultra Low Emission Zone, where vans below its standard pay.',
  access: 'public',
  query: z.object({ postcode: postcodeField }),
  answer: z.object({
    is_ulez_charged: z.boolean(),
    precision: precisionField,
    /** The zone's edge may run through the place's area of uncertainty. */
    is_approximate: z.boolean(),
  }),
  limit: lookups,
})

export const getPlace = endpoint({
  id: 'getPlace',
  method: 'GET',
  path: '/postcodes/{postcode}/',
  summary: 'What a postcode is called, where it is and which charging zones it lies in.',
  access: 'public',
  params: z.object({ postcode: z.string().max(200) }),
  answer: z.object({
    postcode: z.string(),
    outcode: z.string(),
    town: z.string(),
    nation: z.enum(NATIONS),
    location: z.object({ lat: z.number(), lng: z.number() }),
    precision: precisionField,
    is_approximate: z.boolean(),
    is_ulez_charged: z.boolean(),
    is_congestion_charged: z.boolean(),
    /** The zones that it lies in, and those that it may lie in. */
    zones: z.array(zoneAnswer),
  }),
  refusals: [unknownPostcode],
  limit: lookups,
})

export const checkEnds = endpoint({
  id: 'checkEnds',
  method: 'GET',
  path: '/postcodes/check/',
  summary:
    'Whether a move from one postcode to the other can be quoted, as route-details would answer. A postcode that is well formed but not in the data is named, to be asked about, and refused nowhere.',
  access: 'public',
  query: z.object({ from: placeField, to: placeField }),
  answer: z.object({ unknown_postcodes: z.array(z.string()) }),
  refusals: [unknownPlace, seaCrossing],
  limit: lookups,
})

export const getPostcodeSource = endpoint({
  id: 'getPostcodeSource',
  method: 'GET',
  path: '/postcodes/source/',
  summary:
    'The open data that places are read from, and the words its licence asks to show. Nulls where none was imported.',
  access: 'public',
  answer: z.object({
    /** Name of the data: "Code-Point Open". */
    name: z.string().nullable(),
    vintage: z.string().nullable(),
    attribution: z.string().nullable(),
  }),
})

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
