import { z } from 'zod'
import { ExpiringCache } from '#platform/caches.ts'
import { createUpstream, type UpstreamOptions } from '#platform/http.ts'
import { ownValue } from '#shared/records.ts'
import { normalisePostcode, isPostcode } from '#shared/uk-postcode.ts'
import { fromWire } from '#shared/wire.ts'
import type { UnitFacts } from '../rules.ts'
import { addressesOf, type FoundAddress } from './rules.ts'

/** The addresses of a postcode, from a service that the operator pays for. */
export interface AddressLookup {
  /** False if none is configured: then nothing of it is shown. */
  readonly isOffered: boolean
  /** `postcode` is whole and normalised. None if the service knows no such postcode, null if it gave no answer. Never throws. */
  find(postcode: string): Promise<FoundAddress[] | null>
}

declare module '#platform/ctx.ts' {
  interface Services {
    addresses: AddressLookup
  }
}

export interface AddressLookupOptions extends Omit<UpstreamOptions, 'name' | 'baseUrl' | 'headers'> {
  /** A server that answers as Ideal Postcodes does. */
  server?: { url: string; key: string } | undefined
}

const MINUTE = 60_000
/** Long enough for one customer who goes back and forth; the licence of the addresses allows no keeping. */
const REMEMBER_MS = 10 * MINUTE
const MAX_REMEMBERED = 500
/** A hundred addresses of about a kilobyte each. */
const MAX_BYTES = 256 * 1024
/** Concurrent look-ups, each of which is paid for and short: more of them at once are not customers. */
const MAX_IN_FLIGHT = 16

const text = z
  .string()
  .max(200)
  .transform((given) => given.replaceAll(/[\p{C}\s<>]+/gu, ' ').trim())
  .nullish()
  .transform((given) => given ?? '')

/** What we need of an answer of Ideal Postcodes. A line that is none is left out. */
const answerShape = z.object({
  result: z
    .array(
      z
        .object({
          postcode: text,
          organisation_name: text,
          sub_building_name: text,
          building_name: text,
          building_number: text,
          dependant_thoroughfare: text,
          thoroughfare: text,
          dependant_locality: text,
        })
        .nullable()
        .catch(null),
    )
    .max(1000),
})

const none: AddressLookup = { isOffered: false, find: async () => null }

export function createAddressLookup({ server, ...options }: AddressLookupOptions): AddressLookup {
  if (!server) return none
  const upstream = createUpstream({
    maxBytes: MAX_BYTES,
    maxInFlight: MAX_IN_FLIGHT,
    ...options,
    name: 'addresses',
    baseUrl: server.url,
    headers: { authorization: `api_key="${server.key}"` },
  })
  const known = new ExpiringCache<FoundAddress[]>(MAX_REMEMBERED, options.now)
  return {
    isOffered: true,
    async find(postcode) {
      const remembered = known.get(postcode)
      if (remembered) return remembered
      const answer = await upstream.getJson(`/postcodes/${encodeURIComponent(postcode)}`)
      const found = foundIn(answer, postcode)
      if (found) known.set(postcode, found, REMEMBER_MS)
      return found
    },
  }
}

/** A 404 is a real answer: no such postcode. Others, such as a refused key, are none. */
function foundIn(answer: { status: number; body: unknown } | null, postcode: string): FoundAddress[] | null {
  if (answer?.status === 404) return []
  return answer?.status === 200 ? readAddresses(answer.body, postcode) : null
}

/** What belongs to another postcode is left out. */
function readAddresses(body: unknown, postcode: string): FoundAddress[] | null {
  const parsed = answerShape.safeParse(body)
  if (!parsed.success) return null
  const lines = parsed.data.result.filter((line) => line !== null)
  return addressesOf(
    lines.filter((line) => normalisePostcode(line.postcode) === postcode).map((line) => fromWire(line)),
  )
}

/** A postcodes.io-compatible server (geography 6). Null if it does not answer; the caller then uses our own table. */
interface PostcodeServer {
  find(postcode: string): Promise<UnitFacts | null>
  suggest(partial: string): Promise<string[] | null>
}

const HOUR = 60 * 60 * 1000
const REMEMBER_FOUND = 24 * HOUR
const REMEMBER_UNKNOWN = HOUR
const MAX_POSTCODES = 20_000

const found = z.object({
  result: z.object({
    postcode: z.string().max(16),
    latitude: z.number().min(49).max(61).nullable(),
    longitude: z.number().min(-9).max(2.5).nullable(),
    country: z.string().max(60).nullish(),
    codes: z
      .object({
        admin_district: z
          .string()
          .regex(/^[A-Z]\d{8}$/)
          .nullish(),
      })
      .nullish(),
    bua: z
      .string()
      .regex(/^[\p{L}\p{M}\d '’().,&/-]{1,60}$/u)
      .nullish()
      .catch(null),
  }),
})
const suggested = z.object({ result: z.array(z.string().max(16)).max(100).nullable() })
const COUNTRY_CODES: Record<string, string> = {
  England: 'E92000001',
  Wales: 'W92000004',
  Scotland: 'S92000003',
  'Northern Ireland': 'N92000002',
}

/** `postcode` and `partial` must be well-formed, because they become part of a path (T-020). */
export function createPostcodeServer(options: UpstreamOptions): PostcodeServer {
  const upstream = createUpstream(options)
  const units = new ExpiringCache<UnitFacts | null>(MAX_POSTCODES, options.now)
  const suggestions = new ExpiringCache<string[]>(MAX_POSTCODES, options.now)
  return {
    async find(postcode) {
      const remembered = units.get(postcode)
      if (remembered !== undefined) return remembered
      const answer = await upstream.getJson(`/postcodes/${encodeURIComponent(postcode)}`)
      if (!answer) return null
      const facts = answer.status === 200 ? readFacts(answer.body, postcode) : null
      // A 404 is a real answer; other errors are not cached.
      if (facts || answer.status === 404) units.set(postcode, facts, facts ? REMEMBER_FOUND : REMEMBER_UNKNOWN)
      return facts
    },
    async suggest(partial) {
      const remembered = suggestions.get(partial)
      if (remembered) return remembered
      const answer = await upstream.getJson(`/postcodes/${encodeURIComponent(partial)}/autocomplete?limit=10`)
      const list = answer?.status === 200 ? readSuggestions(answer.body, partial) : null
      if (list) suggestions.set(partial, list, REMEMBER_FOUND)
      return list
    },
  }
}

function readFacts(body: unknown, postcode: string): UnitFacts | null {
  const parsed = found.safeParse(body)
  if (!parsed.success) return null
  const { result } = parsed.data
  if (normalisePostcode(result.postcode) !== postcode) return null
  return {
    lat: result.longitude === null ? null : result.latitude,
    lng: result.latitude === null ? null : result.longitude,
    districtCode: result.codes?.admin_district ?? null,
    countryCode: ownValue(COUNTRY_CODES, result.country ?? '') ?? null,
    town: result.bua ?? null,
  }
}

function readSuggestions(body: unknown, partial: string): string[] | null {
  const parsed = suggested.safeParse(body)
  if (!parsed.success) return null
  const compact = partial.replace(' ', '')
  const postcodes = (parsed.data.result ?? []).filter(isPostcode).map((text) => normalisePostcode(text) ?? '')
  return [...new Set(postcodes)].filter((postcode) => postcode.replace(' ', '').startsWith(compact)).slice(0, 10)
}
