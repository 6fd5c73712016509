import { z } from 'zod'
import { ExpiringCache } from '#platform/expiring-cache.ts'
import { createUpstream, type UpstreamOptions } from '#platform/http.ts'
import { isPostcode, normalisePostcode } from '#shared/uk-postcode.ts'
import { ownValue } from '#shared/lookup-own.ts'
import type { UnitFacts } from '../rules.ts'

/** A postcodes.io-compatible server (geography 6). Null if it does not answer; the caller then uses our own table. */
export interface PostcodeServer {
  find(postcode: string): Promise<UnitFacts | null>
  suggest(partial: string): Promise<string[] | null>
}

const HOUR = 60 * 60 * 1000
const REMEMBER_FOUND = 24 * HOUR
const REMEMBER_UNKNOWN = HOUR
const MAX_REMEMBERED = 20_000

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
  const units = new ExpiringCache<UnitFacts | null>(MAX_REMEMBERED, options.now)
  const suggestions = new ExpiringCache<string[]>(MAX_REMEMBERED, options.now)
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
